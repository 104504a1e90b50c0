package org.shardingjdbc.scaling.internal.layout;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.jdbc.internal.workerid.WorkerTable;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.TableSchema;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/**
 * The layout that is left and the one that is entered, of the tables that move together. Both configurations are
 * deployed for it alone, on pools of their own, until this is closed. Safe for all threads.
 */
public final class Layouts implements AutoCloseable {
    private static final String BOUND = " with";

    private final List<String> tables;
    private final Databases databases;
    private final Map<String, TablePlaces> places = new LinkedHashMap<>();
    private final Deployer leaving = deployer();
    private final Deployer entering = deployer();
    private final Deployment before;
    private final Deployment next;
    private final StayingNodes staying;
    private final List<ShardingConfiguration> configurations;

    /**
     * @param tables logic tables, whose rows move
     * @throws ShardingException where a configuration has mistakes, or the tables cannot move from one to the other
     */
    public Layouts(ShardingConfiguration from, ShardingConfiguration to, List<String> tables) throws SQLException {
        this(from, to, tables, Map.of());
    }

    /** @param left the data nodes that are left, as {@code ds_0.t_order}, of tables of which that is known */
    public Layouts(
            ShardingConfiguration from, ShardingConfiguration to, List<String> tables, Map<String, List<String>> left)
            throws SQLException {
        this.tables = List.copyOf(tables);
        this.configurations = List.of(from, to);
        Map<String, DataSourceConfiguration> all = new LinkedHashMap<>(to.dataSources());
        all.putAll(from.dataSources());
        this.databases = new Databases(all);
        boolean done = false;
        try {
            this.before = leaving.deploy(from, (deployment, pools, begin) -> begin.run());
            this.next = entering.deploy(to, (deployment, pools, begin) -> begin.run());
            this.staying = new StayingNodes(from, to);
            for (String table : tables) {
                places.put(table, places(table, left.get(table)));
            }
            if (sources().isEmpty() && targets().isEmpty()) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE, "all data nodes of " + tables + " stay where they are");
            }
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    static Deployer deployer() {
        return new Deployer(
                home -> new LeasedWorkerIds(new WorkerTable(() -> home.get().openAside())),
                (sequence, mayBegin) -> {
                    throw new ShardingException(ErrorCode.NOT_GOVERNED, "sequence '" + sequence.name() + "'");
                },
                rules -> {});
    }

    static List<NodeTable> nodes(Deployment deployment, String table) {
        return nodes(deployment.dataNodes(table), table);
    }

    private static List<NodeTable> nodes(List<String> named, String table) {
        List<NodeTable> nodes = new ArrayList<>();
        for (String node : named) {
            int dot = node.indexOf('.');
            nodes.add(new NodeTable(node.substring(0, dot), node.substring(dot + 1), table));
        }
        return nodes;
    }

    private TablePlaces places(String table, @Nullable List<String> known) {
        LogicTable left = before.rules().table(table);
        LogicTable entered = next.rules().table(table);
        if (entered == null) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the next configuration does not shard table " + table
                            + ", and does not say where it is; a single table is named with its data source, as in"
                            + " 'tables: [ds_1." + table + "]' of its rule");
        }
        List<NodeTable> from = known == null ? nodes(before, table) : nodes(known, table);
        List<NodeTable> to = nodes(next, table);
        List<NodeTable> both = new ArrayList<>(to);
        both.retainAll(from);
        if (entered.isReplicated()) {
            if (left == null || !left.isReplicated()) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        "table " + table
                                + " becomes a broadcast table, which is not done yet; write its rows into a new one");
            }
            return new TablePlaces(table, from, to, both, true);
        }
        if (left != null && left.isReplicated()) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the broadcast table " + table + " becomes another one; its rows are in each data source already");
        }
        if (entered.partitioning() == null) {
            refuseUnpinned(table, left, to);
        }
        PartitionedTable one = partitioned(before, table);
        PartitionedTable other = partitioned(next, table);
        both.removeIf(node ->
                one == null || other == null || !staying.stays(one, from.indexOf(node), other, to.indexOf(node)));
        TablePlaces found = new TablePlaces(table, from, to, both, false);
        refuseOverlaps(found);
        return found;
    }

    /** Two data sources have it for a while: who looks for it by a pattern would not know which one is meant. */
    private void refuseUnpinned(String table, @Nullable LogicTable left, List<NodeTable> to) {
        boolean known = before.dataSourceNames().contains(to.get(0).dataSource());
        if (left == null && known) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the single table " + table
                            + " is found by a pattern, and will be in two data sources for a while; name"
                            + " it where it is first, as in 'tables: ["
                            + before.dataNodes(table).get(0) + "]' of its rule");
        }
    }

    private static @Nullable PartitionedTable partitioned(Deployment deployment, String table) {
        LogicTable logic = deployment.rules().table(table);
        return logic == null ? null : logic.partitioning();
    }

    /** Whoever writes by the layout of before must find no table there when the next one counts. */
    private static void refuseOverlaps(TablePlaces places) {
        Set<String> left = new HashSet<>();
        places.sources().forEach(node -> left.add(node.toString().toLowerCase(Locale.ROOT)));
        for (NodeTable node : places.targets()) {
            if (left.contains(node.toString().toLowerCase(Locale.ROOT))) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        node + " is a data node of both layouts, and not all of its rows stay; give its actual table"
                                + " another name in the next one");
            }
        }
    }

    /** The logic tables, in their order. */
    public List<String> tables() {
        return tables;
    }

    /** The data source in which jobs keep themselves: the same, however far they are. */
    public String home() {
        return before(tables.get(0)).get(0).dataSource();
    }

    /** The databases of both. */
    public Databases databases() {
        return databases;
    }

    /** The data nodes whose rows are read. */
    public List<NodeTable> sources() {
        return all(TablePlaces::sources);
    }

    private List<NodeTable> all(Function<TablePlaces, List<NodeTable>> which) {
        return places.values().stream()
                .flatMap(each -> which.apply(each).stream())
                .toList();
    }

    private TablePlaces of(String table) {
        return Objects.requireNonNull(places.get(table), table);
    }

    /** Those of one logic table. */
    public List<NodeTable> sources(String table) {
        return of(table).sources();
    }

    /** The replicas of the data sources in which rows are written, where a rule of either configuration names some. */
    public Map<String, List<String>> writtenReplicas() {
        Map<String, List<String>> replicas = new LinkedHashMap<>();
        List<String> written = targets().stream().map(NodeTable::dataSource).toList();
        for (ShardingConfiguration each : configurations) {
            OptionalRules.replicas(each).forEach((primary, its) -> {
                if (written.contains(primary)) {
                    replicas.putIfAbsent(primary, its);
                }
            });
        }
        return replicas;
    }

    /** The data nodes that are left at the switch: all that are read, but for those of broadcast tables. */
    public List<NodeTable> leaving() {
        return all(each -> each.isCopied() ? List.of() : each.sources());
    }

    /** The data nodes that are made. */
    public List<NodeTable> targets() {
        return all(TablePlaces::targets);
    }

    /** Those of one logic table, in the order of the next rules. */
    public List<NodeTable> targets(String table) {
        return of(table).targets();
    }

    /** Those whose rows are written back behind the switch: all, but for those of broadcast tables. */
    public List<NodeTable> returning() {
        return all(each -> each.isCopied() ? List.of() : each.targets());
    }

    /** All data nodes of the layout of before, also those that stay. */
    public List<NodeTable> before(String table) {
        return of(table).before();
    }

    /** All data nodes of the next layout, also those that stay. */
    public List<NodeTable> next(String table) {
        return of(table).next();
    }

    /** Whether each data node of the table has all rows. */
    public boolean isCopied(String table) {
        return of(table).isCopied();
    }

    /** Whether a table has the same rows in all data sources, and gets more of them. */
    public boolean hasCopied() {
        return places.values().stream().anyMatch(TablePlaces::isCopied);
    }

    /**
     * Tables that move and whose columns the next configuration encrypts otherwise, or by which it shards though they
     * are encrypted: rows are copied as they are stored; with the remedy.
     */
    public List<String> encrypted() {
        Map<String, Map<String, String>> one = OptionalRules.encryptedColumns(configurations.get(0));
        Map<String, Map<String, String>> other = OptionalRules.encryptedColumns(configurations.get(1));
        List<String> obstacles = new ArrayList<>();
        for (String table : tables) {
            String name = table.toLowerCase(Locale.ROOT);
            Map<String, String> its = other.getOrDefault(name, Map.of());
            if (!one.getOrDefault(name, Map.of()).equals(its)) {
                obstacles.add("The columns of " + table
                        + " are encrypted otherwise in the next configuration, and rows are copied as they are stored;"
                        + " change the encryption before the job or behind it");
            }
            for (String column : placingColumns(table)) {
                if (its.containsKey(column.toLowerCase(Locale.ROOT))) {
                    obstacles.add(
                            "The sharding column " + column + " of " + table
                                    + " is encrypted, and its stored values do not say where rows belong; shard by another one");
                }
            }
        }
        return obstacles;
    }

    /** Tables that have to move along, or to stay as they are in the next configuration; with the remedy. */
    public List<String> leftOut() {
        List<String> leftOut = new ArrayList<>();
        for (LogicTable each : next.rules().tables()) {
            LogicTable former = before.rules().table(each.name());
            if (former == null || tables.stream().anyMatch(each.name()::equalsIgnoreCase)) {
                continue;
            }
            if (each.isReplicated() && former.isReplicated()) {
                continue;
            }
            boolean same =
                    nodes(before, each.name()).equals(nodes(next, each.name())) && staying.isRuledAlike(each.name());
            if (!same) {
                leftOut.add(
                        "Table " + each.name() + " has another layout in the next configuration, too; let it move along"
                                + boundTo(each) + ", or leave it there as it is");
            } else if (!boundTo(former).isEmpty()) {
                leftOut.add("Table " + each.name() + " is bound to"
                        + boundTo(former).substring(BOUND.length())
                        + " and stays; let all tables of the group move together");
            }
        }
        return leftOut;
    }

    /** The tables that move to which a table is bound, as the end of a sentence; empty where there is none. */
    private String boundTo(LogicTable table) {
        String others = tables.stream()
                .filter(each -> isBound(before, each, table.name()) || isBound(next, each, table.name()))
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : BOUND + ' ' + others;
    }

    private static boolean isBound(Deployment deployment, String one, String other) {
        PartitionedTable left = partitioned(deployment, one);
        PartitionedTable right = partitioned(deployment, other);
        return left != null && right != null && left.bindingGroup() >= 0 && left.bindingGroup() == right.bindingGroup();
    }

    /** Data nodes of broadcast tables that are not named, in data sources that the next layout has more. */
    public List<NodeTable> uncopied() {
        List<NodeTable> nodes = new ArrayList<>();
        for (LogicTable each : next.rules().tables()) {
            LogicTable former = before.rules().table(each.name());
            boolean named = tables.stream().anyMatch(each.name()::equalsIgnoreCase);
            if (!named && each.isReplicated() && former != null) {
                List<NodeTable> more = new ArrayList<>(nodes(next, each.name()));
                more.removeAll(nodes(before, each.name()));
                nodes.addAll(more);
            }
        }
        return nodes;
    }

    /** A node as it is called when its layout does not count any more. */
    public static NodeTable left(NodeTable node) {
        return new NodeTable(node.dataSource(), MovedTable.left(node.table()), node.logic());
    }

    /** From the layout of before to the next one; to be asked when all actual tables are there. */
    public Direction forward() {
        Map<String, RowRoute> owners = new LinkedHashMap<>();
        Map<String, RowRoute> routes = new LinkedHashMap<>();
        places.forEach((table, its) -> {
            if (its.isCopied()) {
                owners.put(table, RowRoute.all(its.sources()));
                routes.put(table, RowRoute.all(its.targets()));
            } else {
                owners.put(table, route(before, table, its.before(), its.staying()));
                routes.put(table, route(next, table, its.next(), its.staying()));
            }
        });
        return new Direction(sources(), owners, routes);
    }

    /** Back, from the next layout to the tables of before under the names that they have then. */
    public Direction back() {
        Map<String, RowRoute> owners = new LinkedHashMap<>();
        Map<String, RowRoute> routes = new LinkedHashMap<>();
        places.forEach((table, its) -> {
            if (!its.isCopied()) {
                owners.put(table, route(next, table, its.next(), its.staying()));
                List<NodeTable> named = its.before().stream()
                        .map(node -> its.staying().contains(node) ? node : left(node))
                        .toList();
                routes.put(table, route(before, table, named, its.staying()));
            }
        });
        return new Direction(returning(), owners, routes);
    }

    /**
     * Columns are asked of the next layout: the other one may not be there under its names any more.
     *
     * @param nodes in the order of the rules
     */
    private RowRoute route(Deployment deployment, String table, List<NodeTable> nodes, List<NodeTable> staying) {
        PartitionedTable partitioned = partitioned(deployment, table);
        return partitioned == null || nodes.size() == 1
                ? RowRoute.all(nodes)
                : RowRoute.by(deployment, partitioned, columns(table), nodes, staying, databases.kind());
    }

    /** The columns by whose values its rows are found to be of one of several data nodes, in either layout. */
    public List<String> placingColumns(String table) {
        return placings(table).stream()
                .flatMap(each -> each.shardingColumns().stream())
                .distinct()
                .toList();
    }

    /** Whether a hint from outside the SQL decides in a layout where its rows are. */
    public boolean isHinted(String table) {
        return placings(table).stream().anyMatch(each -> each.asksHint(true) || each.asksHint(false));
    }

    /** The table in those layouts in which its rows are on one of several data nodes. */
    private List<PartitionedTable> placings(String table) {
        if (isCopied(table)) {
            return List.of();
        }
        return Stream.of(partitioned(before, table), partitioned(next, table))
                .filter(each -> each != null && each.isSpread())
                .toList();
    }

    private @Nullable TableSchema columns(String table) {
        LogicTable entered = next.rules().table(table);
        return entered == null ? null : next.catalog().table(entered);
    }

    @Override
    public void close() {
        try (leaving) {
            entering.close();
        }
    }
}
