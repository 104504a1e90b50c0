package org.shardingjdbc.scaling.internal.layout;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.jdbc.internal.workerid.WorkerTable;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * The layout that is left and the one that is entered, of the tables that move together. The next configuration is
 * deployed for it alone, on pools of its own, until this is closed. Safe for all threads.
 */
public final class Layouts implements AutoCloseable {
    private final List<String> tables;
    private final Databases databases;
    private final Map<String, List<NodeTable>> sources = new LinkedHashMap<>();
    private final Map<String, List<NodeTable>> targets = new LinkedHashMap<>();
    private final Deployer deployer;
    private final Deployment next;

    /**
     * @param tables logic tables, whose rows move
     * @throws ShardingException where the next configuration has mistakes, or the tables cannot move to it
     */
    public Layouts(ShardingDataSource source, ShardingConfiguration configuration, List<String> tables)
            throws SQLException {
        this.tables = List.copyOf(tables);
        Map<String, DataSourceConfiguration> all = new LinkedHashMap<>(configuration.dataSources());
        all.putAll(source.configuration().dataSources());
        this.databases = new Databases(all);
        for (String table : tables) {
            sources.put(table, nodes(source, table));
        }
        this.deployer = new Deployer(
                home -> new LeasedWorkerIds(new WorkerTable(() -> home.get().openAside())), rules -> {});
        boolean done = false;
        try {
            this.next = deployer.deploy(configuration, (deployment, pools, begin) -> begin.run());
            for (String table : tables) {
                targets.put(table, nodes(table));
            }
            refuseOverlaps();
            done = true;
        } finally {
            if (!done) {
                deployer.close();
            }
        }
    }

    private static List<NodeTable> nodes(ShardingDataSource source, String table) throws SQLException {
        List<NodeTable> nodes = new ArrayList<>();
        for (String node : source.dataNodes(table)) {
            int dot = node.indexOf('.');
            nodes.add(new NodeTable(node.substring(0, dot), node.substring(dot + 1), table));
        }
        return nodes;
    }

    private List<NodeTable> nodes(String table) {
        PartitionedTable partitioned = partitioned(table);
        List<NodeTable> nodes = new ArrayList<>();
        for (DataNode node : partitioned.dataNodes()) {
            nodes.add(new NodeTable(next.home(node.dataSource()).name(), node.table(), table));
        }
        return nodes;
    }

    private PartitionedTable partitioned(String table) {
        LogicTable logic = next.rules().table(table);
        PartitionedTable partitioned = logic == null ? null : logic.partitioning();
        if (partitioned == null) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE, "the next configuration does not shard table " + table);
        }
        return partitioned;
    }

    /** Whoever writes by the layout of before must find no table there when the next one counts. */
    private void refuseOverlaps() {
        Set<String> left = new HashSet<>();
        sources.values()
                .forEach(nodes -> nodes.forEach(node -> left.add(node.toString().toLowerCase(Locale.ROOT))));
        targets.values()
                .forEach(nodes -> nodes.forEach(node -> {
                    if (left.contains(node.toString().toLowerCase(Locale.ROOT))) {
                        throw new ShardingException(
                                ErrorCode.SCALING_IMPOSSIBLE,
                                node
                                        + " is a data node of both layouts; give the actual tables of the next one other names");
                    }
                }));
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
        return sources.values().stream().flatMap(List::stream).toList();
    }

    /** Those of one logic table. */
    public List<NodeTable> sources(String table) {
        return sources.getOrDefault(table, List.of());
    }

    /** The data nodes that are entered. */
    public List<NodeTable> targets() {
        return targets.values().stream().flatMap(List::stream).toList();
    }

    /** Those of one logic table, in the order of the next rules. */
    public List<NodeTable> targets(String table) {
        return targets.getOrDefault(table, List.of());
    }

    /**
     * Where rows of a table go; to be asked when its actual tables are there.
     *
     * @throws ShardingException where the next rules do not tell it of every row
     */
    public RowRoute route(String table) {
        return new RowRoute(next, partitioned(table), targets(table), databases.kind());
    }

    @Override
    public void close() {
        deployer.close();
    }
}
