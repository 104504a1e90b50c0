package org.shardingjdbc.jdbc.governance;

import java.time.Instant;

/**
 * What an instance reports about itself. Immutable.
 *
 * @param id the id of the instance; never used again for another one
 * @param host the name of its host
 * @param pid the id of its process on that host
 * @param libraryVersion the version of sharding-jdbc; {@code unknown} when it does not run from the jar
 * @param rulesVersion the version of the configuration that it runs on
 * @param startedAt when it started, by its own clock
 * @param failedVersion the version of the configuration that it could not change to; 0 for none
 * @param problem why it could not; empty for none
 */
public record InstanceState(
        String id,
        String host,
        long pid,
        String libraryVersion,
        long rulesVersion,
        Instant startedAt,
        long failedVersion,
        String problem) {}
