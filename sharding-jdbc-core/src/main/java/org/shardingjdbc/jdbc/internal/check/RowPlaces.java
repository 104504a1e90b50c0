package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.LogicColumns;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Tells of a row as it is stored on which node an INSERT of it would be: by the rules themselves, with values decrypted
 * where rules store them encrypted. Immutable, safe for all threads.
 */
public final class RowPlaces {
    private static final int[] NO_NODE = {};

    private final PartitionedTable table;
    private final @Nullable ColumnSchema[] schemas;
    /** By sharding column, what makes the plain value; null where it is stored plain. */
    private final List<List<UnaryOperator<Object>>> reads = new ArrayList<>();
    /** Null when rows can be placed. */
    private @Nullable String obstacle;

    /** Where a row belongs. */
    enum Verdict {
        HERE,
        ELSEWHERE,
        /** The rules have no node for it. */
        NOWHERE,
        /** The rules do not say it for certain. */
        UNTOLD
    }

    /**
     * One row.
     *
     * @param nodes where it belongs, when it is elsewhere
     */
    record Place(Verdict verdict, int[] nodes) {
        private static final int[] NONE = {};

        static final Place HERE = new Place(Verdict.HERE, NONE);
        static final Place NOWHERE = new Place(Verdict.NOWHERE, NONE);
        static final Place UNTOLD = new Place(Verdict.UNTOLD, NONE);
    }

    /** @param actual as the catalog knows its columns */
    public RowPlaces(Deployment deployment, PartitionedTable table, @Nullable TableSchema actual) {
        this.table = table;
        TableSchema logic = LogicColumns.of(actual, deployment.rules().columns(table.name()), deployment.dialect());
        List<String> sharding = table.shardingColumns();
        this.schemas = new ColumnSchema[sharding.size()];
        if (table.asksHint(true) || table.asksHint(false)) {
            obstacle = "a hint from outside the SQL decides where its rows are";
        }
        for (int i = 0; i < schemas.length; i++) {
            schemas[i] = logic == null ? null : logic.column(sharding.get(i));
            if (schemas[i] == null) {
                obstacle = "its sharding column " + sharding.get(i) + " is not there";
            }
            reads.add(reads(deployment.executionRules().all(), sharding.get(i)));
        }
    }

    /** In the order in which they are applied to what is stored: the reverse of that in which it was made. */
    private List<UnaryOperator<Object>> reads(List<Rule> rules, String column) {
        List<UnaryOperator<Object>> reads = new ArrayList<>();
        for (Rule rule : rules) {
            for (TransformedColumn each : rule.columns(table.name())) {
                // what is only shown otherwise, as masked values are, is stored plain
                if (each.name().equalsIgnoreCase(column) && each.write() != null) {
                    if (each.read() == null) {
                        obstacle = "what the rule " + rule.name() + " stores of its sharding column " + column
                                + " cannot be read back";
                    } else {
                        reads.add(0, each.read());
                    }
                }
            }
        }
        return reads;
    }

    /** Why rows cannot be placed; null when they can. */
    public @Nullable String obstacle() {
        return obstacle;
    }

    /**
     * Where a row belongs that was found on a node.
     *
     * @param stored its sharding values as the driver gives them
     */
    Place of(Object[] stored, int node) {
        int[] nodes = nodes(stored);
        if (nodes == null) {
            return Place.UNTOLD;
        }
        for (int each : nodes) {
            if (each == node) {
                return Place.HERE;
            }
        }
        return nodes.length == 0 ? Place.NOWHERE : new Place(Verdict.ELSEWHERE, nodes);
    }

    /**
     * The nodes to which an INSERT of a row would go.
     *
     * @param stored its sharding values as the driver gives them, in the order of the table's sharding columns
     * @return their indexes, ascending; empty where the rules have no node for it, null where they do not say it for
     *     certain
     */
    public int @Nullable [] nodes(@Nullable Object[] stored) {
        Domain[] domains = new Domain[stored.length];
        for (int i = 0; i < stored.length; i++) {
            Object[] values = values(stored[i], i);
            if (values == null) {
                return null;
            }
            if (values.length == 0) {
                return NO_NODE;
            }
            domains[i] = new Domain.Points(values);
        }
        try {
            return table.route(domains, HintValues.NONE);
        } catch (ShardingException noNode) {
            return NO_NODE;
        }
    }

    /** Canonical; empty for NULL without a place, null where it is not certain. */
    private Object @Nullable [] values(@Nullable Object stored, int column) {
        Object value = stored;
        try {
            for (UnaryOperator<Object> read : reads.get(column)) {
                value = value == null ? null : read.apply(value);
            }
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
        Object placed = value == null ? table.nullPlacement(column, schemas[column]) : value;
        return ShardingValues.written(placed, schemas[column]);
    }
}
