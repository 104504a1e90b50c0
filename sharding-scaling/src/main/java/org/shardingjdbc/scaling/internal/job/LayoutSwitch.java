package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * The moment in which one layout counts and then the other one: statements wait, tables of the layout that is left get
 * other names, so that who has not heard of it fails instead of writing to them, and what was committed before is
 * written. Used by one thread.
 */
public final class LayoutSwitch {
    /** Of the time in which statements may wait, what the tables of one data source may take to get their names. */
    private static final long SHARE_OF_LIMIT = 4;

    private static final long RENAME_MILLIS = 10_000;
    /** What other instances have to prepare the next configuration, and to take it. */
    private static final Duration INSTANCES = Duration.ofSeconds(30);

    private final JobHome home;
    private final Layouts layouts;
    private final JobTables tables;
    private final CatchingUp catchingUp;

    /** Waits until all that was committed before is written. */
    @FunctionalInterface
    public interface CatchingUp {
        /** Fails where it takes longer. */
        void await(long millis) throws SQLException;
    }

    /** What is done when all is written, and before the other configuration counts. */
    @FunctionalInterface
    public interface LastStep {
        /** Fails where the other configuration must not count. */
        void run() throws SQLException;
    }

    public LayoutSwitch(JobHome home, Layouts layouts, JobTables tables, CatchingUp catchingUp) {
        this.home = home;
        this.layouts = layouts;
        this.tables = tables;
        this.catchingUp = catchingUp;
    }

    /**
     * Lets the next configuration count; the tables that are left get other names.
     *
     * @param next of the configuration that counts at that moment
     */
    public void forward(UnaryOperator<ShardingConfiguration> next, Duration atMost, LastStep last) throws SQLException {
        hand(next, atMost, layouts.leaving(), last);
    }

    /** Lets the configuration of before count again, whose tables get their names again before the last step. */
    public void back(UnaryOperator<ShardingConfiguration> before, Duration atMost, LastStep last) throws SQLException {
        hand(before, atMost, layouts.returning(), () -> {
            try {
                restoreNames();
                last.run();
            } catch (SQLException | RuntimeException e) {
                // the next configuration goes on, and what it writes goes to them under their other names
                leaveAgain(e);
                throw e;
            }
        });
    }

    /** @param left whose tables get other names */
    private void hand(UnaryOperator<ShardingConfiguration> other, Duration atMost, List<NodeTable> left, LastStep last)
            throws SQLException {
        ReconfigureOptions.Builder handover = ReconfigureOptions.builder()
                .handover(ReconfigureOptions.Newcomers.WAIT, atMost)
                .between(() -> rename(left, atMost, last));
        if (home.isGoverned()) {
            handover.awaitInstances(INSTANCES);
        }
        home.reconfigure(other, handover.build());
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
            catchingUp.await(millis * 2);
            last.run();
        } catch (SQLException | RuntimeException | Error e) {
            takeBack(renamed, millis, e);
            throw e;
        }
    }

    private void leaveAgain(Exception failure) {
        Map<String, Map<String, String>> names = new LinkedHashMap<>();
        for (NodeTable node : layouts.leaving()) {
            names.computeIfAbsent(node.dataSource(), source -> new LinkedHashMap<>())
                    .put(Layouts.left(node).table(), node.table());
        }
        takeBack(names, RENAME_MILLIS, failure);
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

    /** Whether the next configuration counts. */
    public boolean isNext() throws SQLException {
        for (String table : layouts.tables()) {
            List<String> next =
                    layouts.next(table).stream().map(NodeTable::toString).toList();
            if (!home.dataNodes(table).equals(next)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the configuration of this instance counts for all, as far as can be told: behind a handover that failed.
     */
    public boolean isDecided() throws SQLException {
        return !home.isHandingOver();
    }

    /** Tables that are left have the names again by which they are used, where they lost them. */
    public void restoreNames() throws SQLException {
        restore(layouts.leaving());
    }

    private void restore(List<NodeTable> nodes) throws SQLException {
        rename(nodes, Layouts::left, UnaryOperator.identity());
    }

    /** Renames those that are there under the one name and not under the other one. */
    private void rename(List<NodeTable> nodes, UnaryOperator<NodeTable> from, UnaryOperator<NodeTable> to)
            throws SQLException {
        Map<String, Map<String, String>> renamed = new LinkedHashMap<>();
        Set<NodeTable> there = tables.there(
                Stream.concat(nodes.stream().map(from), nodes.stream().map(to)).toList());
        for (NodeTable node : nodes) {
            NodeTable now = from.apply(node);
            NodeTable wanted = to.apply(node);
            if (there.contains(now) && !there.contains(wanted)) {
                renamed.computeIfAbsent(node.dataSource(), source -> new LinkedHashMap<>())
                        .put(now.table(), wanted.table());
            }
        }
        for (Map.Entry<String, Map<String, String>> each : renamed.entrySet()) {
            tables.rename(each.getKey(), each.getValue(), RENAME_MILLIS);
        }
    }

    /** The same where the next layout goes on: its tables have their names, and those that are left have not. */
    public void restoreNext() throws SQLException {
        rename(layouts.leaving(), UnaryOperator.identity(), Layouts::left);
        restore(layouts.returning());
    }
}
