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
    /** Those of them that are not written. */
    private final List<NodeTable> staying;

    private final @Nullable Placing placing;

    /**
     * How one of several nodes is found.
     *
     * @param columns the sharding columns
     * @param types what they are, constants of {@link java.sql.Types}
     */
    private record Placing(RowPlaces places, List<String> columns, int[] types, ScalingDatabase database) {}

    private RowRoute(List<NodeTable> nodes, List<NodeTable> staying, @Nullable Placing placing) {
        this.nodes = List.copyOf(nodes);
        this.staying = List.copyOf(staying);
        this.placing = placing;
    }

    /** All rows are on each of them. */
    static RowRoute all(List<NodeTable> nodes) {
        return new RowRoute(nodes, List.of(), null);
    }

    /**
     * Rows are where a sharded table has them.
     *
     * @param nodes all of the table, in the order of the rules
     * @param staying those of them where no row may come from elsewhere
     */
    static RowRoute by(
            Deployment deployment,
            PartitionedTable table,
            @Nullable TableSchema actual,
            List<NodeTable> nodes,
            List<NodeTable> staying,
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
        return new RowRoute(nodes, staying, new Placing(places, table.shardingColumns(), types, database));
    }

    /** The columns by whose values one of several nodes is found. */
    List<String> columns() {
        return placing == null ? List.of() : placing.columns();
    }

    /**
     * The data nodes of a row: one, unless each has all rows.
     *
     * @param form of the actual table that it comes from
     * @throws ShardingException where the rules have none for it, do not tell it for certain, or tell one that stays as
     *     it is: then the row was not where it belongs
     */
    public List<NodeTable> nodes(MovedTable form, MovedRow row) {
        if (placing == null) {
            return nodes;
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
        NodeTable node = nodes.get(chosen[0]);
        if (staying.contains(node)) {
            throw new ShardingException(
                    ErrorCode.SCALING_ROW_WITHOUT_NODE,
                    row.key(form),
                    form.name(),
                    "say that it has always been one of " + node + ", and do not say");
        }
        return List.of(node);
    }
}
