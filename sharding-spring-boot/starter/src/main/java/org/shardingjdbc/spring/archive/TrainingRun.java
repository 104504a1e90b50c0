package org.shardingjdbc.spring.archive;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans a statement of each kind on the first sharded table of a data source. Stateless; ends early where a database
 * does not answer: the archive is smaller then.
 */
final class TrainingRun {
    private static final Logger LOG = LoggerFactory.getLogger(TrainingRun.class);

    private TrainingRun() {}

    static void plan(ShardingDataSource dataSource) {
        for (RuleConfiguration rule : dataSource.configuration().rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                plan(dataSource, sharding);
                return;
            }
        }
    }

    private static void plan(ShardingDataSource dataSource, ShardingRuleConfiguration rule) {
        Set<String> keys = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        String table;
        if (!rule.tables().isEmpty()) {
            ShardedTableConfiguration first = rule.tables().get(0);
            table = first.logicTable();
            addKeys(first.databaseStrategy(), rule.defaultDatabaseStrategy(), rule, keys);
            addKeys(first.tableStrategy(), rule.defaultTableStrategy(), rule, keys);
        } else if (!rule.autoTables().isEmpty()) {
            AutoTableConfiguration first = rule.autoTables().get(0);
            table = first.logicTable();
            addKeys(first.shardingStrategy(), null, rule, keys);
        } else {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            for (String sql : statements(table, keys, otherColumn(connection, table, keys))) {
                plan(connection, sql);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Not all that statements need is in the archive of classes: {}", e.toString());
        }
    }

    /** What is refused, as of a table that is not there yet, has loaded most of what it needs. */
    private static void plan(Connection connection, String sql) throws SQLException {
        try {
            // planned where it is prepared
            connection.prepareStatement(sql).close();
        } catch (SQLSyntaxErrorException | SQLFeatureNotSupportedException e) {
            LOG.debug("Refused, though not in vain: {}", sql, e);
        }
    }

    private static void addKeys(
            @Nullable StrategyConfiguration own,
            @Nullable StrategyConfiguration byDefault,
            ShardingRuleConfiguration rule,
            Set<String> keys) {
        StrategyConfiguration strategy = own == null ? byDefault : own;
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            keys.addAll(complex.shardingColumns());
        }
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            String column =
                    standard.shardingColumn() == null ? rule.defaultShardingColumn() : standard.shardingColumn();
            if (column != null) {
                keys.add(column);
            }
        }
    }

    /** A column that may be changed, or null where there is none, as the table need not be there yet. */
    private static @Nullable String otherColumn(Connection connection, String table, Set<String> keys)
            throws SQLException {
        try (ResultSet columns = connection.getMetaData().getColumns(null, null, table, null)) {
            while (columns.next()) {
                String column = columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT);
                if (!keys.contains(column)) {
                    return column;
                }
            }
        }
        return null;
    }

    private static List<String> statements(String table, Set<String> keys, @Nullable String other) {
        List<String> statements = new ArrayList<>();
        if (!keys.isEmpty()) {
            String columns = String.join(", ", keys);
            String where = " WHERE " + String.join(" = ? AND ", keys) + " = ?";
            String values = "?" + ", ?".repeat(keys.size() - 1);
            statements.add("SELECT * FROM " + table + where);
            statements.add("INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ")");
            if (other != null) {
                statements.add("UPDATE " + table + " SET " + other + " = ?" + where);
            }
            statements.add("DELETE FROM " + table + where);
            statements.add("SELECT " + columns + " FROM " + table + " t ORDER BY " + columns + " LIMIT 10");
        }
        statements.add("SELECT COUNT(*) FROM " + table);
        return statements;
    }
}
