package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.copy.NodeCopy;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.job.JobLease;
import org.shardingjdbc.scaling.internal.job.JobLogs;
import org.shardingjdbc.scaling.internal.job.JobStore;
import org.shardingjdbc.scaling.internal.job.JobTables;
import org.shardingjdbc.scaling.internal.job.KeptJobs;
import org.shardingjdbc.scaling.internal.job.KeptLayout;
import org.shardingjdbc.scaling.internal.job.LayoutSwitch;
import org.shardingjdbc.scaling.internal.job.TableClaims;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the rows of a group of tables from their layout to another one while they are used: a plain table becomes a
 * sharded one, or a sharded table gets other data nodes or another algorithm. Data nodes that are the same in both stay
 * as they are. Single tables go to another data source, and broadcast tables are copied to one that is new.
 *
 * <pre>{@code
 * try (ScalingJob job = ScalingJob.of(dataSource, "grow", next, List.of("t_order"))) {
 *     job.start();
 *     job.awaitFollowing(Duration.ofHours(2));
 *     job.check();
 *     job.switchOver(Duration.ofSeconds(3));
 *     job.complete();
 * }
 * }</pre>
 *
 * <p>The way: the new tables are made ({@link ScalingPhase#PREPARING}), all rows are copied, then what changed
 * meanwhile is read from the databases' logs and written, and goes on to be written as it comes. At the switch
 * statements wait for a moment; the old tables are renamed, so that who has not heard of it fails instead of writing to
 * them, and the next configuration counts when everything that was committed before is at its new place. Until then a
 * job is given up by {@link #cancel()}; from then on, until {@link #complete()}, what is written goes to the old
 * tables, too, so that {@link #reverse} is possible.
 *
 * <p>What it is and how far it is stands in a table of the first database, so that another job of that name, in another
 * process, goes on after it was broken off. One process at a time drives a job; another one is told who does. Not
 * thread-safe but for {@link #progress()}.
 */
@Incubating
public final class ScalingJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScalingJob.class);
    private static final int NAMED_KEYS = 5;
    private static final int LONGEST_NAME = 36;
    private static final long CHECK_MILLIS = 600_000;
    private static final long WATCH_MILLIS = 100;
    private static final long LOOKS_AT_LEASE = 10;
    private static final long LOOKS_AT_PROGRESS = 30;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final String PHASE = "phase";

    private final JobHome home;
    private final String name;
    private final ShardingConfiguration before;
    private final ShardingConfiguration next;
    /** What the configuration said of the tables when this was made. */
    private final KeptLayout found;

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
    private volatile ScalingOptions options = ScalingOptions.STANDARD;
    private volatile ScalingPhase phase;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private @Nullable Thread worker;

    private ScalingJob(
            JobHome home, String name, ShardingConfiguration before, ShardingConfiguration next, Layouts layouts)
            throws SQLException {
        this.home = home;
        this.name = name;
        this.before = before;
        this.next = next;
        this.found = KeptLayout.of(home.configuration(), layouts.tables());
        this.layouts = layouts;
        this.tables = new JobTables(layouts);
        this.counts = new CopyCounts(layouts.sources());
        this.store = KeptJobs.store(home, layouts, name);
        this.lease = new JobLease(layouts, name, store);
        this.claims = new TableClaims(layouts, name);
        this.logs = new JobLogs(layouts, store, tables, name);
        this.flows = new Flows(layouts.databases(), name);
        this.layoutSwitch = new LayoutSwitch(home, layouts, tables, flows::catchUp);
        String kept = store.read(PHASE);
        this.phase = kept == null ? ScalingPhase.PLANNED : ScalingPhase.valueOf(kept);
    }

    /**
     * A job from the configuration that counts now to another one, or the one of that name where it was broken off
     * before its switch. Nothing is changed yet.
     *
     * @param name of lower-case letters, digits and underscores, at most 36; what the job makes in databases is called
     *     after it
     * @param next the configuration with the new layout; its other parts may differ, too
     * @param tables the logic tables that move: all that are bound to each other
     * @throws SQLException when the next configuration has mistakes, the layouts do not fit, or a database cannot be
     *     asked
     */
    public static ScalingJob of(
            ShardingDataSource dataSource, String name, ShardingConfiguration next, Collection<String> tables)
            throws SQLException {
        return of(dataSource, name, dataSource.configuration(), next, tables);
    }

    /**
     * The same where the next configuration may count already, as behind the switch.
     *
     * @param before the configuration with the layout that is left
     */
    public static ScalingJob of(
            ShardingDataSource dataSource,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            Collection<String> tables)
            throws SQLException {
        return of(dataSource.unwrap(CommandTarget.class), name, before, next, tables);
    }

    /** The same where commands begin it. */
    public static ScalingJob of(
            CommandTarget target,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            Collection<String> tables)
            throws SQLException {
        Objects.requireNonNull(before, "the configuration of before is null");
        Objects.requireNonNull(next, "the next configuration is null");
        if (name.isEmpty() || name.length() > LONGEST_NAME || !name.chars().allMatch(ScalingJob::mayBeInName)) {
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
     * The job of that name as it was begun, by this process or another one, whose layouts it keeps.
     *
     * @throws SQLException when there is none, or what it needs is not configured any more
     */
    public static ScalingJob of(ShardingDataSource dataSource, String name) throws SQLException {
        return of(dataSource.unwrap(CommandTarget.class), name);
    }

    /** The same where commands ask for it. */
    public static ScalingJob of(CommandTarget target, String name) throws SQLException {
        JobHome home = new JobHome(target);
        KeptJobs.Kept kept = KeptJobs.find(home, name);
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
        Map<String, String> items = KeptJobs.items(home, name);
        List<NodeTable> nodes = new ArrayList<>();
        KeptJobs.find(home, name)
                .nodes()
                .forEach((table, all) -> all.forEach(node -> {
                    int dot = node.indexOf('.');
                    nodes.add(new NodeTable(node.substring(0, dot), node.substring(dot + 1), table));
                }));
        CopyCounts counts = new CopyCounts(nodes);
        counts.read(items);
        return counts.kept(ScalingPhase.valueOf(KeptJobs.phase(items)), items);
    }

    private static ScalingJob open(
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
            ScalingJob job = new ScalingJob(home, name, before, next, layouts);
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

    /** How it goes about it from now on; returns this. */
    public ScalingJob options(ScalingOptions chosen) {
        options = Objects.requireNonNull(chosen, "the options are null");
        return this;
    }

    /** What it would do; asks the databases, and changes nothing. */
    public ScalingPlan plan() throws SQLException {
        List<String> obstacles = obstacles();
        List<ScalingPlan.Node> nodes = new ArrayList<>();
        tables.sizes().forEach((node, size) -> nodes.add(new ScalingPlan.Node(node.toString(), size[0], size[1])));
        return new ScalingPlan(
                layouts.tables(),
                nodes,
                layouts.targets().stream().map(NodeTable::toString).toList(),
                obstacles.isEmpty() ? tables.statements() : List.of(),
                obstacles);
    }

    private void begin() throws SQLException {
        List<String> obstacles = obstacles();
        if (!obstacles.isEmpty()) {
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, String.join("; ", obstacles));
        }
        String other = claims.claim();
        if (other != null) {
            throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, other);
        }
        store.create();
        keepLayouts();
        enter(ScalingPhase.PREPARING);
    }

    private List<String> obstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>(claims.obstacles());
        obstacles.addAll(tables.obstacles());
        if (layouts.hasCopied() && !home.isGoverned() && !options.alone()) {
            obstacles.add(
                    "Broadcast tables keep their names, so that a process that does not hear of the switch would write"
                            + " to the former data sources alone; let all instances share a registry, or stop the others before it"
                            + " and say that this one is alone");
        }
        return obstacles;
    }

    /**
     * Begins, or goes on where it was, by a thread of its own.
     *
     * @throws SQLException when something forbids it; then nothing was changed
     */
    public void start() throws SQLException {
        if (worker != null && failure == null) {
            throw wrongPhase("start");
        }
        awaitWorker();
        endFlows();
        lease.take();
        readPhase();
        if (phase == ScalingPhase.PLANNED) {
            begin();
        }
        lease.tell(home.instance());
        if (phase == ScalingPhase.FOLLOWING) {
            endBrokenSwitch();
        } else if (phase == ScalingPhase.SWITCHED) {
            endBrokenReverse();
        }
        if (phase.compareTo(ScalingPhase.SWITCHED) > 0) {
            throw wrongPhase("start");
        }
        home.show(name, shown);
        Thread thread = new Thread(this::work, "sharding-jdbc-scaling");
        thread.setDaemon(true);
        // not before: what stopped it is told for as long as it does not go on
        failure = null;
        worker = thread;
        thread.start();
    }

    /** Whoever had it may have gone on. */
    private void readPhase() throws SQLException {
        String kept = store.read(PHASE);
        phase = kept == null ? ScalingPhase.PLANNED : ScalingPhase.valueOf(kept);
    }

    /** For who goes on and knows nothing but the name. */
    private void keepLayouts() throws SQLException {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        for (String table : layouts.tables()) {
            nodes.put(
                    table,
                    layouts.before(table).stream().map(NodeTable::toString).toList());
        }
        KeptLayout left = KeptLayout.of(before, layouts.tables());
        KeptLayout entered = KeptLayout.of(next, layouts.tables());
        boolean isWhole = KeptLayout.areAlike(entered.in(before), next);
        KeptJobs.keep(store, new KeptJobs.Kept(left, entered, nodes, isWhole));
    }

    /** Whoever switched may have ended in between: the configuration that counts says on which side. */
    private void endBrokenSwitch() throws SQLException {
        HandoverState left = home.settled();
        if (left == null && layoutSwitch.isNext()) {
            enter(ScalingPhase.SWITCHED);
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
            enter(ScalingPhase.REVERSED);
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

    private void enter(ScalingPhase entered) throws SQLException {
        store.write(PHASE, entered.name());
        phase = entered;
        LOG.info("Scaling job {} is {}", name, entered);
    }

    /** A database that is away is waited for. */
    private void work() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!isEnded()) {
            try {
                lease.take();
                goOn();
                pause = FIRST_PAUSE_MILLIS;
                watch();
                return;
            } catch (SQLException | RuntimeException | Error e) {
                if (closed) {
                    return;
                }
                if (!(e instanceof SQLException lost) || !SqlErrors.isOutageWhileExecuting(lost)) {
                    LOG.error("Scaling job {} stopped", name, e);
                    failure = e;
                    return;
                }
                LOG.warn("Scaling job {} goes on in {} ms, as a database is away", name, pause, e);
                endFlows();
                pause(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private void goOn() throws SQLException {
        readCounts();
        if (phase == ScalingPhase.PREPARING) {
            prepare();
            enter(ScalingPhase.COPYING);
        }
        if (phase == ScalingPhase.COPYING && copy()) {
            follow();
            tables.complete();
            enter(ScalingPhase.FOLLOWING);
        } else if (phase == ScalingPhase.FOLLOWING) {
            follow();
        } else if (phase == ScalingPhase.SWITCHED) {
            followBack();
        }
    }

    private boolean isEnded() {
        return closed || failure != null;
    }

    /** Until it is stopped, or a flow has failed. */
    private void watch() throws SQLException {
        for (long i = 1; !isEnded(); i++) {
            if (i % LOOKS_AT_LEASE == 0) {
                lease.check();
            }
            flows.check();
            if (i % LOOKS_AT_PROGRESS == 0) {
                store.write(CopyCounts.LAG, flows.changes() + " " + flows.lagBytes() + " " + flows.lagMillis());
            }
            pause(WATCH_MILLIS);
        }
    }

    private void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    private void endFlows() {
        try {
            flows.close();
        } catch (SQLException e) {
            LOG.debug("What followed the changes is not closed in order", e);
        }
    }

    /** May have been done in part already. */
    private void prepare() throws SQLException {
        logs.beginForward();
        tables.create();
    }

    /** @return whether all is copied */
    private boolean copy() throws SQLException {
        Direction direction = layouts.forward();
        for (NodeTable node : layouts.sources()) {
            CopyCounts.Reached kept = counts.of(node);
            if (!kept.all()) {
                MovedTable form = tables.form(node);
                NodeCopy copy = new NodeCopy(
                        layouts.databases(), node, form, direction.route(node.logic(), form), options.chunkRows());
                boolean end = copy.run(kept.key(), (reached, rows) -> {
                    store.write(
                            CopyCounts.COPIED + node,
                            counts.reached(node, reached, rows).text());
                    rest(rows);
                    return !closed;
                });
                if (!end) {
                    return false;
                }
                store.write(CopyCounts.COPIED + node, counts.end(node).text());
            }
        }
        return true;
    }

    /** What was copied before, and how much there is. */
    private void readCounts() throws SQLException {
        counts.read(store.read());
        if (phase.compareTo(ScalingPhase.FOLLOWING) <= 0) {
            for (Map.Entry<NodeTable, long[]> each : tables.sizes().entrySet()) {
                counts.size(each.getKey(), each.getValue());
                store.write(CopyCounts.SIZE + each.getKey(), each.getValue()[0] + " " + each.getValue()[1]);
            }
        }
    }

    /** So long that no more rows go in a second than may, whatever the copying itself takes. */
    private void rest(int rows) {
        int most = options.rowsPerSecond();
        if (most > 0) {
            pause(TimeUnit.SECONDS.toMillis(rows) / most);
        }
    }

    private void follow() throws SQLException {
        flows.follow(layouts.forward(), logs::forward);
        flows.catchUp(Long.MAX_VALUE / 2);
    }

    private void followBack() {
        flows.follow(layouts.back(), logs::back);
    }

    /** How far it is. Safe for all threads. */
    public ScalingProgress progress() {
        long lag = 0;
        Throwable known = failure;
        try {
            lag = flows.lagBytes();
        } catch (SQLException e) {
            known = known == null ? e : known;
        }
        return counts.progress(
                phase,
                flows.changes(),
                lag,
                Duration.ofMillis(flows.lagMillis()),
                known == null ? null : String.valueOf(known.getMessage()));
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

    /**
     * Waits until all rows are copied and changes are written as they come; behind the switch, to the old tables.
     *
     * @throws SQLException when the job stops, or takes longer
     */
    public void awaitFollowing(Duration atMost) throws SQLException {
        long end = System.nanoTime() + atMost.toNanos();
        while (phase != ScalingPhase.FOLLOWING && phase != ScalingPhase.SWITCHED || !flows.isFollowing()) {
            Throwable known = failure;
            if (known != null) {
                throw SqlErrors.from(
                        ShardingException.causedBy(known, ErrorCode.SCALING_FAILED, name, known.getMessage()));
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

    /**
     * Compares every row of both layouts, while they change.
     *
     * @return how many rows there are
     * @throws SQLException when rows differ, with some of their keys
     */
    public long check() throws SQLException {
        boolean back = phase == ScalingPhase.SWITCHED;
        if (phase != ScalingPhase.FOLLOWING && !back || !flows.isFollowing()) {
            throw wrongPhase("check");
        }
        long rows = 0;
        for (String table : layouts.tables()) {
            List<NodeTable> sources = layouts.sources(table);
            List<NodeTable> targets = layouts.targets(table);
            if (layouts.isCopied(table)) {
                for (NodeTable target : targets) {
                    rows += compared(sources, List.of(target));
                }
            } else if (back) {
                rows += compared(targets, sources.stream().map(Layouts::left).toList());
            } else {
                rows += compared(sources, targets);
            }
        }
        return rows;
    }

    private long compared(List<NodeTable> counting, List<NodeTable> others) throws SQLException {
        if (counting.isEmpty() && others.isEmpty()) {
            return 0;
        }
        MovedTable form = tables.form((counting.isEmpty() ? others : counting).get(0));
        Comparison.Outcome outcome =
                new Comparison(layouts.databases(), form, counting, others, () -> flows.catchUp(CHECK_MILLIS)).run();
        if (!outcome.keys().isEmpty()) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_ROWS_DIFFER,
                    name,
                    outcome.keys().size(),
                    outcome.keys().stream().limit(NAMED_KEYS).toList());
        }
        return outcome.rows();
    }

    /**
     * Lets the next configuration count: statements wait until those that run are over, all that they have committed is
     * written, and the old tables are renamed. From then on what changes in the new layout is written to the old one,
     * so that {@link #reverse} is possible.
     *
     * @param atMost how long statements may wait; then the old configuration goes on
     * @return how long they waited at most
     */
    public Duration switchOver(Duration atMost) throws SQLException {
        if (phase != ScalingPhase.FOLLOWING || !flows.isFollowing()) {
            throw wrongPhase("switch");
        }
        UnaryOperator<ShardingConfiguration> wanted = changeTo(next);
        logs.beginBack();
        Duration waited;
        try {
            waited = hand(() -> layoutSwitch.forward(wanted, atMost, () -> {
                logs.skipBack();
                for (NodeTable target : layouts.targets()) {
                    tables.followKeys(target);
                }
            }));
        } catch (SQLException | RuntimeException e) {
            throw unswitched(e, atMost);
        }
        switched();
        return waited;
    }

    private void switched() throws SQLException {
        afterwards("the next layout", () -> {
            enter(ScalingPhase.SWITCHED);
            keepStall();
            flows.close();
            followBack();
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
            failure = e;
            endFlows();
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
        return failed(failure, String.valueOf(failure.getMessage()));
    }

    /**
     * Lets the old configuration count again, with all that was written by the next one. The job is over then: what is
     * left of it goes by {@link #cancel()}.
     *
     * @param atMost how long statements may wait; then the next configuration goes on
     * @return how long they waited at most
     */
    public Duration reverse(Duration atMost) throws SQLException {
        if (phase != ScalingPhase.SWITCHED || !flows.isFollowing()) {
            throw wrongPhase("reverse");
        }
        UnaryOperator<ShardingConfiguration> wanted = changeTo(before);
        Duration waited;
        try {
            waited = hand(() -> layoutSwitch.back(wanted, atMost));
        } catch (SQLException | RuntimeException e) {
            throw unreversed(e);
        }
        reversed();
        return waited;
    }

    private void reversed() throws SQLException {
        afterwards("the layout of before", () -> {
            enter(ScalingPhase.REVERSED);
            flows.close();
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
            }
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
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

    private void keepStall() throws SQLException {
        store.write(CopyCounts.STALL, String.valueOf(counts.stall(0)));
    }

    /**
     * What becomes of the configuration at the moment of the handover, which changes beside the job until then.
     *
     * @throws SQLException what forbids it now, before anybody waits
     */
    private UnaryOperator<ShardingConfiguration> changeTo(ShardingConfiguration other) throws SQLException {
        try {
            changed(home.configuration(), other);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        return now -> changed(now, other);
    }

    /** A configuration of the job, with what was changed beside its tables since it began. */
    private ShardingConfiguration changed(ShardingConfiguration now, ShardingConfiguration other) {
        ShardingConfiguration counted = other == next ? before : next;
        if (now.equals(counted)) {
            return other;
        }
        boolean unchanged = isRuled(now, KeptLayout.of(counted, layouts.tables()))
                // what another process counts by is its own affair, where no registry tells it to all
                || !home.isGoverned() && isRuled(now, found);
        if (!unchanged) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the rules of " + String.join(", ", layouts.tables()) + " have changed since job " + name
                            + " began; make them again what they were");
        }
        KeptLayout wanted = KeptLayout.of(other, layouts.tables());
        if (!KeptLayout.areAlike(wanted.in(counted), other)) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the configuration has changed since job " + name
                            + " began, and its next one changes more than its tables; make the job anew with both");
        }
        return wanted.in(now);
    }

    private static boolean isRuled(ShardingConfiguration now, KeptLayout tables) {
        return KeptLayout.areAlike(tables.in(now), now);
    }

    /**
     * Ends the job: the old tables, what is left of logs and what the job kept of itself are dropped. There is no way
     * back then.
     *
     * @throws SQLException when the next configuration does not count yet
     */
    public void complete() throws SQLException {
        lease.take();
        readPhase();
        if (phase == ScalingPhase.SWITCHED) {
            endBrokenReverse();
        }
        if (phase != ScalingPhase.SWITCHED) {
            throw wrongPhase("complete");
        }
        requireThere(layouts.targets(), "complete");
        stop();
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

    private void end() throws SQLException {
        store.drop();
        claims.release();
        phase = ScalingPhase.ENDED;
        LOG.info("Scaling job {} is {}", name, phase);
    }

    /**
     * Gives the job up: the new tables, the logs and what the job kept of itself are dropped; the layout of before
     * counts, as it was never left or counts again.
     *
     * @throws SQLException when the next configuration counts already
     */
    public void cancel() throws SQLException {
        lease.take();
        readPhase();
        if (phase == ScalingPhase.FOLLOWING) {
            endBrokenSwitch();
        } else if (phase == ScalingPhase.SWITCHED) {
            endBrokenReverse();
        }
        if (phase == ScalingPhase.SWITCHED || phase == ScalingPhase.ENDED) {
            throw wrongPhase("cancel");
        }
        if (phase != ScalingPhase.PLANNED) {
            requireThere(layouts.sources(), "cancel");
        }
        boolean made = phase != ScalingPhase.PLANNED;
        stop();
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

    private void stop() throws SQLException {
        closed = true;
        awaitWorker();
        flows.close();
    }

    private void awaitWorker() throws SQLException {
        Thread running = worker;
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
            }
        }
    }

    /** Stops here; what it is and has done stays, for the next one of its name. */
    @Override
    public void close() throws SQLException {
        home.hide(name, shown);
        try (layouts;
                lease) {
            stop();
            if (lease.isTaken() && phase != ScalingPhase.PLANNED && phase != ScalingPhase.ENDED) {
                lease.tell("");
            }
        }
    }
}
