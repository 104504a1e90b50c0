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

/** Where the rows of one logic table are, by the rules of a configuration. Immutable, safe for all threads. */
public final class RowRoute {
    private final List<NodeTable> nodes;
    private final @Nullable Placing placing;

    /**
     * How one of several nodes is found.
     *
     * @param columns the sharding columns
     * @param types what they are, constants of {@link java.sql.Types}
     */
    private record Placing(RowPlaces places, List<String> columns, int[] types, ScalingDatabase database) {}

    private RowRoute(List<NodeTable> nodes, @Nullable Placing placing) {
        this.nodes = nodes;
        this.placing = placing;
    }

    /** All rows are there. */
    static RowRoute only(NodeTable node) {
        return new RowRoute(List.of(node), null);
    }

    /** Rows are where a sharded table has them. */
    static RowRoute by(
            Deployment deployment,
            PartitionedTable table,
            @Nullable TableSchema actual,
            List<NodeTable> nodes,
            ScalingDatabase database) {
        RowPlaces places = new RowPlaces(deployment, table, actual);
        String obstacle = places.obstacle();
        int[] types = new int[table.shardingColumns().size()];
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
        return new RowRoute(nodes, new Placing(places, table.shardingColumns(), types, database));
    }

    /** The columns by whose values one of several nodes is found. */
    List<String> columns() {
        return placing == null ? List.of() : placing.columns();
    }

    /**
     * The data node of a row.
     *
     * @param form of the actual table that it comes from
     * @throws ShardingException where the rules have none for it, or do not tell it for certain
     */
    public NodeTable node(MovedTable form, MovedRow row) {
        if (placing == null) {
            return nodes.get(0);
        }
        @Nullable Object[] values = new @Nullable Object[placing.types().length];
        for (int i = 0; i < values.length; i++) {
            int position = form.position(placing.columns().get(i));
            values[i] =
                    placing.database().placed(form.columns().get(position), row.value(position), placing.types()[i]);
        }
        int[] chosen = placing.places().nodes(values);
        if (chosen == null || chosen.length != 1) {
            String why = chosen == null
                    ? "do not say for certain"
                    : chosen.length == 0 ? "do not say" : "say more than once";
            throw new ShardingException(ErrorCode.SCALING_ROW_WITHOUT_NODE, row.key(form), form.name(), why);
        }
        return nodes.get(chosen[0]);
    }
}
