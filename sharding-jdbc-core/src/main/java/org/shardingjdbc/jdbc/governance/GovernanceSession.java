package org.shardingjdbc.jdbc.governance;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * The connection of one sharding data source to its registry. Safe for all threads. Methods that cannot do what they
 * are asked throw a {@link org.shardingjdbc.error.ShardingException}.
 */
@Incubating
public interface GovernanceSession extends Governance, AutoCloseable {
    /** The configuration that the data source starts with. */
    GovernedDocument first();

    /**
     * Called once, when the data source runs on {@link #first}. If the local document won over the registry, it is
     * written there as the next version. After this call the session tells the data source of changes, on a thread of
     * the session.
     *
     * @return the version of the configuration that the data source runs on
     */
    long start(GovernedDataSource dataSource);

    /**
     * Writes the next version of the configuration; fails when another instance has written one meanwhile.
     *
     * @param text a whole document; its part {@code mode} is not stored
     * @param expected the version that this instance runs on
     * @return the new version
     */
    long publish(String text, long expected);

    /**
     * Begins a handover of all instances to a new version of the configuration. Returns without waiting; the registry
     * is not written to before {@link Handover#ready} is called, which fails when another instance changes the
     * configuration.
     *
     * @param text a whole document; its part {@code mode} is not stored
     * @param expected the version that this instance runs on
     * @param options the limits of the handover, and what is done between the two configurations
     */
    Handover handOver(String text, long expected, ReconfigureOptions options);

    /**
     * Tells the other instances, through the registry, which version the data source runs on; called after
     * {@link #publish}. Returns without waiting for the registry.
     */
    void runsOn(long version);

    /**
     * Waits until all instances run on a version, or have reported that they cannot.
     *
     * @param atMost the longest time to wait
     * @return the instances that do not run on it by then; empty when all do
     */
    List<InstanceState> await(long version, Duration atMost);

    /**
     * The fence that each statement has to pass; null when no other instance relies on this one, and none is needed.
     */
    default @Nullable Fence fence() {
        return null;
    }

    /** The agreement of all instances on the database of each replica group that statements write to. */
    WritersAgreement writers();

    /** Where worker ids are leased. */
    WorkerLeases workerLeases();

    /** The sequences that the registry keeps. */
    NumberBlocks numberBlocks();

    @Override
    void close();
}
