package org.shardingjdbc.engine.door;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A session of a client, as {@link Doors} opens it: it prepares SQL and executes it, one statement at a time, and has
 * one transaction over all data sources. One thread at a time uses it; only {@link #cancel} may be called by any. What
 * SQL says of the session, such as BEGIN, SAVEPOINT or SET, counts as much as what is said here.
 */
@Incubating
public interface Door extends AutoCloseable {
    /**
     * What bounds an execution.
     *
     * @param rows how many rows it returns at most; 0 for all
     * @param fetchSize how many rows drivers are to fetch at once; 0 as each likes
     * @param seconds how long it may take; 0 for any time
     */
    @Incubating
    record Limits(long rows, int fetchSize, int seconds) {
        /** None. */
        public static final Limits NONE = new Limits(0, 0, 0);
    }

    /** The state of the transaction, as protocols report it to a client after each statement. */
    @Incubating
    enum TransactionStatus {
        /** In none: the next statement stands for itself. */
        NONE,
        /** In one, though nothing may have been done in it yet. */
        OPEN,
        /** In one of which nothing is left: only a rollback is possible, and a commit rolls back and says so. */
        FAILED
    }

    /**
     * The statements of a text, in their order: each is prepared by itself, as a reply has one result.
     *
     * @throws SQLException when a string or comment has no end, or this door is closed
     */
    List<String> statements(String text) throws SQLException;

    /**
     * Plans a SQL text whose executions tell no generated keys.
     *
     * @throws SQLException when the SQL is wrong or refused, has several statements, or this door is closed
     */
    PreparedSql prepare(String sql) throws SQLException;

    /**
     * Plans a SQL text whose executions tell generated keys.
     *
     * @param columns which; whatever the databases and key generators make when there are none
     * @throws SQLException when the SQL is wrong or refused, or this door is closed
     */
    PreparedSql prepareForKeys(String sql, String... columns) throws SQLException;

    /**
     * Executes it, by the rules and tables of now. What an execution before it returned is closed.
     *
     * @param prepared by this session; an IllegalArgumentException tells that it is not
     * @param values one for each parameter; null for NULL. The classes are those that the databases' drivers take
     * @throws SQLException after which nothing of the execution is open
     */
    Reply execute(PreparedSql prepared, List<? extends @Nullable Object> values, Limits limits) throws SQLException;

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
    BatchReply executeBatch(PreparedSql prepared, List<? extends List<? extends @Nullable Object>> rows, Limits limits)
            throws SQLException;

    /** Whether the client is in a transaction. Asks no database. */
    TransactionStatus transaction();

    /**
     * Begins a transaction that lasts until it is committed or rolled back, in autocommit mode too. Databases are told
     * when a statement reaches them.
     *
     * @throws IllegalStateException when one is open, as it always is without autocommit
     * @throws SQLException when this door is closed
     */
    void begin() throws SQLException;

    /**
     * Commits the transaction on all data sources. Afterwards it is over, whatever is thrown.
     *
     * @throws SQLException when there is none, or it was rolled back instead, or a data source did not commit
     */
    void commit() throws SQLException;

    /**
     * Rolls the transaction back on all data sources. Afterwards it is over, whatever is thrown.
     *
     * @throws SQLException when there is none, or a data source did not answer
     */
    void rollback() throws SQLException;

    /**
     * Where the transaction stands now, on all data sources, also on those that it reaches later.
     *
     * @return of use to this door alone, until the transaction ends
     * @throws SQLException when there is none, or it has failed
     */
    Savepoint savepoint() throws SQLException;

    /**
     * Takes back what was done since.
     *
     * @throws SQLException when the savepoint is not of the transaction, or a data source does not go back
     */
    void rollbackTo(Savepoint savepoint) throws SQLException;

    /**
     * Forgets a savepoint and those after it; what was done stays.
     *
     * @throws SQLException when the savepoint is not of the transaction
     */
    void release(Savepoint savepoint) throws SQLException;

    /** Whether each statement stands for itself where no transaction was begun; so it is first. */
    boolean autoCommit();

    /**
     * @throws SQLException when the commit of an open transaction fails, which a change of it is, or the door is closed
     */
    void autoCommit(boolean on) throws SQLException;

    /**
     * The isolation of transactions, which is the databases' own first.
     *
     * @return of {@link Connection}; never {@link Connection#TRANSACTION_NONE}
     * @throws SQLException when the databases must be asked and do not answer, or this door is closed
     */
    int isolation() throws SQLException;

    /**
     * Sets it, for an open transaction as its databases do.
     *
     * @param level of {@link Connection}, or one that the databases know
     * @throws SQLException when a database does not take it; then it is as it was
     */
    void isolation(int level) throws SQLException;

    /** Whether transactions are read-only; false at first. */
    boolean readOnly();

    /**
     * @throws SQLException when a database does not take it, as in the middle of a transaction; then it is as it was
     */
    void readOnly(boolean on) throws SQLException;

    /** Ends what was executed last, and may still run or be read: it fails. By any thread. */
    void cancel() throws SQLException;

    /**
     * Closes all that it prepared, rolls back what is open and gives all connections back, in the middle of rows too.
     * Doing it twice changes nothing.
     *
     * @throws SQLException when something failed on the way; it is closed all the same
     */
    @Override
    void close() throws SQLException;
}
