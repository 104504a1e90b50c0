package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.IncompleteCommitException;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.ShardingTransaction.TransactionEnd;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.GlobalTransaction.Outcome;

/**
 * A transaction whose branches commit all or none. One thread at a time uses it; {@link #expire} is for another.
 * Whoever is first, of its user who ends it and of the clock, decides.
 */
final class XaTransaction implements ShardingTransaction {
    private final String owner;
    private final GlobalTransaction global;
    private final Map<String, TransactionSource> sources;
    private final long deadlineNanos;
    private final int timeoutSeconds;
    /** Its thread adds, the clock reads. */
    private final List<XaBranch> branches = new CopyOnWriteArrayList<>();

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final OpenTransactions open;

    private enum State {
        OPEN,
        ENDING,
        EXPIRED
    }

    /**
     * @param owner the name of the sharding data source
     * @param timeoutSeconds after which it can only be rolled back; of no account when the application began it
     * @param open told when it ends
     */
    XaTransaction(
            String owner,
            GlobalTransaction global,
            Map<String, TransactionSource> sources,
            int timeoutSeconds,
            OpenTransactions open) {
        this.owner = owner;
        this.open = open;
        this.global = global;
        this.sources = sources;
        this.timeoutSeconds = timeoutSeconds;
        deadlineNanos = System.nanoTime() + timeoutSeconds * 1_000_000_000L;
    }

    @Override
    public void enlist(TransactionBranch branch) throws SQLException {
        checkActive();
        TransactionSource source = sources.get(branch.dataSourceName());
        if (branch.twoPhaseCommit() == null || source == null) {
            throw TransactionErrors.of(
                    ErrorCode.XA_IMPOSSIBLE, branch.dataSourceName(), "its database has no two-phase commit");
        }
        XaBranch added = new XaBranch(owner, source, branch, global.isForeign());
        branches.add(added);
        boolean enlisted = false;
        try {
            global.enlist(added);
            checkActive();
            enlisted = true;
        } finally {
            if (!enlisted) {
                branches.remove(added);
            }
        }
    }

    /** Its locks must hold until all is decided, as if something had been written. */
    @Override
    public void locking(TransactionBranch branch) {
        writing(branch);
    }

    @Override
    public void writing(TransactionBranch branch) {
        for (XaBranch each : branches) {
            if (each.isOf(branch)) {
                each.write();
            }
        }
    }

    @Override
    public void checkActive() throws SQLException {
        if (isExpired()) {
            throw TransactionErrors.of(ErrorCode.TRANSACTION_TIMED_OUT, timeoutSeconds);
        }
        if (global.isGivenUp()) {
            throw global.isForeign()
                    ? TransactionErrors.of(ErrorCode.TRANSACTION_GIVEN_UP)
                    : TransactionErrors.of(ErrorCode.TRANSACTION_FAILED, "its coordinator has given it up");
        }
    }

    private boolean isExpired() {
        return state.get() == State.EXPIRED || !global.isForeign() && isTimeOver();
    }

    private boolean isTimeOver() {
        return System.nanoTime() - deadlineNanos > 0;
    }

    /**
     * Breaks its connections off when its time is over and its user has not begun to end it: what runs on them fails,
     * and their databases roll back. By any thread.
     *
     * @return whether it is over
     */
    boolean expire() {
        if (!isTimeOver()) {
            return false;
        }
        if (state.compareAndSet(State.OPEN, State.EXPIRED)) {
            branches.forEach(XaBranch::breakOff);
        }
        return true;
    }

    /** Whether its user, and not the clock, ends it. */
    private boolean end() {
        open.remove(this);
        branches.forEach(XaBranch::ending);
        return state.compareAndSet(State.OPEN, State.ENDING);
    }

    @Override
    public void failed(Throwable cause) {
        branches.forEach(branch -> branch.veto(cause));
    }

    @Override
    public void recovered() {
        branches.forEach(branch -> branch.veto(null));
    }

    @Override
    public void whenOver(Consumer<TransactionEnd> told) throws SQLException {
        global.whenOver(outcome -> told.accept(end(outcome)));
    }

    /** Its branches are not prepared then. */
    @Override
    public void beforeCommit(Supplier<SQLException> refusal) throws SQLException {
        global.beforeCommit(() -> {
            SQLException refused = refusal.get();
            if (refused != null) {
                failed(refused);
            }
        });
    }

    private TransactionEnd end(Outcome outcome) {
        branches.forEach(XaBranch::leave);
        if (outcome == Outcome.COMMITTED && branches.stream().allMatch(XaBranch::isCommitted)) {
            return TransactionEnd.COMMITTED;
        }
        return outcome == Outcome.ROLLED_BACK && branches.stream().allMatch(XaBranch::isRolledBack)
                ? TransactionEnd.ROLLED_BACK
                : TransactionEnd.UNKNOWN;
    }

    @Override
    public void commit() throws SQLException {
        if (isTimeOver() || !end()) {
            SQLException refused = TransactionErrors.of(ErrorCode.TRANSACTION_TIMED_OUT, timeoutSeconds);
            try {
                rollback();
            } catch (SQLException e) {
                refused.addSuppressed(e);
            }
            throw refused;
        }
        long written = branches.stream().filter(XaBranch::isWritten).count();
        if (written == 1) {
            branches.stream().filter(XaBranch::isWritten).forEach(XaBranch::commitAlone);
        }
        Outcome outcome = committed();
        SQLException failure = firstFailure();
        // some coordinators say that what is decided is done
        if (outcome == Outcome.UNKNOWN
                || branches.stream().anyMatch(branch -> branch.isUnknown() || branch.isLeft())
                || outcome == Outcome.MIXED && branches.stream().anyMatch(XaBranch::isDecided)) {
            throw incomplete(failure);
        }
        if (outcome != Outcome.COMMITTED) {
            // recovery rolls back what could not be now
            throw rolledBack(failure);
        }
    }

    private Outcome committed() throws SQLException {
        try {
            return global.commit();
        } finally {
            branches.forEach(XaBranch::leave);
        }
    }

    private SQLException rolledBack(SQLException failure) {
        if (failure != null) {
            return failure;
        }
        return TransactionErrors.of(ErrorCode.TRANSACTION_ROLLED_BACK, "its coordinator rolled it back");
    }

    private IncompleteCommitException incomplete(SQLException failure) {
        List<String> committed = new ArrayList<>();
        List<String> rolledBack = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (XaBranch branch : branches) {
            (branch.isCommitted() ? committed : branch.isRolledBack() ? rolledBack : unknown).add(branch.toString());
        }
        SQLException cause =
                failure == null ? TransactionErrors.of(ErrorCode.TRANSACTION_COORDINATOR, "a mixed outcome") : failure;
        return new IncompleteCommitException(committed, rolledBack, unknown, cause);
    }

    private SQLException firstFailure() {
        for (XaBranch branch : branches) {
            if (branch.failure() != null) {
                return branch.failure();
            }
        }
        return null;
    }

    @Override
    public void rollback() throws SQLException {
        end();
        try {
            global.rollback();
        } finally {
            branches.forEach(XaBranch::leave);
        }
        for (XaBranch branch : branches) {
            // coordinators leave it at that: its database rolls back when the connection is closed
            if (branch.isOpen()) {
                throw branch.failure();
            }
        }
    }
}
