package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The registry as applications see it. Safe for all threads; one per sharding data source, usable until that is closed.
 * Methods that read or change the registry fail with SHD-7003 while it cannot be reached.
 */
public interface Governance {
    /** This instance's id. */
    String instanceId();

    /**
     * The id of the instance that was elected to decide to which database of each replica group statements write; empty
     * while none is elected, or when no group needs that.
     */
    String watcher();

    /** Which configuration this instance uses at a start when its local document and the registry differ. */
    ModeConfiguration.DifferenceWinner whenDifferent();

    /** The version of the configuration that this instance runs on. */
    long version();

    /** Whether the registry can be reached, as far as this instance knows. */
    boolean isConnected();

    /** All instances that are running, this one among them, by their ids. */
    List<InstanceState> instances() throws SQLException;

    /** What is switched off by hand, by the last news from the registry. */
    Switches switches();

    /**
     * Stops sending statements to a data source, from all instances, until it is enabled. Transactions that use it go
     * on.
     */
    void disable(String dataSource) throws SQLException;

    /** Undoes {@link #disable}. */
    void enable(String dataSource) throws SQLException;

    /** Stops sending statements to all data sources, from all instances. Transactions that have begun go on. */
    void breakCircuit() throws SQLException;

    /** Undoes {@link #breakCircuit}. */
    void closeCircuit() throws SQLException;

    /** The handover of all instances that the registry says is in progress; null for none. */
    @Nullable
    HandoverState handover() throws SQLException;

    /**
     * Makes the next configuration valid, for all instances: the work between the two configurations is done, but the
     * instance that changed the configuration ended before it could report that. An application that has
     * {@linkplain ReconfigureOptions.Builder#between something done in between} that can be found half done, as jobs
     * that are resumed do, looks for that when it starts, makes sure that nobody is still at it, completes it, and
     * calls this; or takes it back, and calls {@link #withdrawHandover}. Until then no instance executes statements:
     * they fail with SHD-7018, those of instances that started since with SHD-7013.
     *
     * @param handover as {@link #handover} told it
     * @throws SQLException SHD-7004, when it is another one by now; SHD-7018, when the instance that changes is not
     *     gone
     */
    void openHandover(HandoverState handover) throws SQLException;

    /**
     * Keeps the earlier configuration, for all instances: nothing of the work between the two configurations is done.
     * In the phase {@link HandoverState.Phase#IN_BETWEEN} the same applies as for {@link #openHandover}; in an earlier
     * phase it may be called at any time.
     *
     * @param handover as {@link #handover} told it
     * @throws SQLException SHD-7004, when it is another one by now; SHD-7018, when the instance that changes is not
     *     gone
     */
    void withdrawHandover(HandoverState handover) throws SQLException;

    /** The texts that jobs of all instances store in the registry, by the names of the jobs. */
    Map<String, String> jobs() throws SQLException;

    /**
     * Changes the text that a job stores in the registry, in one atomic step.
     *
     * @param job the name of the job: letters, digits, {@code -} and {@code _}
     * @param change gets the stored text, or null when there is none, and returns the new text, or null to remove it.
     *     It is called again when another instance has changed the text meanwhile, so it must have no side effects
     */
    void changeJob(String job, UnaryOperator<@Nullable String> change) throws SQLException;
}
