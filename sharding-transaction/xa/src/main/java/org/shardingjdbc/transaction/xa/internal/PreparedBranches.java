package org.shardingjdbc.transaction.xa.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.transaction.ConnectionLoss;
import org.shardingjdbc.transaction.TransactionSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prepared branches of one data source, looked for and ended on a connection of its own for each call: what
 * recovery needs. Safe for all threads.
 */
public class PreparedBranches implements XAResource {
    private static final Logger LOG = LoggerFactory.getLogger(PreparedBranches.class);

    private final TransactionSource source;
    private final TwoPhaseCommit commands;

    public PreparedBranches(TransactionSource source) {
        this.source = source;
        commands = source.twoPhaseCommit();
    }

    /**
     * One of them.
     *
     * @param since when it was prepared; null where the database does not say
     */
    record PreparedBranch(BranchId branch, Instant since) {}

    /** All of them, whosever they are. */
    public List<BranchId> list() throws SQLException {
        return all().stream().map(PreparedBranch::branch).toList();
    }

    /** As {@link #list}, with what else the database says. */
    List<PreparedBranch> all() throws SQLException {
        try {
            return ask();
        } catch (SQLException first) {
            // a connection that died in the pool is out of it now; another one tells whether the database did
            try {
                return ask();
            } catch (SQLException again) {
                again.addSuppressed(first);
                throw again;
            }
        }
    }

    private List<PreparedBranch> ask() throws SQLException {
        List<PreparedBranch> found = new ArrayList<>();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(commands.prepared())) {
            while (rows.next()) {
                BranchId id = commands.prepared(rows);
                if (id != null) {
                    found.add(new PreparedBranch(id, commands.preparedSince(rows)));
                }
            }
        }
        return found;
    }

    /**
     * Commits or rolls back a prepared branch.
     *
     * @throws XAException when it did not: XAER_NOTA if the branch is no more, XAER_RMFAIL if it may be there
     */
    void finish(BranchId id, String sql) throws XAException {
        boolean sent = false;
        boolean done = false;
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            sent = true;
            statement.execute(sql);
            done = true;
        } catch (SQLException e) {
            if (done) {
                LOG.debug("What ended a branch could not be closed", e);
                return;
            }
            if (sent && ConnectionLoss.is(e)) {
                throw new UnansweredException(e);
            }
            throw Xids.error(isGone(id, e) ? XAException.XAER_NOTA : XAException.XAER_RMFAIL, e);
        }
    }

    /** A command was sent and not answered: the branch may be there, or not. */
    static final class UnansweredException extends XAException {
        private static final long serialVersionUID = 1L;

        UnansweredException(SQLException cause) {
            super(cause.getMessage());
            errorCode = XAER_RMFAIL;
            initCause(cause);
        }
    }

    /** A branch whose owner is still connected is unknown to others, and there all the same. */
    private boolean isGone(BranchId id, SQLException error) {
        if (!commands.isUnknownBranch(error)) {
            return false;
        }
        try {
            return !commands.preparedBranchesHaveOwner() || !list().contains(id);
        } catch (SQLException e) {
            error.addSuppressed(e);
            return false;
        }
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        if ((flag & TMSTARTRSCAN) == 0) {
            return new Xid[0];
        }
        try {
            return list().stream().map(Xids::of).toArray(Xid[]::new);
        } catch (SQLException e) {
            throw Xids.error(XAException.XAER_RMFAIL, e);
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        BranchId id = Xids.branchId(xid);
        finish(id, commands.commitPrepared(id));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        BranchId id = Xids.branchId(xid);
        finish(id, commands.rollbackPrepared(id));
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw new XAException(XAException.XAER_PROTO);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw new XAException(XAException.XAER_PROTO);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw new XAException(XAException.XAER_PROTO);
    }

    @Override
    public void forget(Xid xid) {
        // Nothing is kept of what databases decide by themselves.
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof PreparedBranches branches && branches.source.equals(source);
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
