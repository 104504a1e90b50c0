package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * The actual tables of both layouts: what forbids that they are moved, and how a job makes, completes, renames and
 * drops them. Each method connects by itself. Safe for all threads.
 */
public final class JobTables {
    private final Layouts layouts;

    public JobTables(Layouts layouts) {
        this.layouts = layouts;
    }

    /** What forbids that they are moved, with the remedy; empty where nothing does. */
    public List<String> obstacles() throws SQLException {
        ScalingDatabase kind = layouts.databases().kind();
        List<String> obstacles = new ArrayList<>(layouts.leftOut());
        obstacles.addAll(layouts.encrypted());
        Map<String, List<NodeTable>> left = byDataSource(layouts.sources());
        // what is written there later is read from their logs, too
        byDataSource(layouts.returning()).keySet().forEach(source -> left.putIfAbsent(source, List.of()));
        for (Map.Entry<String, List<NodeTable>> each : left.entrySet()) {
            try (Connection connection = layouts.databases().open(each.getKey())) {
                kind.obstacles(
                                connection,
                                each.getValue().stream().map(NodeTable::table).toList())
                        .forEach(obstacle -> obstacles.add(each.getKey() + ": " + obstacle));
            }
        }
        if (obstacles.isEmpty()) {
            for (NodeTable node : layouts.uncopied()) {
                if (!isThere(node)) {
                    obstacles.add("The broadcast table " + node.logic() + " is not in data source " + node.dataSource()
                            + ", which is new; let it move along, too");
                }
            }
            obstacles.addAll(formObstacles());
            for (NodeTable target : layouts.targets()) {
                if (isThere(target)) {
                    obstacles.add(target + " is there already; drop it, or give the next layout other names");
                }
            }
        }
        if (obstacles.isEmpty()) {
            for (Map.Entry<String, List<NodeTable>> each :
                    byDataSource(layouts.targets()).entrySet()) {
                List<String> statements = new ArrayList<>();
                for (NodeTable target : each.getValue()) {
                    statements.addAll(creation(target, true));
                }
                try (Connection connection = layouts.databases().open(each.getKey())) {
                    String refusal = kind.refusal(connection, statements);
                    if (refusal != null) {
                        obstacles.add(each.getKey() + ": The new tables cannot be made, as when a type, a function or a"
                                + " collation is not there; make it first: " + refusal);
                    }
                }
            }
        }
        return obstacles;
    }

    /** About how many rows and bytes the tables have that are left; those that are there. */
    public Map<NodeTable, long[]> sizes() throws SQLException {
        Map<NodeTable, long[]> sizes = new LinkedHashMap<>();
        for (NodeTable node : layouts.sources()) {
            if (isThere(node)) {
                try (Connection connection = layouts.databases().open(node.dataSource())) {
                    sizes.put(node, layouts.databases().kind().size(connection, node.table()));
                }
            }
        }
        return sizes;
    }

    /**
     * About how many bytes the tables of the next layout take in each data source, with their indexes, when the rows
     * are spread evenly.
     *
     * @param sizes of {@link #sizes}
     */
    public Map<String, Long> needs(Map<NodeTable, long[]> sizes) {
        Map<String, Long> needs = new LinkedHashMap<>();
        for (String table : layouts.tables()) {
            long all = 0;
            for (Map.Entry<NodeTable, long[]> each : sizes.entrySet()) {
                boolean counts = each.getKey().logic().equals(table) && (!layouts.isCopied(table) || all == 0);
                all += counts ? each.getValue()[2] : 0;
            }
            List<NodeTable> targets = layouts.targets(table);
            long share = layouts.isCopied(table) || targets.isEmpty() ? all : all / targets.size();
            targets.forEach(target -> needs.merge(target.dataSource(), share, Long::sum));
        }
        return needs;
    }

    /** What makes the tables of the next layout, with the data source before each statement. */
    public List<String> statements() throws SQLException {
        List<String> statements = new ArrayList<>();
        for (NodeTable target : layouts.targets()) {
            for (String each : creation(target, true)) {
                statements.add(target.dataSource() + ": " + each);
            }
        }
        return statements;
    }

    /** Why it would not be certain where its rows belong. */
    private List<String> placingObstacles(String table) throws SQLException {
        List<String> obstacles = new ArrayList<>();
        if (layouts.isHinted(table)) {
            obstacles.add("A hint from outside the SQL decides where rows of " + table
                    + " are; shard it by a column in both layouts");
        }
        NodeTable node = layouts.before(table).get(0);
        MovedTable form = form(node);
        List<MovedTable.Column> columns = new ArrayList<>();
        for (String column : layouts.placingColumns(table)) {
            int position = form.position(column);
            if (position < 0) {
                obstacles.add("The sharding column " + column + " of " + table
                        + " is computed, or not stored under its name; shard it by another one");
            } else {
                columns.add(form.columns().get(position));
            }
        }
        try (Connection connection = layouts.databases().open(node.dataSource())) {
            for (MovedTable.Column each : layouts.databases().kind().unplaced(connection, form, columns)) {
                obstacles.add("The sharding column " + each.name() + " of " + table + " is of type " + each.type()
                        + ", by which rows are not placed for certain; shard it by a column of another type,"
                        + " such as a number, a text or a date");
            }
        }
        return obstacles;
    }

    /** What forbids to move tables because of what their rows look like; first that actual tables are not alike. */
    private List<String> formObstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>();
        for (String table : layouts.tables()) {
            MovedTable first = null;
            for (NodeTable node : layouts.before(table)) {
                MovedTable form = form(node);
                String difference = first == null ? null : first.differenceTo(form);
                if (difference != null) {
                    obstacles.add("The actual tables of " + table + " differ: " + difference);
                }
                first = first == null ? form : first;
            }
            obstacles.addAll(placingObstacles(table));
        }
        return obstacles;
    }

    /** What its rows look like. */
    public MovedTable form(NodeTable node) throws SQLException {
        try (Connection connection = layouts.databases().open(node.dataSource())) {
            MovedTable form = layouts.databases().kind().read(connection, node.table());
            if (form == null) {
                throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, "there is no table " + node);
            }
            return form;
        }
    }

    /** Nodes by their data sources, in their order. */
    public static Map<String, List<NodeTable>> byDataSource(List<NodeTable> nodes) {
        return nodes.stream()
                .collect(Collectors.groupingBy(NodeTable::dataSource, LinkedHashMap::new, Collectors.toList()));
    }

    /** After which a table is made. */
    private NodeTable template(NodeTable target) {
        List<NodeTable> sources = layouts.sources(target.logic());
        return sources.isEmpty() ? layouts.before(target.logic()).get(0) : sources.get(0);
    }

    private List<String> creation(NodeTable target, boolean all) throws SQLException {
        NodeTable source = template(target);
        try (Connection connection = layouts.databases().open(source.dataSource())) {
            return layouts.databases().kind().creation(connection, form(source), target.table(), all);
        }
    }

    /** The same of several. */
    public List<MovedTable> forms(List<NodeTable> nodes) throws SQLException {
        List<MovedTable> forms = new ArrayList<>();
        for (NodeTable node : nodes) {
            forms.add(form(node));
        }
        return forms;
    }

    /** Those of some tables that are there. */
    public Set<NodeTable> there(List<NodeTable> nodes) throws SQLException {
        Set<NodeTable> there = new HashSet<>();
        for (Map.Entry<String, List<NodeTable>> each : byDataSource(nodes).entrySet()) {
            try (Connection connection = layouts.databases().open(each.getKey())) {
                for (NodeTable node : each.getValue()) {
                    if (layouts.databases().kind().read(connection, node.table()) != null) {
                        there.add(node);
                    }
                }
            }
        }
        return there;
    }

    /** Whether there is such a table. */
    public boolean isThere(NodeTable node) throws SQLException {
        try (Connection connection = layouts.databases().open(node.dataSource())) {
            return layouts.databases().kind().read(connection, node.table()) != null;
        }
    }

    /**
     * Makes the tables of the next layout, with their primary keys; in place of those that are there.
     *
     * @param patience asked before each of them whether to go on: another process may have come so far meanwhile
     * @return whether all are made
     */
    public boolean create(Flows.Patience patience) throws SQLException {
        for (NodeTable target : layouts.targets()) {
            if (!patience.goesOn()) {
                return false;
            }
            List<String> creation = creation(target, false);
            try (Connection connection = layouts.databases().open(target.dataSource())) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.execute(layouts.databases().kind().dropping(target.table()));
                    for (String sql : creation) {
                        statement.execute(sql);
                    }
                }
                connection.commit();
            }
        }
        return true;
    }

    /**
     * Makes the other keys and indexes of a table of the next layout, which rows that lag behind might not have
     * allowed; what was completed before is left.
     */
    public void complete(NodeTable target) throws SQLException {
        ScalingDatabase kind = layouts.databases().kind();
        NodeTable source = template(target);
        List<String> completion;
        try (Connection connection = layouts.databases().open(source.dataSource())) {
            completion = kind.completion(connection, form(source), target.table());
        }
        try (Connection connection = layouts.databases().open(target.dataSource());
                Statement statement = connection.createStatement()) {
            if (kind.completion(connection, form(target), target.table()).isEmpty()) {
                connection.setAutoCommit(false);
                for (String sql : completion) {
                    statement.execute(sql);
                }
                connection.commit();
            }
        }
    }

    /** Gives tables of a data source other names, all or none. */
    public void rename(String source, Map<String, String> names, long millis) throws SQLException {
        try (Connection connection = layouts.databases().open(source)) {
            layouts.databases().kind().rename(connection, names, millis);
        }
    }

    /** Drops a table, where it is there. */
    public void drop(NodeTable node) throws SQLException {
        try (Connection connection = layouts.databases().open(node.dataSource());
                Statement statement = connection.createStatement()) {
            statement.execute(layouts.databases().kind().dropping(node.table()));
        }
    }
}
