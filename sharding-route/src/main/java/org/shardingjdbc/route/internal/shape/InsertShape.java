package org.shardingjdbc.route.internal.shape;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Rows of VALUES for a sharded table: each goes to the one data node that its sharding values choose. */
final class InsertShape extends BaseShape {
    private final PartitionedTable table;
    private final ColumnSchema[] schemas;
    private final InsertedRow[] rows;
    private final DirectChoice[] direct;
    private final List<Node> splits;

    /**
     * @param schemas for each sharding column, null entries where it is not known
     * @param values the list that is divided, or null when there is one row only
     */
    InsertShape(
            PartitionedTable table,
            ColumnSchema[] schemas,
            List<InsertedRow> rows,
            @Nullable Node values,
            List<RouteUnit> units,
            List<String> dataSourceNames) {
        super(kind(table, rows), units, dataSourceNames);
        this.table = table;
        this.schemas = schemas.clone();
        this.rows = rows.toArray(new InsertedRow[0]);
        this.direct = new DirectChoice[this.rows.length];
        for (int i = 0; i < direct.length; i++) {
            direct[i] = DirectChoice.of(table, this.schemas, this.rows[i]);
        }
        this.splits = values == null || rows.size() < 2 ? List.of() : List.of(values);
    }

    private static RouteKind kind(PartitionedTable table, List<InsertedRow> rows) {
        if (table.dataNodes().size() == 1) {
            return RouteKind.SINGLE_NODE;
        }
        return rows.size() == 1 ? RouteKind.EQUAL : RouteKind.IN;
    }

    @Override
    public @Nullable DirectChoice direct() {
        return rows.length == 1 ? direct[0] : null;
    }

    @Override
    RoutedUnits choose(Object[] parameters, HintValues hints) {
        if (rows.length == 1) {
            int node = node(0, parameters, hints);
            return node < 0
                    ? RoutedUnits.refused(refusal(rows[0], parameters, hints))
                    : new RoutedUnits(new int[] {node});
        }
        int[] nodes = new int[rows.length];
        int[] counts = new int[units().size()];
        int chosen = 0;
        for (int i = 0; i < rows.length; i++) {
            nodes[i] = node(i, parameters, hints);
            if (nodes[i] < 0) {
                return RoutedUnits.refused(refusal(rows[i], parameters, hints));
            }
            chosen += counts[nodes[i]]++ == 0 ? 1 : 0;
        }
        int[][] elements = new int[chosen][];
        int[] units = new int[chosen];
        int[] positions = new int[counts.length];
        int next = 0;
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                units[next] = node;
                elements[next] = new int[counts[node]];
                positions[node] = next++;
            }
        }
        Arrays.fill(counts, 0);
        for (int i = 0; i < rows.length; i++) {
            elements[positions[nodes[i]]][counts[nodes[i]]++] = i;
        }
        return new RoutedUnits(
                units, splits.isEmpty() || chosen == 1 ? new int[splits.size()][][] : new int[][][] {elements});
    }

    private int node(int index, Object[] parameters, HintValues hints) {
        int known = direct[index] == null ? -1 : direct[index].node(parameters);
        return known >= 0 ? known : node(rows[index], parameters, hints);
    }

    /** The node of a row; -1 when it is refused. */
    private int node(InsertedRow row, Object[] parameters, HintValues hints) {
        Domain[] domains = new Domain[schemas.length];
        for (int i = 0; i < domains.length; i++) {
            Object[] values = InsertedRow.written(row.keys().get(i).value(parameters), schemas[i], table, i);
            if (values == null || values.length == 0) {
                return -1;
            }
            domains[i] = new Domain.Points(values);
        }
        int[] nodes = table.route(domains, hints);
        return nodes.length == 1 ? nodes[0] : -1;
    }

    /** Why a row has no node. */
    private ShardingException refusal(InsertedRow row, Object[] parameters, HintValues hints) {
        Domain[] domains = new Domain[schemas.length];
        for (int i = 0; i < domains.length; i++) {
            Object given = row.keys().get(i).value(parameters);
            Object[] values = InsertedRow.written(given, schemas[i], table, i);
            if (values == null) {
                return new ShardingException(
                        ErrorCode.SHARDING_VALUE_NOT_PLACED,
                        given == null ? "NULL" : ShardingValues.describe(given),
                        row.line(),
                        row.column(),
                        table.shardingColumns().get(i),
                        schemas[i].describe(),
                        table.name());
            }
            if (values.length == 0) {
                return new ShardingException(
                        ErrorCode.SHARDING_VALUE_NULL,
                        table.shardingColumns().get(i),
                        table.name(),
                        row.line(),
                        row.column());
            }
            domains[i] = new Domain.Points(values);
        }
        int nodes = table.route(domains, hints).length;
        return new ShardingException(ErrorCode.ROW_NOT_ON_ONE_NODE, table.name(), nodes, row.line(), row.column());
    }

    @Override
    public List<Node> splits() {
        return splits;
    }

    @Override
    public boolean ofOneUnit() {
        return rows.length == 1 && direct[0] != null;
    }

    @Override
    boolean mayLeaveOut() {
        return false;
    }

    @Override
    public String describe(Predicate<String> hidden) {
        if (rows.length > 1) {
            return table.name() + ": " + rows.length + " rows by " + String.join(", ", table.shardingColumns());
        }
        StringJoiner text = new StringJoiner(" AND ");
        text.setEmptyValue(table.name() + ": all data nodes");
        for (int i = 0; i < schemas.length; i++) {
            String column = table.name() + "." + table.shardingColumns().get(i);
            text.add(column + " = " + rows[0].keys().get(i).describe(hidden.test(column)));
        }
        return text.toString();
    }
}
