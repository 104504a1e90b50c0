package org.shardingjdbc.transaction.xa.internal;

import java.sql.Connection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.ConnectionLoss;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A branch on a pooled connection as its coordinator sees it. It votes read-only where nothing was written, and where
 * it is the only one that was written: then its commit is the whole decision and needs no second phase.
 *
 * <p>Safe for all threads; a coordinator may prepare and commit on threads of its own.
 */
public final class XaBranch implements XAResource {
    private static final Logger LOG = LoggerFactory.getLogger(XaBranch.class);

    private final String owner;
    private final TransactionSource source;
    private final Connection connection;
    private final BranchConnection calls;
    private final TwoPhaseCommit commands;
    private BranchId id;
    private State state = State.NEW;
    private boolean written;
    private boolean alone;
    private boolean decided;
    private boolean left;
    /** Whether a command of its second phase was sent and not answered: if it is no more, that has ended it. */
    private boolean unanswered;
    /** Whether its user has ended the transaction, so that nothing else runs on the connection. */
    private boolean ending;
    /** Whether the application's coordinator ends it, so that nobody says when. */
    private final boolean joined;
    /** Whether its connection is broken off, so that its database rolls it back. */
    private volatile boolean brokenOff;

    private Throwable veto;
    private SQLException failure;

    private enum State {
        NEW,
        ACTIVE,
        ENDED,
        PREPARED,
        COMMITTED,
        ROLLED_BACK,
        /** A commit was sent and not answered. */
        UNKNOWN
    }

    /**
     * @param owner the name of the sharding data source
     * @param joined whether the application's coordinator ends it
     */
    XaBranch(String owner, TransactionSource source, TransactionBranch branch, boolean joined) {
        this.owner = owner;
        this.source = source;
        this.joined = joined;
        connection = branch.connection();
        calls = new BranchConnection(connection);
        commands = branch.twoPhaseCommit();
    }

    /** The name of the sharding data source, unique in the JVM. */
    public String owner() {
        return owner;
    }

    /** Where it is a branch. */
    public TransactionSource source() {
        return source;
    }

    /** A statement that may write is about to run. */
    synchronized void write() {
        written = true;
    }

    /** Whether a statement that may write was about to run, so that all that it locks is to hold. */
    public synchronized boolean isWritten() {
        return written;
    }

    /** No other branch was written, nor anything else that the coordinator knows. */
    synchronized void commitAlone() {
        alone = true;
    }

    /** Its user ends the transaction; no statement follows. */
    synchronized void ending() {
        ending = true;
    }

    /** A statement failed, so it must not be committed; null when that was undone. */
    synchronized void veto(Throwable cause) {
        veto = cause;
    }

    boolean isOf(TransactionBranch branch) {
        return connection == branch.connection();
    }

    /** Whether its database has said so. */
    public synchronized boolean isCommitted() {
        return state == State.COMMITTED;
    }

    /** Whether its end failed, so that its connection is of no use to others. */
    synchronized boolean isOpen() {
        return failure != null && (state == State.ACTIVE || state == State.ENDED);
    }

    synchronized boolean isRolledBack() {
        return state == State.ROLLED_BACK;
    }

    /** Its commit was sent and not answered, and nobody keeps a decision. */
    synchronized boolean isUnknown() {
        return state == State.UNKNOWN;
    }

    /** It was told to commit after it was prepared: that is the decision, wherever it could be done yet. */
    synchronized boolean isDecided() {
        return decided;
    }

    /** It was told to commit, and its database could not do it yet. */
    public synchronized boolean isLeft() {
        return decided && state == State.PREPARED;
    }

    /** What its database or driver threw first; null when nothing. */
    public synchronized SQLException failure() {
        return failure;
    }

    @Override
    public synchronized void start(Xid xid, int flags) throws XAException {
        if (flags != TMNOFLAGS) {
            requireSame(xid);
            return;
        }
        require(state == State.NEW);
        id = Xids.branchId(xid);
        try {
            String begin = commands.begin(id);
            if (begin == null || joined) {
                // A statement that comes after the coordinator's rollback must not be committed by itself.
                calls.leaveAutoCommit();
            }
            if (begin != null) {
                calls.run(begin);
            }
            state = State.ACTIVE;
        } catch (SQLException e) {
            throw failed(e, XAException.XAER_RMERR);
        }
    }

    @Override
    public synchronized void end(Xid xid, int flags) throws XAException {
        requireSame(xid);
        if (flags == TMSUSPEND || state != State.ACTIVE || isTakenAway() || brokenOff) {
            // The connection is nobody else's meanwhile.
            return;
        }
        try {
            String end = commands.end(id);
            if (end != null) {
                calls.run(end);
            }
            state = State.ENDED;
        } catch (SQLException e) {
            throw failed(e, XAException.XA_RBROLLBACK);
        }
    }

    @Override
    public synchronized int prepare(Xid xid) throws XAException {
        requireSame(xid);
        require(state == State.ENDED);
        requireNoVeto();
        if (!written || alone) {
            commitAtOnce();
            return XA_RDONLY;
        }
        try {
            calls.run(commands.prepare(id));
            state = State.PREPARED;
            return XA_OK;
        } catch (SQLException e) {
            throw failed(e, XAException.XA_RBROLLBACK);
        }
    }

    @Override
    public synchronized void commit(Xid xid, boolean onePhase) throws XAException {
        requireSame(xid);
        if (onePhase) {
            require(state == State.ENDED);
            requireNoVeto();
            commitAtOnce();
            return;
        }
        decided = true;
        if (state == State.COMMITTED) {
            return;
        }
        require(state == State.PREPARED);
        finish(commands.commitPrepared(id));
        state = State.COMMITTED;
    }

    /** A database that rolls back instead may not say so: PostgreSQL prepares a failed transaction without an error. */
    private void requireNoVeto() throws XAException {
        if (veto != null) {
            rollbackAtOnce();
            state = State.ROLLED_BACK;
            throw Xids.error(XAException.XA_RBROLLBACK, veto);
        }
    }

    private void commitAtOnce() throws XAException {
        try {
            String commit = commands.commitAtOnce(id);
            if (commit == null) {
                calls.commit();
            } else {
                calls.run(commit);
            }
            state = State.COMMITTED;
        } catch (SQLException e) {
            boolean lost = ConnectionLoss.is(e);
            state = lost && written ? State.UNKNOWN : state;
            throw failed(e, lost && written ? XAException.XAER_RMFAIL : XAException.XA_RBROLLBACK);
        }
    }

    /** Whether a coordinator that ends it now does so by itself. */
    private boolean isTakenAway() {
        return !ending && !joined;
    }

    @Override
    public synchronized void rollback(Xid xid) throws XAException {
        requireSame(xid);
        // a coordinator's clock, while the user may be executing something
        if (state == State.ACTIVE && isTakenAway()) {
            breakOff();
        }
        if (brokenOff) {
            state = State.ROLLED_BACK;
            return;
        }
        switch (state) {
            case ACTIVE, ENDED -> rollbackAtOnce();
            case PREPARED -> finish(commands.rollbackPrepared(id));
            default -> {
                return;
            }
        }
        state = State.ROLLED_BACK;
    }

    /**
     * Ends what runs on the connection, which its database rolls back; a statement that comes late finds no connection
     * instead of one outside of the transaction. Not once it is {@link #ending}. By any thread, without waiting for
     * what runs.
     */
    void breakOff() {
        brokenOff = true;
        try {
            connection.abort(Runnable::run);
            if (!connection.isClosed()) {
                // H2's driver does nothing: it waits for what runs, and stays out of autocommit mode
                connection.rollback();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be aborted", source.name(), e);
        }
    }

    private void rollbackAtOnce() throws XAException {
        try {
            String end = state == State.ACTIVE ? commands.end(id) : null;
            if (end != null) {
                calls.run(end);
                state = State.ENDED;
            }
            String rollback = commands.rollbackAtOnce(id);
            if (rollback == null) {
                calls.rollback();
            } else {
                calls.run(rollback);
            }
        } catch (SQLException e) {
            if (!ConnectionLoss.is(e)) {
                throw failed(e, XAException.XAER_RMERR);
            }
            // Its database rolls back when the connection is lost.
            failed(e, XAException.XAER_RMFAIL);
        }
    }

    /** Where it is prepared still: its pool would roll back what is open, which H2 takes for the prepared branch. */
    synchronized void leave() {
        if (state == State.PREPARED) {
            left = true;
            calls.drop();
        }
    }

    /** The second phase; where the connection is lost, on another one. */
    private void finish(String sql) throws XAException {
        if (left) {
            finishElsewhere(sql);
            return;
        }
        boolean sent = false;
        try {
            if (commands.endsPreparedInAutoCommit()) {
                calls.enterAutoCommit();
            }
            sent = true;
            calls.run(sql);
        } catch (SQLException e) {
            if (commands.isUnknownBranch(e)) {
                if (unanswered) {
                    return;
                }
                throw gone(e);
            }
            failed(e, XAException.XAER_RMFAIL);
            if (!ConnectionLoss.is(e)) {
                throw Xids.error(XAException.XAER_RMFAIL, e);
            }
            unanswered |= sent;
            finishElsewhere(sql);
        }
    }

    private void finishElsewhere(String sql) throws XAException {
        try {
            new PreparedBranches(source).finish(id, sql);
        } catch (PreparedBranches.UnansweredException e) {
            unanswered = true;
            throw e;
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA || !unanswered) {
                throw e;
            }
            // what was sent and not answered has been done
        }
    }

    /** Somebody else has ended it: what he did, nobody knows. */
    private XAException gone(SQLException cause) {
        state = State.UNKNOWN;
        SQLException before = failure;
        failure = TransactionErrors.causedBy(
                cause, ErrorCode.TRANSACTION_BRANCH_GONE, id, source.name(), decided ? "committed" : "rolled back");
        if (before != null) {
            failure.addSuppressed(before);
        }
        return Xids.error(XAException.XAER_NOTA, failure);
    }

    private XAException failed(SQLException cause, int errorCode) {
        if (failure == null) {
            failure = cause;
        }
        return Xids.error(errorCode, cause);
    }

    private void requireSame(Xid xid) throws XAException {
        if (id == null || !id.equals(Xids.branchId(xid))) {
            throw new XAException(XAException.XAER_NOTA);
        }
    }

    private static void require(boolean possible) throws XAException {
        if (!possible) {
            throw new XAException(XAException.XAER_PROTO);
        }
    }

    @Override
    public void forget(Xid xid) {
        // Nothing is kept of what databases decide by themselves.
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return new PreparedBranches(source).recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        // Each branch is one of its own: two are never joined.
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    /** The name of the data source. */
    @Override
    public String toString() {
        return source.name();
    }
}
