package org.shardingjdbc.scaling.internal.layout;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.jdbc.internal.workerid.WorkerTable;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/**
 * The layout that is left and the one that is entered, of the tables that move together. Both configurations are
 * deployed for it alone, on pools of their own, until this is closed. Safe for all threads.
 */
public final class Layouts implements AutoCloseable {
    private final List<String> tables;
    private final Databases databases;
    private final Map<String, List<NodeTable>> sources = new LinkedHashMap<>();
    private final Map<String, List<NodeTable>> targets = new LinkedHashMap<>();
    private final Deployer leaving = deployer();
    private final Deployer entering = deployer();
    private final Deployment before;
    private final Deployment next;

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
        Map<String, DataSourceConfiguration> all = new LinkedHashMap<>(to.dataSources());
        all.putAll(from.dataSources());
        this.databases = new Databases(all);
        boolean done = false;
        try {
            this.before = leaving.deploy(from, (deployment, pools, begin) -> begin.run());
            this.next = entering.deploy(to, (deployment, pools, begin) -> begin.run());
            for (String table : tables) {
                List<NodeTable> nodes = new ArrayList<>();
                List<String> known = left.get(table);
                for (String node : known == null ? before.dataNodes(table) : known) {
                    int dot = node.indexOf('.');
                    nodes.add(new NodeTable(node.substring(0, dot), node.substring(dot + 1), table));
                }
                sources.put(table, nodes);
                targets.put(table, nodes(next, target(table)));
            }
            refuseOverlaps();
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private static Deployer deployer() {
        return new Deployer(
                home -> new LeasedWorkerIds(new WorkerTable(() -> home.get().openAside())), rules -> {});
    }

    private static List<NodeTable> nodes(Deployment deployment, PartitionedTable table) {
        List<NodeTable> nodes = new ArrayList<>();
        for (DataNode node : table.dataNodes()) {
            nodes.add(new NodeTable(deployment.home(node.dataSource()).name(), node.table(), table.name()));
        }
        return nodes;
    }

    private PartitionedTable target(String table) {
        PartitionedTable partitioned = partitioned(next, table);
        if (partitioned == null) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE, "the next configuration does not shard table " + table);
        }
        return partitioned;
    }

    private static @Nullable PartitionedTable partitioned(Deployment deployment, String table) {
        LogicTable logic = deployment.rules().table(table);
        return logic == null ? null : logic.partitioning();
    }

    /** Whoever writes by the layout of before must find no table there when the next one counts. */
    private void refuseOverlaps() {
        Set<String> left = new HashSet<>();
        sources().forEach(node -> left.add(node.toString().toLowerCase(Locale.ROOT)));
        for (NodeTable node : targets()) {
            if (left.contains(node.toString().toLowerCase(Locale.ROOT))) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        node + " is a data node of both layouts; give the actual tables of the next one other names");
            }
        }
    }

    /** The logic tables, in their order. */
    public List<String> tables() {
        return tables;
    }

    /** The databases of both. */
    public Databases databases() {
        return databases;
    }

    /** The data nodes that are left. */
    public List<NodeTable> sources() {
        return all(sources);
    }

    private static List<NodeTable> all(Map<String, List<NodeTable>> nodes) {
        return nodes.values().stream().flatMap(List::stream).toList();
    }

    /** Those of one logic table. */
    public List<NodeTable> sources(String table) {
        return sources.getOrDefault(table, List.of());
    }

    /** The data nodes that are entered. */
    public List<NodeTable> targets() {
        return all(targets);
    }

    /** Those of one logic table, in the order of the next rules. */
    public List<NodeTable> targets(String table) {
        return targets.getOrDefault(table, List.of());
    }

    /** A node as it is called when its layout does not count any more. */
    public static NodeTable left(NodeTable node) {
        return new NodeTable(node.dataSource(), MovedTable.left(node.table()), node.logic());
    }

    /** From the layout of before to the next one; to be asked when all actual tables are there. */
    public Direction forward() {
        Map<String, RowRoute> owners = new LinkedHashMap<>();
        Map<String, RowRoute> routes = new LinkedHashMap<>();
        for (String table : tables) {
            owners.put(table, route(before, table, sources(table)));
            routes.put(table, route(next, table, targets(table)));
        }
        return new Direction(sources(), owners, routes);
    }

    /** Back, from the next layout to the tables of before under the names that they have then. */
    public Direction back() {
        Map<String, RowRoute> owners = new LinkedHashMap<>();
        Map<String, RowRoute> routes = new LinkedHashMap<>();
        for (String table : tables) {
            owners.put(table, route(next, table, targets(table)));
            routes.put(
                    table,
                    route(
                            before,
                            table,
                            sources(table).stream().map(Layouts::left).toList()));
        }
        return new Direction(targets(), owners, routes);
    }

    /** Columns are asked of the next layout: the other one may not be there under its names any more. */
    private RowRoute route(Deployment deployment, String table, List<NodeTable> nodes) {
        PartitionedTable partitioned = partitioned(deployment, table);
        return partitioned == null || nodes.size() == 1
                ? RowRoute.only(nodes.get(0))
                : RowRoute.by(deployment, partitioned, next.catalog().table(target(table)), nodes, databases.kind());
    }

    @Override
    public void close() {
        try (leaving) {
            entering.close();
        }
    }
}
