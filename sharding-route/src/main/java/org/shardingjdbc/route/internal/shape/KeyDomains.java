package org.shardingjdbc.route.internal.shape;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.KeyHint;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Restricts the sharding columns of which a statement says nothing to the sharding key of its connection. Stateless.
 */
final class KeyDomains {
    private KeyDomains() {}

    /**
     * Fills in the columns of which nothing is known.
     *
     * @param schemas of the sharding columns
     * @param domains what the statement says of them
     * @throws ShardingException when the key has another number of values than the table has columns for them, or a
     *     value that no such column has
     */
    static void fill(KeyHint key, PartitionedTable table, ColumnSchema[] schemas, Domain[] domains) {
        if (table.shardingColumns().isEmpty()) {
            return;
        }
        List<Object> superKey = key.superKey();
        if (superKey != null) {
            fill("super sharding key", superKey, table.databaseColumns(), table, schemas, domains);
        }
        List<Object> own = key.key();
        if (own != null) {
            int[] columns = superKey == null ? all(domains) : table.tableColumns();
            fill("sharding key", own, columns, table, schemas, domains);
        }
    }

    private static int[] all(Domain[] domains) {
        int[] all = new int[domains.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return all;
    }

    private static void fill(
            String what,
            List<Object> values,
            int[] columns,
            PartitionedTable table,
            ColumnSchema[] schemas,
            Domain[] domains) {
        boolean any = false;
        for (int column : columns) {
            any |= domains[column] == Domain.ALL;
        }
        if (!any) {
            return;
        }
        if (values.size() != columns.length) {
            throw invalid("the " + what + " of the connection has " + values.size() + " value(s), and logic table "
                    + table.name() + " has " + columns.length + " column(s) for it " + names(table, columns));
        }
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i];
            if (domains[column] != Domain.ALL) {
                continue;
            }
            Object[] points = ShardingValues.written(values.get(i), schemas[column]);
            if (points == null || points.length == 0) {
                throw invalid("the " + what + " of the connection has a "
                        + values.get(i).getClass().getSimpleName() + " for sharding column "
                        + table.shardingColumns().get(column) + " of logic table " + table.name()
                        + ", which cannot be compared with it; give a value of the column's type");
            }
            domains[column] = new Domain.Points(points);
        }
    }

    private static List<String> names(PartitionedTable table, int[] columns) {
        String[] names = new String[columns.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = table.shardingColumns().get(columns[i]);
        }
        return List.of(names);
    }

    private static ShardingException invalid(String why) {
        return new ShardingException(ErrorCode.HINT_INVALID, why);
    }
}
