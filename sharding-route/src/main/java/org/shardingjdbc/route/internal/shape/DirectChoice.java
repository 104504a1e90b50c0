package org.shardingjdbc.route.internal.shape;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.DirectRoute;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The choice of conditions that say no more than one value of each sharding column, or a list of values of one of them:
 * made without domains or sets while the values are whole numbers. All other conditions go the general way. Immutable,
 * shared by all threads.
 */
public final class DirectChoice {
    private static final int[][][] UNDIVIDED = {null};

    private final DirectRoute route;
    private final @Nullable Operand database;
    private final @Nullable Operand table;
    /** For each sharding column the position of its value among the parameters; -1 where no parameter is its value. */
    private final int tableSlot;

    private final Operand @Nullable [] list;
    private final boolean listForDatabase;
    private final boolean listForTable;

    /**
     * @param operands the value of each sharding column; null entries for columns with a list, or without a value
     * @param list the values of one column, or null
     * @param listColumn the position of the column that has the list
     */
    private DirectChoice(DirectRoute route, Operand[] operands, @Nullable List<Operand> list, int listColumn) {
        this.route = route;
        this.database = route.databaseColumn() < 0 ? null : operands[route.databaseColumn()];
        this.table = route.tableColumn() < 0 ? null : operands[route.tableColumn()];
        this.tableSlot = table instanceof Operand.Slot slot ? slot.index() : -1;
        this.list = list == null ? null : list.toArray(new Operand[0]);
        this.listForDatabase = list != null && route.databaseColumn() == listColumn;
        this.listForTable = list != null && route.tableColumn() == listColumn;
    }

    /** The choice by restrictions that hold together; null where there is no short way. */
    static @Nullable DirectChoice of(PartitionedTable table, ColumnSchema[] schemas, List<Restriction> restrictions) {
        DirectRoute route = table.direct(schemas);
        if (route == null) {
            return null;
        }
        Operand[] operands = new Operand[schemas.length];
        boolean[] known = new boolean[schemas.length];
        List<Operand> list = null;
        int listColumn = -1;
        for (Restriction restriction : restrictions) {
            int column = restriction.column();
            if (known[column] || !(restriction instanceof Restriction.Points points)) {
                return null;
            }
            known[column] = true;
            if (points.operands().size() == 1) {
                operands[column] = points.operands().get(0);
            } else if (list == null && route.fewNodes() && !points.operands().isEmpty()) {
                list = points.operands();
                listColumn = column;
            } else {
                return null;
            }
        }
        return new DirectChoice(route, operands, list, listColumn);
    }

    /** The choice by the values of a row; null where there is no short way. */
    static @Nullable DirectChoice of(PartitionedTable table, ColumnSchema[] schemas, InsertedRow row) {
        DirectRoute route = table.direct(schemas);
        return route == null ? null : new DirectChoice(route, row.keys().toArray(new Operand[0]), null, -1);
    }

    /** The route where the value of one {@link #parameter} alone decides the node; else null. */
    public @Nullable DirectRoute byParameter() {
        return list == null && database == null && tableSlot >= 0 ? route : null;
    }

    /** The position of the parameter that {@link #byParameter decides}. */
    public int parameter() {
        return tableSlot;
    }

    /** The only node of an execution without a list; -1 when the execution must go the general way. */
    public int node(Object[] parameters) {
        return list != null ? -1 : route.node(value(database, parameters), value(table, parameters));
    }

    private static @Nullable Object value(@Nullable Operand operand, Object[] parameters) {
        return operand == null ? DirectRoute.ANY : operand.value(parameters);
    }

    /** Whether the choice is by that list. */
    boolean choosesBy(ListSplit split) {
        return list != null && split.hasOperands(list);
    }

    /**
     * The choice by a list; null when the execution must go the general way.
     *
     * @param divided whether each unit gets the elements that belong to it
     */
    @Nullable
    RoutedUnits route(Object[] parameters, boolean divided) {
        if (list == null) {
            return null;
        }
        Object databaseValue = listForDatabase ? null : value(database, parameters);
        Object tableValue = listForTable ? null : value(table, parameters);
        if (!listForDatabase && database != null && databaseValue == DirectRoute.ANY
                || !listForTable && table != null && tableValue == DirectRoute.ANY) {
            return null;
        }
        long[] nodesOf = new long[list.length];
        long chosen = 0;
        for (int i = 0; i < list.length; i++) {
            Object value = list[i].value(parameters);
            if (value == DirectRoute.ANY) {
                return null;
            }
            nodesOf[i] = route.nodes(listForDatabase ? value : databaseValue, listForTable ? value : tableValue);
            if (nodesOf[i] == 0) {
                return null;
            }
            chosen |= nodesOf[i];
        }
        int[] units = units(chosen);
        if (!divided) {
            return new RoutedUnits(units);
        }
        return new RoutedUnits(units, units.length == 1 ? UNDIVIDED : new int[][][] {elements(nodesOf, units)});
    }

    private static int[] units(long chosen) {
        int[] units = new int[Long.bitCount(chosen)];
        long rest = chosen;
        for (int i = 0; i < units.length; i++) {
            units[i] = Long.numberOfTrailingZeros(rest);
            rest &= rest - 1;
        }
        return units;
    }

    /** For each unit the positions of the list's elements whose rows may be there. */
    private static int[][] elements(long[] nodesOf, int[] units) {
        int[][] elements = new int[units.length][];
        int[] found = new int[nodesOf.length];
        for (int i = 0; i < units.length; i++) {
            int count = 0;
            for (int element = 0; element < nodesOf.length; element++) {
                found[count] = element;
                count += (int) (nodesOf[element] >>> units[i]) & 1;
            }
            elements[i] = Arrays.copyOf(found, count);
        }
        return elements;
    }
}
