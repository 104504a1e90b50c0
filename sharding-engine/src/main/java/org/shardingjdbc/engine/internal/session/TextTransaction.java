package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.SeveralStatements.Unity;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement.TransactionKind;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;

/**
 * The transaction around the statements of one text, as the database has it ({@link Unity}).
 *
 * <p>Some databases put a transaction around a text where none is open. It begins with the first statement, and again
 * with the first one behind a COMMIT or ROLLBACK in the text, and it ends with the text. A BEGIN makes it the
 * application's, which then ends it. Other databases undo the whole text when it fails in a transaction, but not what a
 * COMMIT in it has ended. One per execution of a text, used by one thread.
 */
public final class TextTransaction {
    private final SessionState state;
    private final SessionTransactions transactions;
    private final Unity unity;
    /** Whether a transaction of the text is open, which ends with the text. */
    private boolean own;
    /** Whether the text has ended a transaction. */
    private boolean ended;

    private boolean dependent;
    /** The savepoint before the text; null where there is nothing to undo. */
    private @Nullable Savepoint before;
    /** The transaction of {@link #before}. */
    private @Nullable LogicTransaction undone;

    TextTransaction(SessionState state, SessionTransactions transactions, Unity unity) {
        this.state = state;
        this.transactions = transactions;
        this.unity = unity;
    }

    /**
     * A statement of the text is executed next.
     *
     * @return whether the statement still has to be executed: not a BEGIN in the transaction that is already there
     * @throws SQLException where the database has no transaction in which the statement could be executed
     */
    public boolean before(StatementPlan plan) throws SQLException {
        TransactionStatement statement =
                plan instanceof SessionPlan session && session.statement() instanceof TransactionStatement known
                        ? known
                        : null;
        if (statement != null && statement.kind() != TransactionKind.SET_TRANSACTION) {
            return unity != Unity.TRANSACTION || !own || beforeOwn(statement);
        }
        if (unity == Unity.TRANSACTION) {
            begin();
        } else if (unity == Unity.EACH_OR_UNDONE && transactions.isOpen()) {
            remember();
        }
        return true;
    }

    /** The statement was executed. */
    public void after(StatementPlan plan) {
        if (plan instanceof SessionPlan session && session.statement() instanceof TransactionStatement statement) {
            ended |= statement.kind() == TransactionKind.COMMIT || statement.kind() == TransactionKind.ROLLBACK;
            ended &= statement.kind() != TransactionKind.BEGIN;
        }
    }

    private boolean beforeOwn(TransactionStatement statement) throws SQLException {
        switch (statement.kind()) {
            case BEGIN -> {
                if (statement.isolation() != null || statement.readOnly() != null) {
                    throw SqlErrors.refuse(
                            "BEGIN with characteristics behind other statements of a text",
                            "these belong to its transaction already; begin the text with it");
                }
                own = false;
                return false;
            }
            case COMMIT, ROLLBACK -> {
                if (statement.chain()) {
                    throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, "AND CHAIN");
                }
                own = false;
                return true;
            }
            default -> throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, "A savepoint");
        }
    }

    private void begin() throws SQLException {
        if (transactions.isOpen()) {
            // without autocommit, a statement behind a COMMIT begins a transaction that ends with the text
            own |= ended;
            return;
        }
        state.lock.lock();
        try {
            state.checkOpen();
            transactions.begin();
            own = true;
        } finally {
            state.lock.unlock();
        }
    }

    private void remember() throws SQLException {
        if (before == null || transactions.current() != undone) {
            before = transactions.setSavepoint(null);
            undone = transactions.current();
        }
    }

    private boolean isUndoable() {
        return before != null && transactions.current() == undone;
    }

    /** Statements of the text must see what earlier ones did: all reads go where rows are written. */
    public void seesItself() {
        if (!dependent) {
            dependent = true;
            state.beginSteps();
        }
    }

    /** The text is over, whether it failed or not. */
    public void over() {
        if (dependent) {
            dependent = false;
            state.endSteps();
        }
    }

    /** All statements were executed: commits the text's transaction, if there is one. */
    public void commit() throws SQLException {
        Savepoint start = before;
        if (start != null && isUndoable()) {
            transactions.release(start);
        }
        end(true);
    }

    /** A statement of the text failed: rolls back the text's transaction, if there is one. */
    public void rollBack(Throwable failure) {
        try {
            Savepoint start = before;
            if (start != null && isUndoable()) {
                transactions.rollback(start);
                transactions.release(start);
            }
            end(false);
        } catch (SQLException e) {
            failure.addSuppressed(e);
            LogicTransaction left = transactions.current();
            if (left != null) {
                left.fail(failure);
            }
        }
    }

    private void end(boolean commit) throws SQLException {
        if (!own) {
            return;
        }
        own = false;
        state.lock.lock();
        try {
            transactions.endNow(commit);
        } finally {
            state.lock.unlock();
        }
    }
}
