package org.shardingjdbc.scaling.internal.layout;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.check.RowPlaces;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;

/** Where the rows of one logic table go, by the next rules. Immutable, safe for all threads. */
public final class RowRoute {
    private final PartitionedTable table;
    private final List<NodeTable> nodes;
    private final ScalingDatabase database;
    private final RowPlaces places;
    private final int[] types;

    RowRoute(Deployment next, PartitionedTable table, List<NodeTable> nodes, ScalingDatabase database) {
        this.table = table;
        this.nodes = nodes;
        this.database = database;
        TableSchema actual = next.catalog().table(table);
        this.places = new RowPlaces(next, table, actual);
        String obstacle = places.obstacle();
        this.types = new int[table.shardingColumns().size()];
        for (int i = 0; i < types.length && obstacle == null; i++) {
            ColumnSchema column = actual == null
                    ? null
                    : actual.column(table.shardingColumns().get(i));
            if (column == null) {
                obstacle = "the sharding column " + table.shardingColumns().get(i) + " is not stored under its name";
            } else {
                types[i] = column.jdbcType();
            }
        }
        if (obstacle != null) {
            throw new ShardingException(ErrorCode.SCALING_IMPOSSIBLE, "of table " + table.name() + ", " + obstacle);
        }
    }

    /**
     * The data node of a row.
     *
     * @param form of the actual table that it comes from
     * @throws ShardingException where the next rules have none for it, or do not tell it for certain
     */
    public NodeTable node(MovedTable form, MovedRow row) {
        @Nullable Object[] values = new @Nullable Object[types.length];
        for (int i = 0; i < values.length; i++) {
            int position = form.position(table.shardingColumns().get(i));
            values[i] = database.placed(form.columns().get(position), row.value(position), types[i]);
        }
        int[] chosen = places.nodes(values);
        if (chosen == null || chosen.length != 1) {
            String why =
                    chosen == null ? "do not say for certain" : chosen.length == 0 ? "have no node" : "have several";
            throw new ShardingException(ErrorCode.SCALING_ROW_WITHOUT_NODE, row.key(form), form.name(), why);
        }
        return nodes.get(chosen[0]);
    }
}
