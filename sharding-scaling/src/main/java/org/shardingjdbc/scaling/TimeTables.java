package org.shardingjdbc.scaling;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.job.KeptJobs;
import org.shardingjdbc.scaling.internal.job.TableJobStore;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.internal.time.Retirements;
import org.shardingjdbc.scaling.internal.time.Retirements.Retired;
import org.shardingjdbc.scaling.internal.time.TimeLayout;
import org.shardingjdbc.scaling.internal.time.TimedTable;
import org.shardingjdbc.scaling.internal.time.TimedTable.Missing;
import org.shardingjdbc.scaling.internal.time.TimedTable.Node;
import org.shardingjdbc.scaling.internal.time.TimedTable.Timed;
import org.shardingjdbc.scaling.time.TimeTablePlan;
import org.shardingjdbc.scaling.time.TimeTablePlan.Action;
import org.shardingjdbc.scaling.time.TimeTablePlan.Entry;
import org.shardingjdbc.scaling.time.TimeTablePolicy.Retirement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tables per day, month or year going: actual tables of {@code !TIME_TABLES} are made before rows of their time
 * come, and those whose rows are not kept any more leave the rules and are dropped, renamed or archived then.
 *
 * <pre>{@code
 * try (TimeTables tables = TimeTables.of(dataSource)) {
 *     tables.keep(Duration.ofMinutes(10));     // as long as the application runs; each instance may do so
 *     ...
 * }
 * }</pre>
 *
 * <p>The new data nodes become the next version of the configuration in the registry, which all instances take.
 * Statements do not wait: a table is there before it is a data node, and one that leaves is dropped by a later
 * {@link #apply}, when statements that still read it are long over. Of several instances, one does it at a time. Safe
 * for all threads.
 */
@Incubating
public final class TimeTables implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimeTables.class);
    private static final String JOB = "time_tables";
    private static final String LOCK = "sharding_jdbc_time_tables";
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(30);
    private static final Duration INSTANCES = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 100;

    private final ShardingDataSource dataSource;
    private final Clock clock;
    private final Duration grace;
    private @Nullable ScheduledExecutorService keeper;

    private TimeTables(ShardingDataSource dataSource, Clock clock, Duration grace) {
        this.dataSource = dataSource;
        this.clock = clock;
        this.grace = grace;
    }

    /**
     * Those of a data source, by the clock and in the zone of this process; what has left the rules is dropped an hour
     * later at the earliest.
     *
     * @throws SQLException when the data source has no registry, which is where its next data nodes are kept
     */
    public static TimeTables of(ShardingDataSource dataSource) throws SQLException {
        return of(dataSource, Clock.systemDefaultZone(), Duration.ofHours(1));
    }

    /**
     * The same by another clock.
     *
     * @param clock what time it is, in the zone of the rows' times
     * @param grace how long behind its leaving an actual table stays as it is; not negative. Statements of before may
     *     read it until then
     */
    public static TimeTables of(ShardingDataSource dataSource, Clock clock, Duration grace) throws SQLException {
        Objects.requireNonNull(clock, "the clock is null");
        if (grace.isNegative()) {
            throw new IllegalArgumentException("a negative grace: " + grace);
        }
        if (winner(dataSource) == DifferenceWinner.LOCAL_WINS) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "'whenDifferent: local-wins' would bring the data nodes of the document back at the next start;"
                            + " say 'remote-wins'");
        }
        return new TimeTables(dataSource, clock, grace);
    }

    private static DifferenceWinner winner(ShardingDataSource dataSource) throws SQLException {
        try {
            return dataSource.governance().whenDifferent();
        } catch (SQLException e) {
            if (e.getErrorCode() != ErrorCode.NOT_GOVERNED.number()) {
                throw e;
            }
            throw SqlErrors.from(ShardingException.causedBy(
                    e,
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "time tables need a registry ('mode'): a document would not know at the next start which tables"
                            + " were made since"));
        }
    }

    /** What {@link #apply} would do now; changes nothing. */
    public TimeTablePlan plan() throws SQLException {
        try {
            return new Round().plan();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Makes the tables that are missing, lets the old ones leave the rules, and drops, renames or archives those that
     * left some time ago. Waits for another instance that is about it.
     *
     * @return what was done
     * @throws SQLException when something of it cannot be done; what was done before stays, and the next call goes on
     */
    public TimeTablePlan apply() throws SQLException {
        ShardingConfiguration configuration = dataSource.configuration();
        Databases databases = new Databases(configuration.dataSources());
        try (Connection lock = databases.open(home(configuration))) {
            long end = System.nanoTime() + LOCK_PATIENCE.toNanos();
            while (!databases.kind().lock(lock, LOCK)) {
                if (System.nanoTime() - end > 0) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_FAILED, JOB, "another instance is still about it after " + LOCK_PATIENCE);
                }
                pause();
            }
            return new Round().run();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private static void pause() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "time tables"));
        }
    }

    private static String home(ShardingConfiguration configuration) {
        return configuration.dataSourceNames().get(0);
    }

    /**
     * Calls {@link #apply} at once and then again and again, by a thread of its own, until this is closed. What fails
     * is logged and tried again. Has no effect where it is done already.
     *
     * @param every how long it rests in between; above zero
     */
    public synchronized void keep(Duration every) {
        if (keeper == null) {
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(work -> {
                Thread thread = new Thread(work, "sharding-time-tables");
                thread.setDaemon(true);
                return thread;
            });
            started.scheduleWithFixedDelay(this::applyOrLog, 0, every.toMillis(), TimeUnit.MILLISECONDS);
            keeper = started;
        }
    }

    private void applyOrLog() {
        try {
            if (!dataSource.isClosed() && TimeLayout.isIn(dataSource.configuration())) {
                apply().obstacles().forEach(obstacle -> LOG.warn("Time tables: {}", obstacle));
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Time tables are not kept up now, and will be tried again", e);
        }
    }

    /** Ends {@link #keep}, and waits for what it is about. */
    @Override
    public void close() {
        ScheduledExecutorService running;
        synchronized (this) {
            running = keeper;
            keeper = null;
        }
        if (running != null) {
            running.shutdown();
            try {
                if (!running.awaitTermination(LOCK_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    running.shutdownNow();
                }
            } catch (InterruptedException e) {
                running.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One look at the configuration and the clock, and what follows from it. Used by one thread. */
    private final class Round {
        private final ShardingConfiguration configuration = dataSource.configuration();
        private final LocalDateTime now = LocalDateTime.now(clock);
        private final Instant moment = clock.instant();
        private final Databases databases = new Databases(configuration.dataSources());
        private final TimeLayout layout = new TimeLayout(configuration, dataSource::dataNodes);
        private final Retirements retirements =
                new Retirements(databases, new TableJobStore(() -> databases.open(home(configuration)), JOB));
        private final boolean shared = isShared();
        private final List<Entry> entries = new ArrayList<>();
        private final List<String> obstacles = new ArrayList<>(layout.obstacles());

        Round() throws SQLException {
            for (TimedTable table : layout.tables()) {
                String end = table.end(now);
                if (end != null) {
                    obstacles.add(end);
                }
            }
            for (Map.Entry<String, Map<String, String>> job : KeptJobs.all(
                            new JobHome(dataSource.unwrap(CommandTarget.class)))
                    .entrySet()) {
                for (String moved : KeptJobs.tables(job.getValue())) {
                    if (layout.tables().stream().anyMatch(table -> table.name().equalsIgnoreCase(moved))) {
                        throw SqlErrors.of(
                                ErrorCode.SCALING_IMPOSSIBLE,
                                "table " + moved + " is moved by job " + job.getKey()
                                        + ", which has its next data nodes; complete or cancel it first");
                    }
                }
            }
        }

        TimeTablePlan plan() throws SQLException {
            for (TimedTable table : layout.tables()) {
                table.missing(now).forEach(each -> note(Action.CREATE, table, each.node(), each.step()));
                for (Timed old : table.old(now)) {
                    note(Action.LEAVE, table, old.node(), old.step());
                }
            }
            for (Retired retired : retirements.all()) {
                if (isDue(retired)) {
                    note(retired);
                }
            }
            return new TimeTablePlan(entries, obstacles);
        }

        TimeTablePlan run() throws SQLException {
            for (Retired retired : retirements.all()) {
                if (isNode(retired.node())) {
                    retirements.forget(retired);
                } else if (isDue(retired)) {
                    retirements.retire(retired);
                    note(retired);
                }
            }
            Map<String, String> dataNodes = new LinkedHashMap<>();
            for (TimedTable table : layout.tables()) {
                List<Missing> missing = table.missing(now);
                List<Timed> old = table.old(now);
                for (Missing each : missing) {
                    make(each);
                    note(Action.CREATE, table, each.node(), each.step());
                }
                for (Timed each : old) {
                    NodeTable node = node(table, each.node());
                    retirements.note(node, table.policy(), isAlone(table, each.node()), moment);
                    note(Action.LEAVE, table, each.node(), each.step());
                }
                if (!missing.isEmpty() || !old.isEmpty()) {
                    dataNodes.put(table.name(), table.dataNodes(missing, old));
                }
            }
            if (!dataNodes.isEmpty()) {
                dataSource.reconfigure(
                        layout.with(dataNodes),
                        ReconfigureOptions.builder().awaitInstances(INSTANCES).build());
            }
            entries.forEach(entry -> LOG.info("Time tables: {}", entry));
            return new TimeTablePlan(entries, obstacles);
        }

        private void note(Action action, TimedTable table, Node node, int step) {
            entries.add(new Entry(action, table.name(), node.toString(), table.start(step), table.start(step + 1)));
        }

        private void note(Retired retired) {
            for (TimedTable table : layout.tables()) {
                Integer step = table.step(retired.node().table());
                if (table.name().equalsIgnoreCase(retired.node().logic()) && step != null) {
                    entries.add(new Entry(
                            action(retired.retirement()),
                            table.name(),
                            retired.node().toString(),
                            table.start(step),
                            table.start(step + 1)));
                }
            }
        }

        private static Action action(Retirement retirement) {
            return switch (retirement) {
                case DROP -> Action.DROP;
                case RENAME -> Action.RENAME;
                case ARCHIVE -> Action.ARCHIVE;
            };
        }

        /** Whether all instances run on the configuration of this one. */
        private boolean isShared() throws SQLException {
            long version = dataSource.governance().version();
            return dataSource.governance().instances().stream().allMatch(each -> each.rulesVersion() == version);
        }

        /** No instance has it as a data node any more, and what began by such a configuration had its time. */
        private boolean isDue(Retired retired) {
            return shared
                    && !isNode(retired.node())
                    && !retired.from().plus(grace).isAfter(moment);
        }

        private boolean isNode(NodeTable retired) {
            return layout.tables().stream()
                    .filter(table -> table.name().equalsIgnoreCase(retired.logic()))
                    .flatMap(table -> table.nodes().stream())
                    .anyMatch(node -> node.toString().equals(retired.toString()));
        }

        private static NodeTable node(TimedTable table, Node node) {
            return new NodeTable(node.dataSource(), node.table(), table.name());
        }

        /** Whether no other data source has an actual table of that name, which would go to the same archive. */
        private static boolean isAlone(TimedTable table, Node node) {
            return table.nodes().stream()
                            .filter(other -> other.table().equals(node.table()))
                            .count()
                    == 1;
        }

        private void make(Missing missing) throws SQLException {
            ScalingDatabase kind = databases.kind();
            try (Connection connection = databases.open(missing.node().dataSource())) {
                MovedTable like = kind.read(connection, missing.like().table());
                if (like == null) {
                    throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, "there is no table " + missing.like());
                }
                MovedTable there = kind.read(connection, missing.node().table());
                if (there == null) {
                    connection.setAutoCommit(false);
                    try (Statement statement = connection.createStatement()) {
                        for (String sql :
                                kind.creation(connection, like, missing.node().table(), true)) {
                            statement.execute(sql);
                        }
                    }
                    connection.commit();
                } else if (like.differenceTo(there) != null) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_IMPOSSIBLE,
                            missing.node() + " is there and is not as its predecessor: " + like.differenceTo(there));
                }
            }
        }
    }
}
