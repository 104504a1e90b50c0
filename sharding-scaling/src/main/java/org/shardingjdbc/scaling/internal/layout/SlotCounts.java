package org.shardingjdbc.scaling.internal.layout;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.algorithm.HashSlot;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** How many rows each slot of a table has, which its databases count by themselves, or how many statements. */
public final class SlotCounts {
    private SlotCounts() {}

    /**
     * Asks each data node once, which reads all of its rows.
     *
     * @param slots how many there are
     * @return by slot
     */
    public static long[] of(ShardingConfiguration configuration, String table, int slots) throws SQLException {
        Databases databases = new Databases(configuration.dataSources());
        try (Deployer deployer = Layouts.deployer()) {
            Deployment deployment = deployer.deploy(configuration, (deployed, pools, begin) -> begin.run());
            LogicTable logic = deployment.rules().table(table);
            if (logic == null || logic.partitioning() == null) {
                throw new ShardingException(ErrorCode.SCALING_IMPOSSIBLE, "table " + table + " is not sharded");
            }
            String column = logic.partitioning().shardingColumns().get(0);
            refuseTransformed(deployment, table, column);
            TableSchema columns = deployment.catalog().table(logic);
            ColumnSchema schema = columns == null ? null : columns.column(column);
            if (schema == null) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE, "table " + table + " has no column " + column);
            }
            String quoted = databases.kind().identifier(schema.name());
            String slot = expression(deployment, quoted, schema, slots);
            long[] counts = new long[slots];
            for (NodeTable node : Layouts.nodes(deployment, table)) {
                try (Connection connection = databases.open(node.dataSource())) {
                    databases
                            .kind()
                            .counts(connection, node.table(), slot)
                            .forEach((each, rows) -> counts[each] += rows);
                }
            }
            return counts;
        }
    }

    /**
     * How often statements of this instance have placed values in each slot, of all those tables.
     *
     * @throws ShardingException where nobody counts that
     */
    public static long[] ofStatements(CommandTarget target, List<String> tables, int slots) throws SQLException {
        long[] counts = new long[slots];
        for (String table : tables) {
            long[] some = target.statementsOfSlots(table);
            if (some == null || some.length != slots) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        "nobody counts the statements of table " + table
                                + " by slot; give its algorithm HASH_SLOT the property 'count-statements: true'");
            }
            for (int slot = 0; slot < slots; slot++) {
                counts[slot] += some[slot];
            }
        }
        return counts;
    }

    private static String expression(Deployment deployment, String column, ColumnSchema schema, int slots) {
        try {
            return HashSlot.expression(deployment.dialect().name(), column, schema, slots);
        } catch (IllegalArgumentException e) {
            throw ShardingException.causedBy(e, ErrorCode.SCALING_IMPOSSIBLE, String.valueOf(e.getMessage()));
        }
    }

    private static void refuseTransformed(Deployment deployment, String table, String column) {
        for (Rule rule : deployment.executionRules().all()) {
            List<TransformedColumn> transformed = rule.columns(table);
            if (transformed.stream().anyMatch(each -> each.name().equalsIgnoreCase(column) && each.write() != null)) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        "the database does not know the values of column " + column + ", which the rule " + rule.name()
                                + " stores otherwise, and so cannot count the rows of its slots");
            }
        }
    }
}
