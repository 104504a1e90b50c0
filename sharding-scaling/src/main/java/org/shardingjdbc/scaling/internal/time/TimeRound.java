package org.shardingjdbc.scaling.internal.time;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.job.AbandonedJobs;
import org.shardingjdbc.scaling.internal.job.JobCatalog;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.job.TableJobStore;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.internal.time.PeriodicTable.Missing;
import org.shardingjdbc.scaling.internal.time.PeriodicTable.Node;
import org.shardingjdbc.scaling.internal.time.PeriodicTable.PeriodNode;
import org.shardingjdbc.scaling.internal.time.Retirements.OldTable;
import org.shardingjdbc.scaling.time.TimeTable;
import org.shardingjdbc.scaling.time.TimeTable.State;
import org.shardingjdbc.scaling.time.TimeTablePlan;
import org.shardingjdbc.scaling.time.TimeTablePlan.Action;
import org.shardingjdbc.scaling.time.TimeTablePlan.Entry;
import org.shardingjdbc.scaling.time.TimeTablePolicy.Retirement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One look at the configuration and the clock, and what follows from it. Used by one thread. */
final class TimeRound {
    private static final Logger LOG = LoggerFactory.getLogger(TimeRound.class);
    static final String JOB = "time_tables";
    private static final Duration INSTANCES = Duration.ofSeconds(30);

    private final Clock clock;
    private final Duration grace;
    private final CommandTarget target;
    private final ShardingConfiguration configuration;
    private final LocalDateTime now;
    private final Databases databases;
    private final TimeLayout layout;
    private final Retirements retirements;
    private final boolean shared;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> obstacles = new ArrayList<>();

    /** @param grace how long an actual table stays as it is behind its leaving */
    TimeRound(CommandTarget target, Clock clock, Duration grace) throws SQLException {
        this.clock = clock;
        this.grace = grace;
        this.target = target;
        this.configuration = target.configuration();
        this.now = LocalDateTime.now(clock);
        this.databases = new Databases(configuration.dataSources());
        this.layout = new TimeLayout(configuration, target::dataNodes);
        String home = configuration.dataSourceNames().get(0);
        this.retirements =
                new Retirements(databases, new TableJobStore(databases.kind(), () -> databases.open(home), JOB));
        this.shared = isShared();
        obstacles.addAll(layout.obstacles());
        for (PeriodicTable table : layout.tables()) {
            String end = table.end(now);
            if (end != null) {
                obstacles.add(end);
            }
        }
        for (Map.Entry<String, Map<String, String>> job :
                JobCatalog.all(new JobHome(target)).entrySet()) {
            for (String moved : JobCatalog.tables(job.getValue())) {
                if (layout.tables().stream().anyMatch(table -> table.name().equalsIgnoreCase(moved))) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_IMPOSSIBLE,
                            "table " + moved + " is moved by job " + job.getKey()
                                    + ", which has its next data nodes; complete or cancel it first");
                }
            }
        }
    }

    /** All actual tables, those of a logic table by their time; changes nothing. */
    List<TimeTable> tables() throws SQLException {
        List<TimeTable> all = new ArrayList<>();
        List<OldTable> left = retirements.all();
        for (PeriodicTable table : layout.tables()) {
            List<TimeTable> some = new ArrayList<>();
            List<PeriodNode> old = table.old(now);
            for (PeriodNode each : table.timed()) {
                some.add(shown(table, each, State.NODE, old.contains(each) ? Action.LEAVE : null));
            }
            for (Missing each : table.missing(now)) {
                some.add(shown(table, new PeriodNode(each.node(), each.step()), State.MISSING, Action.CREATE));
            }
            for (OldTable retired : left) {
                Integer step = table.step(retired.node().table());
                if (table.name().equalsIgnoreCase(retired.node().logic()) && step != null && !isNode(retired.node())) {
                    NodeTable node = retired.node();
                    some.add(shown(
                            table,
                            new PeriodNode(new Node(node.dataSource(), node.dataSource(), node.table()), step),
                            State.LEFT,
                            isDue(retired) ? action(retired.retirement()) : null));
                }
            }
            some.sort(Comparator.comparing(TimeTable::from).thenComparing(TimeTable::node));
            all.addAll(some);
        }
        return all;
    }

    private static TimeTable shown(PeriodicTable table, PeriodNode each, State state, @Nullable Action next) {
        int step = each.step();
        return new TimeTable(table.name(), each.node().toString(), table.start(step), table.end(step), state, next);
    }

    /** What would be done; changes nothing. */
    TimeTablePlan plan() throws SQLException {
        for (PeriodicTable table : layout.tables()) {
            table.missing(now).forEach(each -> note(Action.CREATE, table, each.node(), each.step()));
            for (PeriodNode old : table.old(now)) {
                note(Action.LEAVE, table, old.node(), old.step());
            }
        }
        for (OldTable retired : retirements.all()) {
            if (isDue(retired)) {
                note(retired);
            }
        }
        return new TimeTablePlan(entries, obstacles);
    }

    /** Does it: the data nodes first, then, which may last, what left the rules long enough before this began. */
    TimeTablePlan run() throws SQLException {
        AbandonedJobs.giveUp(new JobHome(target));
        List<OldTable> due = new ArrayList<>();
        for (OldTable retired : retirements.all()) {
            if (isNode(retired.node())) {
                retirements.forget(retired);
            } else if (retired.left() == null) {
                noteLeft(retired);
            } else if (isDue(retired)) {
                due.add(retired);
            }
        }
        Map<String, String> dataNodes = new LinkedHashMap<>();
        for (PeriodicTable table : layout.tables()) {
            List<Missing> missing = table.missing(now);
            List<PeriodNode> old = table.old(now);
            for (Missing each : missing) {
                make(each);
                note(Action.CREATE, table, each.node(), each.step());
            }
            for (PeriodNode each : old) {
                retirements.note(node(table, each.node()), table.policy(), isAlone(table, each.node()));
                note(Action.LEAVE, table, each.node(), each.step());
            }
            if (!missing.isEmpty() || !old.isEmpty()) {
                dataNodes.put(table.name(), table.dataNodes(missing, old));
            }
        }
        if (!dataNodes.isEmpty()) {
            change(dataNodes);
        }
        for (OldTable retired : due) {
            retirements.retire(retired);
            note(retired);
        }
        entries.forEach(entry -> LOG.info("Time tables: {}", entry));
        return new TimeTablePlan(entries, obstacles);
    }

    /** It counts for all instances when this returns; what began by the one of before may still run. */
    private void change(Map<String, String> dataNodes) throws SQLException {
        target.reconfigure(
                current -> {
                    if (!current.equals(configuration)) {
                        throw new ShardingException(
                                ErrorCode.SCALING_FAILED,
                                JOB,
                                "the configuration was changed meanwhile, and the next round goes by the new one");
                    }
                    return layout.with(dataNodes);
                },
                ReconfigureOptions.builder().awaitInstances(INSTANCES).build());
        for (OldTable retired : retirements.all()) {
            if (retired.left() == null) {
                retirements.noteLeft(retired, clock.instant());
            }
        }
    }

    private void noteLeft(OldTable retired) throws SQLException {
        if (shared) {
            retirements.noteLeft(retired, clock.instant());
        }
    }

    private void note(Action action, PeriodicTable table, Node node, int step) {
        entries.add(new Entry(action, table.name(), node.toString(), table.start(step), table.end(step)));
    }

    private void note(OldTable retired) {
        for (PeriodicTable table : layout.tables()) {
            Integer step = table.step(retired.node().table());
            if (table.name().equalsIgnoreCase(retired.node().logic()) && step != null) {
                entries.add(new Entry(
                        action(retired.retirement()),
                        table.name(),
                        retired.node().toString(),
                        table.start(step),
                        table.end(step)));
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
        long version = target.governance().version();
        return target.governance().instances().stream().allMatch(each -> each.rulesVersion() == version);
    }

    /** What began by a configuration that had it as a data node had its time. */
    private boolean isDue(OldTable retired) {
        Instant left = retired.left();
        return left != null && !isNode(retired.node()) && !left.plus(grace).isAfter(clock.instant());
    }

    private boolean isNode(NodeTable retired) {
        return layout.tables().stream()
                .filter(table -> table.name().equalsIgnoreCase(retired.logic()))
                .flatMap(table -> table.nodes().stream())
                .anyMatch(node -> node.toString().equals(retired.toString()));
    }

    private static NodeTable node(PeriodicTable table, Node node) {
        return new NodeTable(node.dataSource(), node.table(), table.name());
    }

    /** Whether no other data source has an actual table of that name, which would go to the same archive. */
    private static boolean isAlone(PeriodicTable table, Node node) {
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
