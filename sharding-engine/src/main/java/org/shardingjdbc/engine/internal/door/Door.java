package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.Deployments;
import org.shardingjdbc.engine.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.session.Session;

/**
 * A session of a client: it prepares SQL and executes it, one statement at a time. One thread at a time uses it; only
 * {@link #cancel} may be called by any.
 */
public interface Door extends AutoCloseable {
    /**
     * What bounds an execution.
     *
     * @param rows how many rows it returns at most; 0 for all
     * @param fetchSize how many rows drivers are to fetch at once; 0 as each likes
     * @param seconds how long it may take; 0 for any time
     */
    record Limits(long rows, int fetchSize, int seconds) {
        /** None. */
        public static final Limits NONE = new Limits(0, 0, 0);
    }

    /**
     * Opens a session.
     *
     * @param deployments of the data source, which must not be closed before
     */
    static Door open(Deployments deployments) {
        return new OpenDoor(new Session(deployments));
    }

    /** What the session has beyond its statements: its settings and its transaction. */
    Session session();

    /**
     * Plans a SQL text.
     *
     * @param keys which generated keys its executions tell
     * @throws SQLException when the SQL is wrong or refused
     */
    PreparedSql prepare(String sql, GeneratedKeyRequest keys) throws SQLException;

    /**
     * Executes it, by the rules and tables of now. What an execution before it returned is closed.
     *
     * @param prepared by this session
     * @param values one for each parameter; null for NULL. The classes are those that the databases' drivers take
     * @throws SQLException after which nothing of the execution is open
     */
    Reply execute(PreparedSql prepared, List<?> values, Limits limits) throws SQLException;

    /**
     * Executes it for each of several rows of values, by the rules and tables of now: what goes to one data node goes
     * there together. Rows that touch the same actual tables are executed in their order. What an execution before it
     * returned is closed.
     *
     * @param prepared by this session; one that returns rows is refused
     * @param rows of values as {@link #execute} takes them; may be empty
     * @param limits of which a batch needs the time alone
     * @throws java.sql.BatchUpdateException when a row failed; its large counts say of each row whether it is written,
     *     as one is where its data node is the only one and no transaction undid it
     * @throws SQLException when the values are not as many as the parameters, or nothing is executed for another reason
     */
    BatchReply executeBatch(PreparedSql prepared, List<? extends List<?>> rows, Limits limits) throws SQLException;

    /** Ends what was executed last, and may still run or be read: it fails. By any thread. */
    void cancel() throws SQLException;

    /** Closes all that it prepared, rolls back what is open and gives all connections back. */
    @Override
    void close() throws SQLException;
}
