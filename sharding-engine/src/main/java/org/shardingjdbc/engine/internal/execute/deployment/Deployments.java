package org.shardingjdbc.engine.internal.execute.deployment;

import java.lang.ref.WeakReference;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.observe.Tally;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.error.ErrorCode;

/** What the sessions of one sharding data source share. Safe for all threads. */
public final class Deployments {
    private final Workers workers;
    private final TransactionTypes transactions;
    /** Null without a registry. */
    private final @Nullable StatementFence fence;

    /** Whether threads may be in transactions of the application's coordinator. */
    private final boolean joining;

    private final Tally tally = new Tally();
    /** Deployments that were current before, as long as anybody refers to them. Used by one thread at a time. */
    private final List<WeakReference<Deployment>> former = new ArrayList<>();

    private volatile Deployment current;
    /** Null until the data source is made. */
    private volatile @Nullable DataSourceCommands commands;

    private volatile boolean closed;
    /** The exit of a replacement that waits until nothing runs by the old deployments; null while there is none. */
    private volatile @Nullable DeploymentExit leaving;

    /** @param fence passed by all statements; null for none */
    public Deployments(
            Workers workers, TransactionTypes transactions, Deployment first, @Nullable StatementFence fence) {
        this.workers = workers;
        this.transactions = transactions;
        this.joining = transactions.byDefault().mayBeSurrounded();
        this.fence = fence;
        first.lingering(workers);
        this.current = first;
    }

    /** The deployment that new executions use. */
    public Deployment current() {
        return current;
    }

    /**
     * The plan of a SQL text for new executions, from the cache; plans nothing.
     *
     * @return null where the text has to be planned, or uses views, which may have been replaced elsewhere
     */
    public @Nullable DeployedPlan kept(String sql) {
        Deployment now = current;
        DeployedPlan kept = now.cache == null ? null : now.cache.kept(sql, now.deployed);
        return kept == null || kept.ofViews ? null : kept;
    }

    /** Replaces the current deployment for new executions; running executions keep theirs. */
    public void replace(Deployment next) {
        former.removeIf(each -> each.get() == null);
        former.add(new WeakReference<>(current));
        next.lingering(workers);
        current = next;
        if (fence != null) {
            fence.turn();
        }
    }

    /**
     * Replaces the current deployment, and waits until nothing runs by it, or by an earlier one, any more. One thread
     * at a time may call this.
     *
     * @param wait true where statements that begin meanwhile wait until the old deployments are quiet; false where they
     *     run by the next deployment at once
     * @param limit how long this call waits
     * @param between runs at the moment when nothing runs by the old deployments
     * @throws SQLException SHD-7016 where something still ran when the time was over; an error where the data source
     *     was closed meanwhile; or what {@code between} threw. Then the next deployment is current if {@code wait} is
     *     false, and the old one if it is true
     */
    public void replace(Deployment next, boolean wait, Duration limit, BetweenDeployments between) throws SQLException {
        List<Deployment> left = former(current);
        DeploymentExit exit = new DeploymentExit(Deployment.uses(left, next), wait);
        left.forEach(each -> each.leave(exit));
        boolean kept = wait;
        try {
            if (!wait) {
                replace(next);
            }
            awaitQuiet(
                    exit,
                    between,
                    limit,
                    wait ? "the old configuration stays" : "the new configuration is used all the same");
            between.run();
            if (wait) {
                kept = false;
                replace(next);
            }
        } finally {
            leaving = null;
            if (kept) {
                left.forEach(each -> each.leave(null));
            }
            exit.open();
        }
    }

    /** @param otherwise what the error says where something still runs when the time is over */
    private void awaitQuiet(DeploymentExit exit, BetweenDeployments between, Duration limit, String otherwise)
            throws SQLException {
        // A closing thread sets closed first, and then looks whether somebody waits.
        leaving = exit;
        if (closed) {
            exit.giveUp();
        }
        int uses;
        try {
            uses = exit.drain(limit.toNanos(), between::isOver);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.of(ErrorCode.INTERRUPTED, "waiting for the end of what runs by the old configuration");
        }
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        if (uses > 0) {
            throw SqlErrors.of(ErrorCode.VERSION_IN_USE, limit.toMillis(), uses, otherwise);
        }
    }

    /**
     * Nobody decides at present what comes after {@link #replace(Deployment, boolean, Duration, BetweenDeployments) a
     * replacement} that waits: statements that begin are refused and wait no longer.
     *
     * @param why the reason of the refusal; null where they are to wait after all
     */
    public void undecided(@Nullable String why) {
        DeploymentExit left = leaving;
        if (left != null) {
            left.undecided(why);
        }
    }

    /** Work that is done between two deployments. */
    @FunctionalInterface
    public interface BetweenDeployments {
        void run() throws SQLException;

        /**
         * Whether it is already known that the work will not be done; asked again and again until nothing runs any
         * more.
         */
        default boolean isOver() {
            return false;
        }
    }

    /**
     * The deployments by which something may still run, including the current one. A deployment that was quiet when it
     * was left is not among them: nothing may run by it, not even a session that planned by it then and has registered
     * nothing yet.
     */
    private List<Deployment> former(Deployment now) {
        List<Deployment> all = new ArrayList<>();
        former.removeIf(each -> each.get() == null);
        for (WeakReference<Deployment> each : former) {
            Deployment still = each.get();
            DeploymentExit before = still == null ? null : still.exit();
            if (still != null && still != now && (before == null || !before.isQuiet())) {
                all.add(still);
            }
        }
        all.add(now);
        return List.copyOf(all);
    }

    /** The fence that statements pass; null without a registry. */
    public @Nullable StatementFence fence() {
        return fence;
    }

    /** Executes statements about the configuration. */
    public @Nullable DataSourceCommands commands() {
        return commands;
    }

    /** Sets what executes such statements, once. */
    public void commands(DataSourceCommands given) {
        commands = given;
    }

    /** Whether the data source is closed, so that its connections may break while they are in use. */
    public boolean areClosed() {
        return closed;
    }

    /** The data source is closed, or will be at once: nobody waits any more until nothing runs by a deployment. */
    public void close() {
        closed = true;
        DeploymentExit left = leaving;
        if (left != null) {
            left.giveUp();
        }
    }

    /** Counts what the sessions do. */
    public Tally tally() {
        return tally;
    }

    public Workers workers() {
        return workers;
    }

    public TransactionTypes transactions() {
        return transactions;
    }

    /** Whether threads may be in transactions of the application's coordinator, which sessions take part in. */
    public boolean mayJoin() {
        return joining;
    }
}
