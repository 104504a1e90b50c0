package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.List;

/**
 * The registry as applications see it. Safe for all threads; one per sharding data source, of use until that is closed.
 * What reads or changes the registry fails with SHD-7003 while it is away.
 */
public interface Governance {
    /** This instance's id. */
    String instanceId();

    /**
     * The id of the instance that was elected to say where groups of databases are written; empty while there is none,
     * or nothing to say.
     */
    String watcher();

    /** The version of the configuration that this instance runs on. */
    long version();

    /** Whether the registry answers, as far as is known. */
    boolean isConnected();

    /** All instances that live, this one among them, by their ids. */
    List<InstanceState> instances() throws SQLException;

    /** What is switched off, as far as this instance knows. */
    Switches switches();

    /**
     * Sends no statement to a data source any more, from any instance, until it is enabled. Transactions that use it go
     * on.
     */
    void disable(String dataSource) throws SQLException;

    /** Undoes {@link #disable}. */
    void enable(String dataSource) throws SQLException;

    /** Sends no statement to any data source any more, from any instance. Transactions that have begun go on. */
    void breakCircuit() throws SQLException;

    /** Undoes {@link #breakCircuit}. */
    void closeCircuit() throws SQLException;
}
