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
     * The id of the instance that was elected to say where groups of databases are written; empty while there is none,
     * or nothing to say.
     */
    String watcher();

    /** What counted when this instance started, and will at its next start, if its document and the registry differ. */
    ModeConfiguration.DifferenceWinner whenDifferent();

    /** The version of the configuration that this instance runs on. */
    long version();

    /** Whether the registry answers, as far as is known. */
    boolean isConnected();

    /** All instances that are running, this one among them, by their ids. */
    List<InstanceState> instances() throws SQLException;

    /** What is switched off, as far as this instance knows. */
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

    /** The handover of all instances that is under way, as the registry has it; null for none. */
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

    /** What jobs of all instances keep in the registry, by their names. */
    Map<String, String> jobs() throws SQLException;

    /**
     * Changes what a job keeps in the registry; nobody else does meanwhile.
     *
     * @param job of letters, digits, {@code -} and {@code _}
     * @param change makes the next text of the one that is there, null where there is none; null to keep nothing any
     *     more. Called again where somebody else was faster
     */
    void changeJob(String job, UnaryOperator<@Nullable String> change) throws SQLException;
}
