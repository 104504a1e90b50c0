package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.copy.NodeCopy;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.ChangeWriter;
import org.shardingjdbc.scaling.internal.flow.Flow;
import org.shardingjdbc.scaling.internal.flow.TargetRows;
import org.shardingjdbc.scaling.internal.job.JobStore;
import org.shardingjdbc.scaling.internal.job.JobTables;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the rows of a group of tables from their layout to another one while they are used: a plain table becomes a
 * sharded one, or a sharded table gets other data nodes or another algorithm.
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
 * process, goes on after it was broken off. One at a time: two jobs of one name must not run side by side. Not
 * thread-safe but for {@link #progress()}.
 */
@Incubating
public final class ScalingJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScalingJob.class);
    private static final int NAMED_KEYS = 5;
    private static final int LONGEST_NAME = 36;
    private static final long SHARE_OF_LIMIT = 4;
    private static final long CHECK_MILLIS = 600_000;
    private static final long RENAME_MILLIS = 10_000;
    /** What other instances have to prepare the next configuration, and to take it. */
    private static final Duration INSTANCES = Duration.ofSeconds(30);

    private static final long WATCH_MILLIS = 100;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final String PHASE = "phase";
    private static final String COPIED = "copied ";
    private static final String ALL = "all";
    private static final String REACHED = "behind ";
    /** What the logs of the way back are called behind the name of the job. */
    private static final String BACK = "_back";

    private final ShardingDataSource dataSource;
    private final String name;
    private final ShardingConfiguration before;
    private final ShardingConfiguration next;
    private final Layouts layouts;
    private final JobStore store;
    private final JobTables tables;
    private final List<Flow> flows = new CopyOnWriteArrayList<>();
    private final Map<NodeTable, Long> copied = new ConcurrentHashMap<>();
    private final Set<NodeTable> copiedWhole = ConcurrentHashMap.newKeySet();
    private volatile ScalingOptions options = ScalingOptions.STANDARD;
    private volatile ScalingPhase phase;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private @Nullable Thread worker;
    private @Nullable ChangeWriter writer;

    private ScalingJob(
            ShardingDataSource dataSource,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            Layouts layouts)
            throws SQLException {
        this.dataSource = dataSource;
        this.name = name;
        this.before = before;
        this.next = next;
        this.layouts = layouts;
        this.tables = new JobTables(layouts);
        String home = layouts.sources().get(0).dataSource();
        this.store = new JobStore(() -> layouts.databases().open(home), name);
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
        Layouts layouts = null;
        boolean done = false;
        try {
            layouts = new Layouts(before, next, List.copyOf(tables));
            ScalingJob job = new ScalingJob(dataSource, name, before, next, layouts);
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
        List<String> obstacles = tables.obstacles();
        List<ScalingPlan.Node> nodes = new ArrayList<>();
        tables.sizes().forEach((node, size) -> nodes.add(new ScalingPlan.Node(node.toString(), size[0], size[1])));
        return new ScalingPlan(
                layouts.tables(),
                nodes,
                layouts.targets().stream().map(NodeTable::toString).toList(),
                obstacles.isEmpty() ? tables.statements() : List.of(),
                obstacles);
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
        failure = null;
        endFlows();
        if (phase == ScalingPhase.PLANNED) {
            List<String> obstacles = tables.obstacles();
            if (!obstacles.isEmpty()) {
                throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, String.join("; ", obstacles));
            }
            store.create();
            enter(ScalingPhase.PREPARING);
        }
        if (phase.compareTo(ScalingPhase.SWITCHED) > 0) {
            throw wrongPhase("start");
        }
        if (phase == ScalingPhase.FOLLOWING) {
            endBrokenSwitch();
        }
        Thread thread = new Thread(this::work, "sharding-jdbc-scaling");
        thread.setDaemon(true);
        worker = thread;
        thread.start();
    }

    private boolean isGoverned() {
        return dataSource.configuration().mode() != null;
    }

    /** Whoever switched may have ended in between: the configuration that counts says on which side. */
    private void endBrokenSwitch() throws SQLException {
        String table = layouts.tables().get(0);
        List<String> counting = dataSource.dataNodes(table);
        if (counting.equals(
                layouts.targets(table).stream().map(NodeTable::toString).toList())) {
            enter(ScalingPhase.SWITCHED);
        } else {
            Map<String, Map<String, String>> renamed = new LinkedHashMap<>();
            for (NodeTable node : layouts.sources()) {
                if (tables.isThere(Layouts.left(node)) && !tables.isThere(node)) {
                    renamed.computeIfAbsent(node.dataSource(), source -> new LinkedHashMap<>())
                            .put(Layouts.left(node).table(), node.table());
                }
            }
            for (Map.Entry<String, Map<String, String>> each : renamed.entrySet()) {
                tables.rename(each.getKey(), each.getValue(), RENAME_MILLIS);
            }
            dropLogs(layouts.targets(), name + BACK);
            withdrawHandover();
        }
    }

    /**
     * Instances that wait for who died in between go on by the layout of before, whose tables have their names again.
     */
    private void withdrawHandover() throws SQLException {
        HandoverState handover = isGoverned() ? dataSource.governance().handover() : null;
        if (handover != null && handover.isAbandoned()) {
            dataSource.governance().withdrawHandover(handover);
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
        while (!closed) {
            try {
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

    /** Until it is stopped, or a flow has failed. */
    private void watch() throws SQLException {
        while (!closed) {
            synchronized (this) {
                for (Flow flow : flows) {
                    flow.check();
                }
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
            closeFlows();
        } catch (SQLException e) {
            LOG.debug("What followed the changes is not closed in order", e);
        }
    }

    /** May have been done in part already. */
    private void prepare() throws SQLException {
        for (Map.Entry<String, List<NodeTable>> each :
                JobTables.byDataSource(layouts.sources()).entrySet()) {
            ChangeLog log = log(each.getKey(), name);
            if (!log.isKept()) {
                log.drop();
                log.begin(tables.forms(each.getValue()));
            }
        }
        tables.create();
    }

    private ChangeLog log(String source, String called) {
        return layouts.databases()
                .kind()
                .log(called, layouts.databases().access(source, store.item("log " + called + " " + source)));
    }

    /** @return whether all is copied */
    private boolean copy() throws SQLException {
        Map<String, String> items = store.read();
        Direction direction = layouts.forward();
        for (NodeTable node : layouts.sources()) {
            String kept = items.get(COPIED + node);
            if (!ALL.equals(kept)) {
                String after = kept == null ? null : kept.substring(REACHED.length());
                MovedTable form = tables.form(node);
                NodeCopy copy = new NodeCopy(
                        layouts.databases(), node, form, direction.route(node.logic(), form), options.chunkRows());
                boolean end = copy.run(after, (reached, rows) -> {
                    store.write(COPIED + node, REACHED + reached);
                    copied.merge(node, (long) rows, Long::sum);
                    rest(rows);
                    return !closed;
                });
                if (!end) {
                    return false;
                }
                store.write(COPIED + node, ALL);
            }
            copiedWhole.add(node);
        }
        return true;
    }

    /** So long that no more rows go in a second than may, whatever the copying itself takes. */
    private void rest(int rows) {
        int most = options.rowsPerSecond();
        if (most > 0) {
            pause(TimeUnit.SECONDS.toMillis(rows) / most);
        }
    }

    private void follow() throws SQLException {
        follow(layouts.forward(), name);
        catchUp(Long.MAX_VALUE / 2);
    }

    private void followBack() throws SQLException {
        follow(layouts.back(), name + BACK);
    }

    private synchronized void follow(Direction direction, String called) {
        ChangeWriter changes = new ChangeWriter(direction, new TargetRows(layouts.databases()));
        writer = changes;
        for (String source : JobTables.byDataSource(direction.from()).keySet()) {
            flows.add(new Flow(source, log(source, called), direction, changes));
        }
        flows.forEach(Flow::start);
    }

    /** All that is committed now is written when this returns. */
    private void catchUp(long millis) throws SQLException {
        try {
            Map<Flow, String> marks = new LinkedHashMap<>();
            for (Flow flow : flows) {
                String mark = name + " " + UUID.randomUUID();
                flow.mark(mark);
                marks.put(flow, mark);
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (Map.Entry<Flow, String> each : marks.entrySet()) {
                each.getKey().await(each.getValue(), TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            }
        } catch (TimeoutException e) {
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.SCALING_FAILED, name, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
        }
    }

    /** How far it is. Safe for all threads. */
    public ScalingProgress progress() {
        List<ScalingProgress.Node> nodes = layouts.sources().stream()
                .map(node -> new ScalingProgress.Node(
                        node.toString(), copied.getOrDefault(node, 0L), copiedWhole.contains(node)))
                .toList();
        long changes = 0;
        long lag = 0;
        Throwable known = failure;
        for (Flow flow : flows) {
            changes += flow.changes();
            try {
                flow.check();
                lag += flow.lagBytes();
            } catch (SQLException e) {
                known = known == null ? e : known;
            }
        }
        return new ScalingProgress(
                phase, nodes, changes, lag, known == null ? null : String.valueOf(known.getMessage()));
    }

    /**
     * Waits until all rows are copied and changes are written as they come; behind the switch, to the old tables.
     *
     * @throws SQLException when the job stops, or takes longer
     */
    public void awaitFollowing(Duration atMost) throws SQLException {
        long end = System.nanoTime() + atMost.toNanos();
        while (phase != ScalingPhase.FOLLOWING && phase != ScalingPhase.SWITCHED || flows.isEmpty()) {
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
        if (phase != ScalingPhase.FOLLOWING && !back || flows.isEmpty()) {
            throw wrongPhase("check");
        }
        long rows = 0;
        for (String table : layouts.tables()) {
            List<NodeTable> former =
                    back ? layouts.sources(table).stream().map(Layouts::left).toList() : layouts.sources(table);
            List<NodeTable> counting = back ? layouts.targets(table) : former;
            Comparison.Outcome outcome = new Comparison(
                            layouts.databases(),
                            tables.form(counting.get(0)),
                            counting,
                            back ? former : layouts.targets(table),
                            () -> catchUp(CHECK_MILLIS))
                    .run();
            if (!outcome.keys().isEmpty()) {
                throw SqlErrors.of(
                        ErrorCode.SCALING_ROWS_DIFFER,
                        name,
                        outcome.keys().size(),
                        outcome.keys().stream().limit(NAMED_KEYS).toList());
            }
            rows += outcome.rows();
        }
        return rows;
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
        if (phase != ScalingPhase.FOLLOWING || flows.isEmpty()) {
            throw wrongPhase("switch");
        }
        beginBack();
        Duration waited;
        try {
            waited = hand(next, atMost, layouts.sources(), () -> {
                for (String source : JobTables.byDataSource(layouts.targets()).keySet()) {
                    log(source, name + BACK).skip();
                }
                for (NodeTable target : layouts.targets()) {
                    tables.followKeys(target);
                }
            });
        } catch (SQLException | RuntimeException | Error e) {
            dropLogs(layouts.targets(), name + BACK);
            throw e;
        }
        synchronized (this) {
            enter(ScalingPhase.SWITCHED);
            closeFlows();
            followBack();
        }
        dropLogs(layouts.sources(), name);
        return waited;
    }

    private void beginBack() throws SQLException {
        for (Map.Entry<String, List<NodeTable>> each :
                JobTables.byDataSource(layouts.targets()).entrySet()) {
            ChangeLog log = log(each.getKey(), name + BACK);
            log.drop();
            log.begin(tables.forms(each.getValue()));
        }
    }

    /**
     * Lets the old configuration count again, with all that was written by the next one. The job is over then: what is
     * left of it goes by {@link #cancel()}.
     *
     * @param atMost how long statements may wait; then the next configuration goes on
     * @return how long they waited at most
     */
    public Duration reverse(Duration atMost) throws SQLException {
        if (phase != ScalingPhase.SWITCHED || flows.isEmpty()) {
            throw wrongPhase("reverse");
        }
        Duration waited = hand(before, atMost, layouts.targets(), () -> {
            for (Map.Entry<String, List<NodeTable>> each :
                    JobTables.byDataSource(layouts.sources()).entrySet()) {
                Map<String, String> names = new LinkedHashMap<>();
                each.getValue().forEach(node -> names.put(Layouts.left(node).table(), node.table()));
                tables.rename(each.getKey(), names, RENAME_MILLIS);
            }
            for (NodeTable source : layouts.sources()) {
                tables.followKeys(source);
            }
        });
        synchronized (this) {
            enter(ScalingPhase.REVERSED);
            closeFlows();
        }
        return waited;
    }

    /** What is done when all is written, and before the other configuration counts. */
    @FunctionalInterface
    private interface LastStep {
        void run() throws SQLException;
    }

    /**
     * Hands over to another configuration.
     *
     * @param left whose tables get other names
     */
    private Duration hand(ShardingConfiguration other, Duration atMost, List<NodeTable> left, LastStep last)
            throws SQLException {
        catchUp(CHECK_MILLIS);
        long start = System.nanoTime();
        ReconfigureOptions.Builder handover = ReconfigureOptions.builder()
                .handover(ReconfigureOptions.Newcomers.WAIT, atMost)
                .between(() -> rename(left, atMost, last));
        if (isGoverned()) {
            handover.awaitInstances(INSTANCES);
        }
        dataSource.reconfigure(other, handover.build());
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /**
     * Nothing runs by the layout that is left. Others than the library may still write, until the tables are renamed.
     */
    private void rename(List<NodeTable> left, Duration atMost, LastStep last) throws SQLException {
        long millis = Math.max(1, atMost.toMillis() / SHARE_OF_LIMIT);
        Map<String, Map<String, String>> renamed = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, List<NodeTable>> each :
                    JobTables.byDataSource(left).entrySet()) {
                Map<String, String> names = new LinkedHashMap<>();
                each.getValue()
                        .forEach(node ->
                                names.put(node.table(), Layouts.left(node).table()));
                tables.rename(each.getKey(), names, millis);
                renamed.put(each.getKey(), names);
            }
            catchUp(millis * 2);
            last.run();
        } catch (SQLException | RuntimeException | Error e) {
            takeBack(renamed, millis, e);
            throw e;
        }
    }

    private void takeBack(Map<String, Map<String, String>> renamed, long millis, Throwable failure) {
        renamed.forEach((source, names) -> {
            Map<String, String> back = new LinkedHashMap<>();
            names.forEach((before, after) -> back.put(after, before));
            try {
                tables.rename(source, back, millis);
            } catch (SQLException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        });
    }

    private synchronized void closeFlows() throws SQLException {
        for (Flow flow : flows) {
            flow.close();
        }
        flows.clear();
        ChangeWriter known = writer;
        writer = null;
        if (known != null) {
            known.close();
        }
    }

    /**
     * Ends the job: the old tables, what is left of logs and what the job kept of itself are dropped. There is no way
     * back then.
     *
     * @throws SQLException when the next configuration does not count yet
     */
    public void complete() throws SQLException {
        if (phase != ScalingPhase.SWITCHED) {
            throw wrongPhase("complete");
        }
        requireThere(layouts.targets(), "complete");
        stop();
        dropLogs(layouts.sources(), name);
        dropLogs(layouts.targets(), name + BACK);
        for (NodeTable node : layouts.sources()) {
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

    private void dropLogs(List<NodeTable> nodes, String called) throws SQLException {
        for (String source : JobTables.byDataSource(nodes).keySet()) {
            log(source, called).drop();
        }
    }

    private void end() throws SQLException {
        store.drop();
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
        if (phase == ScalingPhase.FOLLOWING) {
            endBrokenSwitch();
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
            dropLogs(layouts.sources(), name);
            dropLogs(layouts.targets(), name + BACK);
            for (NodeTable target : layouts.targets()) {
                tables.drop(target);
                tables.drop(Layouts.left(target));
            }
        }
        end();
    }

    private void stop() throws SQLException {
        closed = true;
        Thread running = worker;
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
            }
        }
        closeFlows();
    }

    /** Stops here; what it is and has done stays, for the next one of its name. */
    @Override
    public void close() throws SQLException {
        try (layouts) {
            stop();
        }
    }
}
