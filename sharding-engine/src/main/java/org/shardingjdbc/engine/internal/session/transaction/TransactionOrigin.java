package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.twophase.LeadingWords;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.TransactionProvider;

/**
 * Where the transactions of a session come from: the configured type, a type that was set on the session or, for the
 * session's whole life, the application's coordinator, which ends them. One per session; used by one thread at a time.
 */
public final class TransactionOrigin {
    /** CREATE GLOBAL TEMPORARY TABLE has four words. */
    private static final int WORDS = 4;

    private final TransactionTypes types;
    /** Makes the transactions that follow. */
    private TransactionProvider provider;
    /** Stands for the transaction of the application's coordinator; null when the session takes part in none. */
    private @Nullable Object surrounding;

    public TransactionOrigin(TransactionTypes types) {
        this.types = types;
        this.provider = types.byDefault();
    }

    /** Makes the transactions that follow. */
    public TransactionProvider provider() {
        return provider;
    }

    /** The type of the transactions that follow. */
    public String type() {
        return provider.type();
    }

    /**
     * Changes the type of the transactions that follow.
     *
     * @param type null for the configured one
     * @param begun whether a transaction has begun
     * @throws SQLException when no type has that name, when the type cannot start, or when a transaction has begun
     */
    public void type(@Nullable String type, boolean begun) throws SQLException {
        TransactionProvider next = type == null ? types.byDefault() : known(type);
        if (begun) {
            throw SqlErrors.of(ErrorCode.TRANSACTION_TYPE_FIXED, next.type(), type());
        }
        provider = next;
    }

    private TransactionProvider known(String type) throws SQLException {
        try {
            return types.of(type);
        } catch (ShardingException unknown) {
            throw SqlErrors.from(unknown);
        }
    }

    /**
     * Checks a statement that neither reads nor writes rows and is about to be executed in a transaction.
     *
     * @throws SQLException when it cannot run in a transaction with two phases
     */
    public void checkPossible(String sql, Dialect dialect) throws SQLException {
        TwoPhaseCommit commands = dialect.twoPhaseCommit();
        if (commands == null || !provider.isTwoPhase()) {
            return;
        }
        List<String> words = LeadingWords.of(sql, WORDS);
        String reason = commands.refuses(words);
        if (reason != null) {
            throw SqlErrors.of(ErrorCode.STATEMENT_NOT_IN_XA, String.join(" ", words), reason);
        }
    }

    /** The branches of any transaction that are prepared and wait for a decision. */
    public List<BranchInDoubt> inDoubt() throws SQLException {
        return types.inDoubt();
    }

    /** The session takes part in a transaction of the application's coordinator from now on. */
    public void join(Object standsForIt) {
        surrounding = standsForIt;
    }

    /** Whether somebody else ends the session's transaction. */
    public boolean isJoined() {
        return surrounding != null;
    }

    /**
     * Checks that a statement runs in the transaction of its thread where there is one, and never by mistake beside it.
     *
     * @param begun whether the session has a transaction
     * @throws SQLException when the thread is in another transaction than the session
     */
    public void check(boolean begun) throws SQLException {
        if (begun && surrounding == null) {
            return;
        }
        Object ofThread = provider.surrounding().orElse(null);
        if (!Objects.equals(ofThread, surrounding)) {
            throw SqlErrors.of(ErrorCode.NOT_JOINED);
        }
    }

    /** @throws SQLException when only the coordinator may do that */
    public void refuseWhereJoined(String what) throws SQLException {
        if (surrounding != null) {
            throw SqlErrors.of(ErrorCode.TRANSACTION_IS_JOINED, what);
        }
    }
}
