package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.judge.Judge;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;

/**
 * Finds out how tables are spread by asking {@code EXPLAIN SHARDING} and {@code PREVIEW}, which execute nothing. What
 * it does not find out makes statements less telling, never wrong. Stateless but for its connection.
 */
final class ShardingProbe {
    private final Connection sharded;

    ShardingProbe(Connection sharded) {
        this.sharded = sharded;
    }

    /** The schema with roles, sharding columns and binding groups. */
    SchemaModel complete(SchemaModel schema) throws SQLException {
        List<TableModel> tables = new ArrayList<>();
        for (TableModel table : schema.tables()) {
            TableModel alone = role(table);
            int group = -1;
            for (int i = 0; i < tables.size() && group < 0; i++) {
                if (isBound(tables.get(i), alone)) {
                    group = i;
                    if (tables.get(i).bindingGroup() >= 0) {
                        group = tables.get(i).bindingGroup();
                    } else {
                        tables.set(
                                i,
                                with(
                                        tables.get(i),
                                        tables.get(i).role(),
                                        tables.get(i).shardingColumns(),
                                        group));
                    }
                }
            }
            tables.add(with(alone, alone.role(), alone.shardingColumns(), group));
        }
        return new SchemaModel(schema.kind(), tables);
    }

    private static TableModel with(TableModel table, TableRole role, List<String> shardingColumns, int group) {
        return new TableModel(table.name(), role, shardingColumns, group, table.columns(), table.primaryKey());
    }

    private TableModel role(TableModel table) throws SQLException {
        int nodes = units("SELECT * FROM " + table.name());
        if (nodes > 1) {
            return with(table, TableRole.SHARDED, shardingColumns(table, nodes), -1);
        }
        boolean copied = units("DELETE FROM " + table.name()) > 1;
        return with(table, copied ? TableRole.BROADCAST : TableRole.SINGLE, List.of(), -1);
    }

    private List<String> shardingColumns(TableModel table, int nodes) throws SQLException {
        List<String> found = new ArrayList<>();
        for (ColumnModel column : table.columns()) {
            if (narrows(table, nodes, column)) {
                found.add(column.name());
            }
        }
        for (int i = 0; found.isEmpty() && i < table.columns().size(); i++) {
            for (int j = 0; found.isEmpty() && j < i; j++) {
                if (narrows(
                        table, nodes, table.columns().get(j), table.columns().get(i))) {
                    found.add(table.columns().get(j).name());
                    found.add(table.columns().get(i).name());
                }
            }
        }
        return found;
    }

    private boolean narrows(TableModel table, int nodes, ColumnModel... columns) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT * FROM ").append(table.name());
        for (int i = 0; i < columns.length; i++) {
            sql.append(i == 0 ? " WHERE " : " AND ").append(columns[i].name()).append(" = ");
            sql.append(columns[i].samples().get(0));
        }
        int narrowed = units(sql.toString());
        return narrowed > 0 && narrowed < nodes;
    }

    private boolean isBound(TableModel one, TableModel other) throws SQLException {
        List<String> keys = one.shardingColumns();
        if (keys.isEmpty() || keys.size() != other.shardingColumns().size()) {
            return false;
        }
        StringBuilder sql = new StringBuilder("SELECT * FROM ")
                .append(one.name())
                .append(" a JOIN ")
                .append(other.name())
                .append(" b");
        for (int i = 0; i < keys.size(); i++) {
            sql.append(i == 0 ? " ON a." : " AND a.").append(keys.get(i)).append(" = b.");
            sql.append(other.shardingColumns().get(i));
        }
        return isPushedDown(sql.toString()) && units(sql.toString()) == units("SELECT * FROM " + one.name());
    }

    private boolean isPushedDown(String sql) throws SQLException {
        try (Statement statement = sharded.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN SHARDING " + sql)) {
            boolean pushedDown = false;
            while (rows.next()) {
                pushedDown |= rows.getString("plan").contains(" data nodes, pushed down");
            }
            return pushedDown;
        } catch (SQLException e) {
            if (Judge.isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }

    /** How many execution units a statement has; 0 where it is refused. */
    private int units(String sql) throws SQLException {
        try (Statement statement = sharded.createStatement();
                ResultSet rows = statement.executeQuery("PREVIEW " + sql)) {
            int units = 0;
            while (rows.next()) {
                units++;
            }
            return units;
        } catch (SQLException e) {
            if (Judge.isRefusal(e)) {
                return 0;
            }
            throw e;
        }
    }
}
