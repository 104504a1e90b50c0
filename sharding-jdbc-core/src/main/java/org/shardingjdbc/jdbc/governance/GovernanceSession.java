package org.shardingjdbc.jdbc.governance;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * The connection of one sharding data source to its registry. Safe for all threads. Its methods fail with a
 * {@link org.shardingjdbc.error.ShardingException}.
 */
@Incubating
public interface GovernanceSession extends Governance, AutoCloseable {
    /** The configuration to start with. */
    GovernedDocument first();

    /**
     * The data source runs on {@link #first}, which is written into the registry now where it is to become its next
     * version. From now on it is notified of changes, on a thread of the session.
     *
     * @return the version that it runs on
     */
    long start(GovernedDataSource dataSource);

    /**
     * Writes the next version, unless another instance did.
     *
     * @param text a whole document; its {@code mode} is not stored
     * @param expected the version that this instance runs on
     * @return the new version
     */
    long publish(String text, long expected);

    /**
     * Begins to write a further version to which all instances hand over at once, unless another instance changes the
     * configuration. Returns at once; nothing is written before it is {@link Handover#ready} here.
     *
     * @param text a whole document; its {@code mode} is not stored
     * @param expected the version that this instance runs on
     * @param options its handover, what is done in between, and how long the instances are waited for
     */
    Handover handOver(String text, long expected, ReconfigureOptions options);

    /**
     * Reports the version on which the data source runs, after {@link #publish}. Returns at once; the registry is
     * updated soon after.
     */
    void runsOn(long version);

    /**
     * Waits until all instances run on a version.
     *
     * @return those that do not, after that time or when they said that they cannot; empty when all do
     */
    List<InstanceState> await(long version, Duration atMost);

    /** The fence that each statement passes; null where none is needed, because only documents are read. */
    default @Nullable Fence fence() {
        return null;
    }

    /** What instances agree on: where groups of databases are written. */
    WritersAgreement writers();

    /** Where worker ids are leased. */
    WorkerLeases workerLeases();

    @Override
    void close();
}
