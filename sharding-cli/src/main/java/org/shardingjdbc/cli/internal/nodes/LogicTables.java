package org.shardingjdbc.cli.internal.nodes;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Kind;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** The logic tables of a configuration, and those that no rule names. Stateless. */
public final class LogicTables {
    private static final String[] TABLES = {"TABLE", "BASE TABLE", "PARTITIONED TABLE"};

    private LogicTables() {}

    /** A table before its nodes are known. */
    public record FoundTable(String name, Kind kind, String strategy) {}

    /** By lower-cased name; those that rules name first. */
    public static Map<String, FoundTable> of(ShardingConfiguration configuration, Connection connection)
            throws SQLException {
        Map<String, FoundTable> found = new LinkedHashMap<>();
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                for (ShardedTableConfiguration table : sharding.tables()) {
                    put(found, new FoundTable(table.logicTable(), Kind.SHARDED, strategy(sharding, table)));
                }
                for (AutoTableConfiguration table : sharding.autoTables()) {
                    put(
                            found,
                            new FoundTable(
                                    table.logicTable(),
                                    Kind.SHARDED,
                                    column(table.shardingStrategy(), sharding, "node")));
                }
            } else if (rule instanceof BroadcastRuleConfiguration broadcast) {
                broadcast.tables().forEach(table -> put(found, new FoundTable(table, Kind.BROADCAST, "")));
            }
        }
        for (String name : seen(connection)) {
            found.putIfAbsent(name.toLowerCase(Locale.ROOT), new FoundTable(name, Kind.SINGLE, ""));
        }
        return found;
    }

    private static void put(Map<String, FoundTable> found, FoundTable table) {
        found.put(table.name().toLowerCase(Locale.ROOT), table);
    }

    /** The tables that a user of the connection sees, in its schema. */
    public static Set<String> seen(Connection connection) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (ResultSet tables =
                connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), "%", TABLES)) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
        }
        return names;
    }

    private static String strategy(ShardingRuleConfiguration rule, ShardedTableConfiguration table) {
        StrategyConfiguration database =
                table.databaseStrategy() == null ? rule.defaultDatabaseStrategy() : table.databaseStrategy();
        StrategyConfiguration inside =
                table.tableStrategy() == null ? rule.defaultTableStrategy() : table.tableStrategy();
        String first = column(database, rule, "data source");
        String second = column(inside, rule, "table");
        return first + (first.isEmpty() || second.isEmpty() ? "" : ", ") + second;
    }

    private static String column(
            @Nullable StrategyConfiguration strategy, ShardingRuleConfiguration rule, String decides) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            String column =
                    standard.shardingColumn() == null ? rule.defaultShardingColumn() : standard.shardingColumn();
            return column + " → " + decides;
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            return String.join(", ", complex.shardingColumns()) + " → " + decides;
        }
        return strategy instanceof StrategyConfiguration.Hint ? "hint → " + decides : "";
    }
}
