package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;
import org.shardingjdbc.transaction.xa.internal.GlobalTransaction;
import org.shardingjdbc.transaction.xa.internal.XaBranch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of {@link OwnTransactions}. Its abort is presumed: what is forced to disk is the decision to commit, once, when
 * all that was written is prepared and before the first of it is committed. Branches that were only read, and one that
 * alone was written, commit instead of being prepared, the latter last. One thread at a time uses it.
 */
final class OwnTransaction implements GlobalTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(OwnTransaction.class);
    private static final int TRIES = 6;
    private static final int PAUSE_MILLIS = 1_000;
    /** What has to be saved; a change of threads and back costs about a tenth of it. */
    private static final long WORTH_NANOS = 500_000;

    private final OwnTransactions all;
    private final String name;
    private final long expiresMillis;
    private final Function<XaBranch, AtomikosResource> resources;
    private final List<EnlistedBranch> parts = new ArrayList<>(2);
    private boolean over;
    /** From before the decision is written, unless that says that it is not and never will be. */
    private boolean maybeDecided;

    private interface Ending {
        void take(EnlistedBranch part) throws XAException;
    }

    private record EnlistedBranch(XaBranch branch, Xid xid, AtomikosResource resource) {}

    /** @param resources by branches; null for one that is not known */
    OwnTransaction(OwnTransactions all, int timeoutSeconds, Function<XaBranch, AtomikosResource> resources) {
        this.all = all;
        this.resources = resources;
        name = all.name();
        expiresMillis = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(timeoutSeconds);
    }

    @Override
    public void enlist(XaBranch branch) throws SQLException {
        AtomikosResource resource = resources.apply(branch);
        if (over || resource == null) {
            throw TransactionErrors.of(
                    ErrorCode.TRANSACTION_COORDINATOR, "data source " + branch + " was not enlisted");
        }
        EnlistedBranch part = new EnlistedBranch(branch, resource.branchOf(name), resource);
        try {
            branch.start(part.xid, XAResource.TMNOFLAGS);
        } catch (XAException e) {
            SQLException failure = branch.failure();
            throw failure == null
                    ? TransactionErrors.causedBy(e, ErrorCode.TRANSACTION_COORDINATOR, String.valueOf(e.getMessage()))
                    : failure;
        }
        parts.add(part);
    }

    @Override
    public boolean isForeign() {
        return false;
    }

    @Override
    public boolean isGivenUp() {
        return over;
    }

    @Override
    public void beforeCommit(Runnable task) {
        throw new IllegalStateException("nobody else commits it");
    }

    @Override
    public void whenOver(Consumer<Outcome> told) {
        throw new IllegalStateException("nobody else ends it");
    }

    @Override
    public Outcome commit() {
        if (over) {
            return Outcome.ROLLED_BACK;
        }
        over = true;
        boolean committed = false;
        try {
            committed = all.whileOpen(this::commitAll);
        } catch (DecisionUnknownException e) {
            // recovery, which will know, ends what is prepared
            LOG.warn("Nobody knows yet whether transaction {} is to be committed", name, e);
            return Outcome.UNKNOWN;
        } finally {
            if (!committed && !maybeDecided) {
                rollbackAll();
            }
        }
        if (!committed) {
            return maybeDecided ? Outcome.UNKNOWN : Outcome.ROLLED_BACK;
        }
        return isDone() ? Outcome.COMMITTED : Outcome.MIXED;
    }

    private boolean isDone() {
        for (EnlistedBranch each : parts) {
            if (!each.branch.isCommitted()) {
                return false;
            }
        }
        return true;
    }

    /** @return whether it is decided so; else all has to be rolled back */
    private boolean commitAll() {
        try {
            for (EnlistedBranch each : parts) {
                each.branch.end(each.xid, XAResource.TMSUCCESS);
            }
            if (parts.size() == 1) {
                EnlistedBranch only = parts.get(0);
                only.branch.commit(only.xid, true);
                return true;
            }
            List<EnlistedBranch> prepared = prepared();
            if (prepared.isEmpty()) {
                return true;
            }
            maybeDecided = true;
            maybeDecided = all.decide(name, expiresMillis);
            if (!maybeDecided) {
                return false;
            }
            commitPrepared(prepared);
            return true;
        } catch (XAException e) {
            LOG.debug("Transaction {} is rolled back", name, e);
            return false;
        }
    }

    /**
     * Those that voted to commit. Those that are not written go first: what they cannot do decides against the rest.
     */
    private List<EnlistedBranch> prepared() throws XAException {
        List<EnlistedBranch> written = new ArrayList<>(parts.size());
        for (EnlistedBranch each : parts) {
            if (each.branch.isWritten()) {
                written.add(each);
            } else {
                each.branch.prepare(each.xid);
            }
        }
        forEach(written, each -> each.branch.prepare(each.xid));
        written.removeIf(each -> each.branch.isCommitted());
        return written;
    }

    /**
     * One after the other on this thread, until one fails; or beside each other, where that saves more than the change
     * of threads costs. Returns when none runs any more.
     */
    private void forEach(List<EnlistedBranch> some, Ending step) throws XAException {
        if (!isWorthThreads(some)) {
            for (EnlistedBranch each : some) {
                timed(each, step);
            }
            return;
        }
        List<Future<Void>> others = new ArrayList<>(some.size());
        XAException failure = null;
        try {
            for (EnlistedBranch each : some.subList(1, some.size())) {
                others.add(all.helpers().submit(() -> timed(each, step)));
            }
            timed(some.get(0), step);
        } catch (XAException e) {
            failure = e;
        } finally {
            failure = joined(others, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static Void timed(EnlistedBranch part, Ending step) throws XAException {
        long start = System.nanoTime();
        step.take(part);
        part.resource.took(System.nanoTime() - start);
        return null;
    }

    private static boolean isWorthThreads(List<EnlistedBranch> some) {
        long sum = 0;
        long longest = 0;
        for (EnlistedBranch each : some) {
            long nanos = each.resource.usualNanos();
            sum += nanos;
            longest = Math.max(longest, nanos);
        }
        return sum - longest > WORTH_NANOS;
    }

    /** Waits for all, whatever comes. */
    private static XAException joined(List<Future<Void>> others, XAException before) {
        XAException failure = before;
        boolean interrupted = false;
        for (Future<Void> each : others) {
            boolean done = false;
            while (!done) {
                try {
                    each.get();
                    done = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    done = true;
                    failure = failure == null ? of(e.getCause()) : failure;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    private static XAException of(Throwable cause) {
        if (cause instanceof XAException known) {
            return known;
        }
        XAException failure = new XAException(XAException.XAER_RMERR);
        failure.initCause(cause);
        return failure;
    }

    /** What cannot be committed after some tries is left to recovery, as the decision stays in the log. */
    private void commitPrepared(List<EnlistedBranch> prepared) throws XAException {
        List<EnlistedBranch> left = prepared;
        for (int tries = 1; !left.isEmpty() && tries <= TRIES; tries++) {
            if (tries > 1 && !pause()) {
                return;
            }
            left = notCommitted(left);
        }
        if (isDone()) {
            all.forget(name, expiresMillis);
        }
    }

    /** Those of them whose commit is to be tried again. */
    private List<EnlistedBranch> notCommitted(List<EnlistedBranch> prepared) throws XAException {
        Queue<EnlistedBranch> left = new ConcurrentLinkedQueue<>();
        forEach(prepared, each -> {
            try {
                each.branch.commit(each.xid, false);
            } catch (XAException e) {
                LOG.warn("Transaction {} could not be committed on data source {}", name, each.branch, e);
                // one that is no more may be committed by what was not answered
                if (each.branch.isLeft() && e.errorCode != XAException.XAER_NOTA) {
                    left.add(each);
                }
            }
        });
        return List.copyOf(left);
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void rollback() {
        if (!over) {
            over = true;
            rollbackAll();
        }
    }

    /** A prepared one that cannot be is left to recovery, which presumes it. */
    private void rollbackAll() {
        for (EnlistedBranch each : parts) {
            try {
                each.branch.rollback(each.xid);
            } catch (XAException e) {
                LOG.debug("Transaction {} could not be rolled back on data source {}", name, each.branch, e);
            }
        }
    }
}
