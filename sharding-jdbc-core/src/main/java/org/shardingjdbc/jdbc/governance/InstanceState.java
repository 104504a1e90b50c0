package org.shardingjdbc.jdbc.governance;

import java.time.Instant;

/**
 * What an instance reports about itself.
 *
 * @param id unique among all instances that ever were
 * @param host where it runs
 * @param pid of its process there
 * @param libraryVersion of sharding-jdbc, {@code unknown} outside of its jar
 * @param rulesVersion the version of the configuration that it runs on
 * @param startedAt by its clock
 * @param failedVersion a version that it could not take, 0 for none
 * @param problem why not; empty for none
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
