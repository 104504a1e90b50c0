package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.scaling.job.ScalingProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job as this process runs it: its phases, and what leads from one to the next. What {@code ScalingJob} says of its
 * methods is true of those here. Not thread-safe but for {@link #progress()}.
 */
public final class JobRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRun.class);
    private static final int ALL = 100;
    private static final int NAMED_KEYS = 5;
    private static final int LONGEST_NAME = 36;
    private static final long CHECK_MILLIS = 600_000;
    /** How closely changes follow before a switch: within a quarter of its time, or this where that is shorter. */
    private static final long CLOSE_MILLIS = 500;

    private static final long CLOSE_PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How many times as long a switch waits for open transactions as statements may wait. */
    private static final int PATIENCE = 12;

    private final JobHome home;
    private final String name;
    private final JobConfigurations configurations;
    private final Layouts layouts;
    private final JobStore store;
    private final JobLease lease;
    private final JobTables tables;
    private final TableClaims claims;
    private final JobLogs logs;
    private final Flows flows;
    private final LayoutSwitch layoutSwitch;
    private final CopyCounts counts;
    private final Supplier<MoveState> shown = this::state;
    private final JobPhase phase;
    private final JobWorker worker;
    /** Why its logs were dropped while nobody drove it; empty where they were not, or it has gone on. */
    private volatile String abandoned;

    private JobRun(JobHome home, String name, ShardingConfiguration before, ShardingConfiguration next, Layouts layouts)
            throws SQLException {
        String missing = layouts.databases().kind().missing();
        if (missing != null) {
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, missing);
        }
        this.home = home;
        this.name = name;
        LayoutRules found = home.isGoverned() ? null : LayoutRules.of(home.configuration(), layouts.tables());
        this.configurations = new JobConfigurations(name, layouts.tables(), before, next, found);
        this.layouts = layouts;
        this.tables = new JobTables(layouts);
        this.counts = new CopyCounts(layouts.sources());
        this.store = JobCatalog.store(home, layouts, name);
        this.abandoned = JobCatalog.abandoned(store.read());
        this.lease = new JobLease(layouts, name, store);
        this.claims = new TableClaims(layouts, name);
        this.logs = new JobLogs(layouts, store, tables, name);
        this.flows = new Flows(layouts.databases(), name);
        this.layoutSwitch = new LayoutSwitch(home, layouts, tables, flows::catchUp);
        this.phase = new JobPhase(name, store);
        this.worker = new JobWorker(
                name,
                layouts,
                store,
                lease,
                tables,
                logs,
                flows,
                counts,
                phase,
                ScalingOptions.of(home.configuration().props()));
    }

    /** One between two configurations, or the one of that name where it was broken off. */
    public static JobRun of(
            CommandTarget target,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            Collection<String> tables)
            throws SQLException {
        Objects.requireNonNull(before, "the configuration of before is null");
        Objects.requireNonNull(next, "the next configuration is null");
        if (name.isEmpty() || name.length() > LONGEST_NAME || !name.chars().allMatch(JobRun::mayBeInName)) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the name '" + name + "' of the job must be of up to " + LONGEST_NAME
                            + " lower-case letters, digits and underscores");
        }
        if (tables.isEmpty()) {
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, "no table is named");
        }
        return open(new JobHome(target), name, before, next, List.copyOf(tables), Map.of());
    }

    /**
     * The one of that name, as it was kept; refused where there is none, or what it needs is not configured any more.
     */
    public static JobRun of(CommandTarget target, String name) throws SQLException {
        JobHome home = new JobHome(target);
        JobCatalog.JobDefinition kept = JobCatalog.find(home, name);
        if (!kept.isWhole()) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "job " + name
                            + " changes more of the configuration than how its tables are sharded, which it does not"
                            + " keep; go on with both configurations");
        }
        try {
            ShardingConfiguration now = home.configuration();
            return open(
                    home,
                    name,
                    kept.before().in(now),
                    kept.next().in(now),
                    kept.before().tables(),
                    kept.nodes());
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * How far a job is that another process drives, or none, as it keeps that every few seconds.
     *
     * @throws SQLException when there is none
     */
    public static ScalingProgress kept(CommandTarget target, String name) throws SQLException {
        JobHome home = new JobHome(target);
        Map<String, String> items = JobCatalog.items(home, name);
        List<NodeTable> nodes = new ArrayList<>();
        JobCatalog.find(home, name)
                .nodes()
                .forEach((table, all) -> all.forEach(node -> {
                    int dot = node.indexOf('.');
                    nodes.add(new NodeTable(node.substring(0, dot), node.substring(dot + 1), table));
                }));
        CopyCounts counts = new CopyCounts(nodes);
        counts.read(items);
        return counts.kept(ScalingPhase.valueOf(JobCatalog.phase(items)), items);
    }

    private static JobRun open(
            JobHome home,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            List<String> tables,
            Map<String, List<String>> left)
            throws SQLException {
        Layouts layouts = null;
        boolean done = false;
        try {
            layouts = new Layouts(before, next, tables, left);
            JobRun job = new JobRun(home, name, before, next, layouts);
            done = true;
            return job;
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        } finally {
            if (!done && layouts != null) {
                layouts.close();
            }
        }
    }

    private static boolean mayBeInName(int letter) {
        return letter == '_' || letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9';
    }

    /** Goes about it so from now on. */
    public void options(ScalingOptions chosen) {
        worker.options(Objects.requireNonNull(chosen, "the options are null"));
    }

    /** Asks the databases, and changes nothing. */
    public ScalingPlan plan() throws SQLException {
        List<String> obstacles = obstacles();
        List<ScalingPlan.Node> nodes = new ArrayList<>();
        Map<NodeTable, long[]> sizes = tables.sizes();
        sizes.forEach((node, size) -> nodes.add(new ScalingPlan.Node(node.toString(), size[0], size[1])));
        List<ScalingPlan.Need> needs = new ArrayList<>();
        tables.needs(sizes).forEach((source, bytes) -> needs.add(new ScalingPlan.Need(source, bytes)));
        return new ScalingPlan(
                layouts.tables(),
                nodes,
                layouts.targets().stream().map(NodeTable::toString).toList(),
                needs,
                obstacles.isEmpty() ? tables.statements() : List.of(),
                obstacles);
    }

    private void begin() throws SQLException {
        AbandonedJobs.giveUp(home);
        List<String> obstacles = obstacles();
        if (!obstacles.isEmpty()) {
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, String.join("; ", obstacles));
        }
        // what it claims is given up by who knows it by its name, when this is broken off
        JobCatalog.keep(store, configurations.kept(layouts));
        String other;
        try {
            other = claims.claim();
        } catch (SQLException | RuntimeException e) {
            try {
                claims.release();
                store.drop();
            } catch (SQLException | RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        if (other != null) {
            store.drop();
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, other);
        }
        phase.enter(ScalingPhase.PREPARING);
    }

    private List<String> obstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>(claims.obstacles());
        obstacles.addAll(tables.obstacles());
        obstacles.addAll(worker.obstacles());
        if (layouts.hasCopied() && !home.isGoverned() && !worker.options().alone()) {
            obstacles.add(
                    "Broadcast tables keep their names, so that a process that does not hear of the switch would write"
                            + " to the former data sources alone; let all instances share a registry, or stop the others before it"
                            + " and say that this one is alone");
        }
        return obstacles;
    }

    /** Begins, or goes on where it was. */
    public void start() throws SQLException {
        if (worker.isRunning()) {
            throw wrongPhase("start");
        }
        worker.await();
        worker.endFlows(null);
        lease.take();
        phase.read();
        if (phase.is(ScalingPhase.PLANNED)) {
            begin();
        }
        lease.tell(home.instance());
        JobCatalog.see(store);
        if (phase.is(ScalingPhase.FOLLOWING)) {
            endBrokenSwitch();
        } else if (phase.is(ScalingPhase.SWITCHED)) {
            endBrokenReverse();
        }
        if (phase.get().compareTo(ScalingPhase.SWITCHED) > 0) {
            throw wrongPhase("start");
        }
        goOnWithoutLogs();
        home.show(name, shown);
        worker.start();
    }

    /**
     * Where the logs were dropped while nobody drove the job, all is copied anew; behind the switch nothing is to be.
     */
    private void goOnWithoutLogs() throws SQLException {
        abandoned = JobCatalog.abandoned(store.read());
        if (abandoned.isEmpty()) {
            return;
        }
        if (phase.is(ScalingPhase.SWITCHED)) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_FAILED, name, abandoned + ", so that there is no way back; complete it");
        }
        JobCatalog.forgetCopies(store);
        phase.enter(ScalingPhase.PREPARING);
        JobCatalog.resume(store);
        abandoned = "";
    }

    /** Whoever switched may have ended in between: the configuration that counts says on which side. */
    private void endBrokenSwitch() throws SQLException {
        HandoverState left = home.settled();
        if (left == null && layoutSwitch.isNext()) {
            phase.enter(ScalingPhase.SWITCHED);
        } else {
            layoutSwitch.restoreNames();
            logs.dropBack();
            withdraw(left);
        }
    }

    /**
     * The same of the way back. Without a registry nobody knows that the layout of before counts again: the
     * configuration of this process may be one that has not followed the switch.
     */
    private void endBrokenReverse() throws SQLException {
        HandoverState left = home.settled();
        if (left != null || layoutSwitch.isNext()) {
            layoutSwitch.restoreNext();
            withdraw(left);
        } else if (home.isGoverned()) {
            phase.enter(ScalingPhase.REVERSED);
        }
    }

    /** Instances that wait for who died in between go on by the configuration that they have. */
    private void withdraw(@Nullable HandoverState left) throws SQLException {
        if (left != null) {
            home.withdraw(left);
        }
    }

    private SQLException wrongPhase(String what) {
        return SqlErrors.of(ErrorCode.SCALING_WRONG_PHASE, name, phase, what);
    }

    /** In this phase, and with flows; where something has stopped them, the error says what. */
    private void requireFollowing(ScalingPhase wanted, String what) throws SQLException {
        if (!phase.is(wanted)) {
            throw wrongPhase(what);
        }
        if (!flows.isFollowing()) {
            Throwable known = worker.failure() == null ? flows.failure() : worker.failure();
            throw known == null ? wrongPhase(what) : failed(known, String.valueOf(known.getMessage()));
        }
    }

    /** How far it is. Safe for all threads. */
    public ScalingProgress progress() {
        long lag = 0;
        Throwable known = worker.failure();
        String told = abandoned.isEmpty() ? null : abandoned;
        try {
            lag = flows.lagBytes();
        } catch (SQLException e) {
            known = known == null ? e : known;
        }
        return counts.progress(
                phase.get(),
                flows.changes(),
                lag,
                Duration.ofMillis(flows.lagMillis()),
                known == null ? told : String.valueOf(known.getMessage()));
    }

    /** Whether nothing is left to be followed: it is reversed, or there is no way back any more. */
    public boolean isOver() {
        return phase.is(ScalingPhase.REVERSED)
                || phase.is(ScalingPhase.ENDED)
                || phase.is(ScalingPhase.SWITCHED) && !abandoned.isEmpty();
    }

    private MoveState state() {
        ScalingProgress now = progress();
        return new MoveState(
                name,
                now.phase().name(),
                now.copied(),
                now.rows(),
                now.rowsPerSecond(),
                now.lagBytes(),
                now.lag().toMillis(),
                now.longestStall().toMillis());
    }

    /** Waits until changes are written as they come. */
    public void awaitFollowing(Duration atMost) throws SQLException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!phase.is(ScalingPhase.FOLLOWING) && !phase.is(ScalingPhase.SWITCHED) || !flows.isFollowing()) {
            if (isOver()) {
                throw wrongPhase("follow");
            }
            Throwable known = worker.failure();
            if (known != null) {
                throw failed(known, String.valueOf(known.getMessage()));
            }
            if (System.nanoTime() - end > 0) {
                throw SqlErrors.of(ErrorCode.SCALING_FAILED, name, "it is still " + phase + " after " + atMost);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
            }
        }
    }

    /** Compares every row of both layouts; returns how many there are. */
    public long check() throws SQLException {
        return check(ALL);
    }

    /** Compares so many of a hundred ranges of rows; returns how many rows they have. */
    public long check(int percent) throws SQLException {
        if (percent < 1 || percent > ALL) {
            throw new IllegalArgumentException(percent + " percent of the rows; expected are 1 to 100");
        }
        boolean back = phase.is(ScalingPhase.SWITCHED);
        requireFollowing(back ? ScalingPhase.SWITCHED : ScalingPhase.FOLLOWING, "check");
        long rows = 0;
        for (String table : layouts.tables()) {
            List<NodeTable> sources = layouts.sources(table);
            List<NodeTable> targets = layouts.targets(table);
            if (layouts.isCopied(table)) {
                for (NodeTable target : targets) {
                    rows += compared(sources, List.of(target), percent);
                }
            } else if (back) {
                rows += compared(targets, sources.stream().map(Layouts::left).toList(), percent);
            } else {
                rows += compared(sources, targets, percent);
            }
        }
        return rows;
    }

    private long compared(List<NodeTable> counting, List<NodeTable> others, int percent) throws SQLException {
        if (counting.isEmpty() && others.isEmpty()) {
            return 0;
        }
        MovedTable form = tables.form((counting.isEmpty() ? others : counting).get(0));
        Comparison.Outcome outcome = new Comparison(layouts.databases(), form, counting, others, flows).run(percent);
        if (!outcome.keys().isEmpty()) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_ROWS_DIFFER,
                    name,
                    outcome.keys().size(),
                    outcome.keys().stream().limit(NAMED_KEYS).toList());
        }
        return outcome.rows();
    }

    /** Lets the next configuration count; returns how long statements waited. */
    public Duration switchOver(Duration atMost) throws SQLException {
        requireFollowing(ScalingPhase.FOLLOWING, "switch");
        lease.check();
        catchUpClosely(atMost);
        UnaryOperator<ShardingConfiguration> wanted = checked(configurations.toNext());
        beginBack(atMost);
        Duration waited;
        try (KeyCounters counters = new KeyCounters(layouts.databases(), layouts.targets(), UnaryOperator.identity())) {
            waited = hand(() -> layoutSwitch.forward(wanted, atMost, () -> {
                lease.check();
                logs.skipBack();
                counters.follow();
            }));
        } catch (SQLException | RuntimeException e) {
            throw unswitched(e, atMost);
        }
        switched();
        return waited;
    }

    /** Open transactions are waited for longer than statements may wait: nobody waits yet. */
    private void beginBack(Duration atMost) throws SQLException {
        try {
            logs.beginBack((int) Math.max(1, atMost.multipliedBy(PATIENCE).toSeconds()));
        } catch (SQLException e) {
            throw SqlErrors.from(ShardingException.causedBy(
                    e,
                    ErrorCode.SCALING_SWITCH_WITHDRAWN,
                    name,
                    atMost.toMillis(),
                    "the way back is not there: " + e.getMessage()));
        }
    }

    private void switched() throws SQLException {
        afterwards("the next layout", () -> {
            synchronized (phase) {
                phase.enter(ScalingPhase.SWITCHED);
                keepStall();
                flows.close();
                worker.followBack();
            }
        });
        try {
            logs.dropForward();
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Logs that job {} has followed are kept until it is completed", name, e);
        }
    }

    /** What is done when the handover is over: it counts, whatever fails then, and a start of the job does the rest. */
    private void afterwards(String counting, LayoutSwitch.LastStep rest) throws SQLException {
        try {
            rest.run();
        } catch (SQLException | RuntimeException e) {
            worker.fail(e);
            throw failed(e, counting + " counts, and what comes behind it failed: " + e.getMessage());
        }
    }

    private SQLException failed(Throwable cause, String why) {
        return SqlErrors.from(ShardingException.causedBy(cause, ErrorCode.SCALING_FAILED, name, why));
    }

    /**
     * Whatever failed, the names of tables are those of the layout that counts, where it can be told which one does.
     */
    private SQLException unswitched(Throwable failure, Duration atMost) {
        try {
            boolean decided = layoutSwitch.isDecided();
            if (layoutSwitch.isNext()) {
                switched();
                return failed(failure, "the next layout counts, but " + failure.getMessage());
            }
            if (decided) {
                layoutSwitch.restoreNames();
                logs.dropBack();
                return SqlErrors.from(ShardingException.causedBy(
                        failure,
                        ErrorCode.SCALING_SWITCH_WITHDRAWN,
                        name,
                        atMost.toMillis(),
                        String.valueOf(failure.getMessage())));
            }
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        // names may be those of the other layout: a start gives them back
        worker.fail(failure);
        return failed(failure, String.valueOf(failure.getMessage()));
    }

    /** Lets the configuration of before count again; returns how long statements waited. */
    public Duration reverse(Duration atMost) throws SQLException {
        requireFollowing(ScalingPhase.SWITCHED, "reverse");
        lease.check();
        catchUpClosely(atMost);
        UnaryOperator<ShardingConfiguration> wanted = checked(configurations.toBefore());
        Duration waited;
        try (KeyCounters counters = countersBack()) {
            waited = hand(() -> layoutSwitch.back(wanted, atMost, () -> {
                lease.check();
                counters.follow();
            }));
        } catch (SQLException | RuntimeException e) {
            throw unreversed(e);
        }
        reversed();
        return waited;
    }

    private KeyCounters countersBack() throws SQLException {
        Set<NodeTable> named = tables.there(layouts.leaving());
        return new KeyCounters(
                layouts.databases(), layouts.leaving(), node -> named.contains(node) ? node : Layouts.left(node));
    }

    private void reversed() throws SQLException {
        afterwards("the layout of before", () -> {
            synchronized (phase) {
                phase.enter(ScalingPhase.REVERSED);
                flows.close();
            }
        });
    }

    /** The same as of a switch that failed. */
    private SQLException unreversed(Throwable failure) {
        try {
            boolean decided = layoutSwitch.isDecided();
            if (!layoutSwitch.isNext()) {
                reversed();
                return failed(failure, "the layout of before counts again, but " + failure.getMessage());
            }
            if (decided) {
                layoutSwitch.restoreNext();
                return failed(failure, String.valueOf(failure.getMessage()));
            }
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        // names may be those of the other layout: a start gives them back
        worker.fail(failure);
        return failed(failure, String.valueOf(failure.getMessage()));
    }

    /** @return how long it took, when all that was committed before it had been written */
    private Duration hand(LayoutSwitch.LastStep handover) throws SQLException {
        flows.catchUp(CHECK_MILLIS);
        long start = System.nanoTime();
        handover.run();
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        counts.stall(waited.toMillis());
        return waited;
    }

    /**
     * Until what is committed is written within a part of the time for which statements may wait: while changes follow
     * further behind, they would wait in vain.
     */
    private void catchUpClosely(Duration atMost) throws SQLException {
        flows.catchUp(CHECK_MILLIS);
        long half = atMost.toMillis() / 2;
        long close = Math.max(half / 2, Math.min(half, CLOSE_MILLIS));
        long end = System.nanoTime() + CLOSE_PATIENCE_NANOS;
        long millis;
        do {
            long begin = System.nanoTime();
            flows.catchUp(CHECK_MILLIS);
            millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        } while (millis > close && System.nanoTime() - end < 0);
        if (millis > close) {
            throw SqlErrors.of(ErrorCode.SCALING_FAR_BEHIND, name, millis, close);
        }
    }

    private void keepStall() throws SQLException {
        store.write(CopyCounts.STALL, String.valueOf(counts.stall(0)));
    }

    /**
     * What becomes of the configuration at the moment of the handover, as it changes beside the job until then.
     *
     * @throws SQLException what forbids it now, before anybody waits
     */
    private UnaryOperator<ShardingConfiguration> checked(UnaryOperator<ShardingConfiguration> change)
            throws SQLException {
        home.tried(change);
        return change;
    }

    /** Drops what the layout of before has left. */
    public void complete() throws SQLException {
        lease.take();
        phase.read();
        if (phase.is(ScalingPhase.ENDED)) {
            end();
            return;
        }
        if (phase.is(ScalingPhase.SWITCHED)) {
            endBrokenReverse();
        }
        if (!phase.is(ScalingPhase.SWITCHED)) {
            throw wrongPhase("complete");
        }
        requireThere(layouts.targets(), "complete");
        worker.close();
        logs.dropForward();
        logs.dropBack();
        for (NodeTable node : layouts.leaving()) {
            tables.drop(Layouts.left(node));
        }
        end();
    }

    /**
     * Tables of one layout are dropped where those of the other one are there, under the names by which they are used.
     */
    private void requireThere(List<NodeTable> nodes, String what) throws SQLException {
        for (NodeTable node : nodes) {
            if (!tables.isThere(node)) {
                throw wrongPhase(what + " without " + node);
            }
        }
    }

    /** Where it is broken off, the job is known until nothing is left of it, and nothing else is to be done then. */
    private void end() throws SQLException {
        if (!store.read().isEmpty()) {
            phase.enter(ScalingPhase.ENDED);
        }
        claims.release();
        store.drop();
        phase.end();
    }

    /** Drops what was made for the next layout. */
    public void cancel() throws SQLException {
        lease.take();
        phase.read();
        if (phase.is(ScalingPhase.ENDED)) {
            end();
            return;
        }
        if (phase.is(ScalingPhase.FOLLOWING)) {
            endBrokenSwitch();
        } else if (phase.is(ScalingPhase.SWITCHED)) {
            endBrokenReverse();
        }
        if (phase.is(ScalingPhase.SWITCHED)) {
            throw wrongPhase("cancel");
        }
        if (!phase.is(ScalingPhase.PLANNED)) {
            requireThere(layouts.sources(), "cancel");
        }
        boolean made = !phase.is(ScalingPhase.PLANNED);
        worker.close();
        if (made) {
            logs.dropForward();
            logs.dropBack();
            for (NodeTable target : layouts.targets()) {
                tables.drop(target);
                tables.drop(Layouts.left(target));
            }
        }
        end();
    }

    /** Stops here; what it is and has done stays, for the next one of its name. */
    @Override
    public void close() throws SQLException {
        home.hide(name, shown);
        try (layouts;
                lease) {
            worker.close();
            if (lease.isTaken() && !phase.is(ScalingPhase.PLANNED) && !phase.is(ScalingPhase.ENDED)) {
                JobCatalog.see(store);
                lease.tell("");
            }
        }
    }
}
