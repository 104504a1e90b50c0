package org.shardingjdbc.transaction;

import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shardingjdbc.Incubating;

/**
 * One transaction over the data sources that are enlisted in it. Not thread-safe; one thread at a time uses it, not
 * always the same. After {@link #commit} or {@link #rollback} it is over, whether they threw or not, and none of its
 * branches has anything open.
 */
@Incubating
public interface ShardingTransaction {
    /**
     * Begins the transaction's branch on a connection, before anything is done there.
     *
     * @throws SQLException when it cannot begin; then it is not enlisted
     */
    void enlist(TransactionBranch branch) throws SQLException;

    /**
     * Whether it is notified of every statement; otherwise of the first on each branch that does more than those
     * before.
     */
    default boolean isToldOfEach() {
        return false;
    }

    /**
     * Told before a statement that only reads, if it {@link #isToldOfEach}.
     *
     * @throws SQLException when the transaction must not; the statement does not run
     */
    default void reading(TransactionBranch branch) throws SQLException {}

    /**
     * Told before the first statement on a branch that locks rows there and writes nothing.
     *
     * @throws SQLException when the transaction must not; the statement does not run
     */
    default void locking(TransactionBranch branch) throws SQLException {}

    /**
     * Told before the first statement on a branch that makes, changes or drops tables and the like there, unless it has
     * written there.
     *
     * @throws SQLException when the transaction must not; the statement does not run
     */
    default void defining(TransactionBranch branch) throws SQLException {
        writing(branch);
    }

    /**
     * Told before the first statement on a branch that may write there.
     *
     * @throws SQLException when the transaction must not; the statement does not run
     */
    default void writing(TransactionBranch branch) throws SQLException {}

    /**
     * Told when nothing stands any more of what was written on a branch: the statement that wrote was undone, did not
     * run after all, or a rollback to a savepoint before it undid it. The next write there is notified again.
     */
    default void undone(TransactionBranch branch) {}

    /**
     * Asked before each statement.
     *
     * @throws SQLException when the transaction can only be rolled back: its time is over, its coordinator gave it up
     */
    default void checkActive() throws SQLException {}

    /**
     * Whether what was done on a branch may be undone by {@link java.sql.Connection#rollback} on its connection, after
     * which the branch goes on as it began: nobody else knows of what is done there before {@link #commit}.
     */
    default boolean branchesRollBackAlone() {
        return false;
    }

    /** From now on it can only be rolled back, for the given reason, unless it is {@link #recovered}. */
    default void failed(Throwable cause) {}

    /** A rollback to a savepoint undid what had failed. */
    default void recovered() {}

    /**
     * Registers a listener that is called once, when the coordinator of a joined transaction has ended it, on the
     * thread that ended it.
     *
     * @throws SQLException when it is too late for that
     */
    default void whenOver(Consumer<TransactionEnd> told) throws SQLException {}

    /**
     * Has somebody asked, before the coordinator of a joined transaction commits it, for why it must not.
     *
     * @param refusal gives null where it may be committed
     * @throws SQLException when it is too late for that
     */
    default void beforeCommit(Supplier<SQLException> refusal) throws SQLException {}

    /**
     * Commits every branch.
     *
     * @throws IncompleteCommitException when some branches were committed and others not, or when it is not known
     * @throws SQLException when it failed and no branch was committed
     */
    void commit() throws SQLException;

    /**
     * Rolls every branch back, all of them even when one fails.
     *
     * @throws SQLException the first failure, others suppressed
     */
    void rollback() throws SQLException;

    /** How a joined transaction ended. */
    @Incubating
    enum TransactionEnd {
        /** Every branch is committed. */
        COMMITTED,
        /** Every branch is rolled back. */
        ROLLED_BACK,
        /** Some branches may be prepared, or ended otherwise than others: their connections are not used again. */
        UNKNOWN
    }
}
