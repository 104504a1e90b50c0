package org.shardingjdbc.testkit.compare;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the first difference between the answer of the plain database and the sharded one.
 *
 * @param order how rows are paired
 * @param types whether column types are compared
 * @param exactTypes whether precision, scale and nullability are compared as well
 * @param tolerance which numbers may differ in their last digits
 */
public record Difference(RowOrder order, boolean types, boolean exactTypes, Tolerance tolerance) {
    private static final double TOLERANCE = 1e-9;

    /** Says in one line what differs first, or returns null when nothing does. */
    public String between(Outcome plain, Outcome sharded) {
        if (plain instanceof Outcome.Failure && sharded instanceof Outcome.Failure) {
            return null;
        }
        if (plain instanceof Outcome.Failure failure) {
            return "the plain database fails, the sharded one does not: " + failure.exception();
        }
        if (sharded instanceof Outcome.Failure failure) {
            return "the sharded database fails, the plain one does not: " + failure.exception();
        }
        if (plain instanceof Outcome.Count plainCount && sharded instanceof Outcome.Count shardedCount) {
            return betweenCounts(plainCount, shardedCount);
        }
        if (plain instanceof Outcome.Rows plainRows && sharded instanceof Outcome.Rows shardedRows) {
            return betweenRows(plainRows, shardedRows);
        }
        return "one answers with rows, the other with an update count";
    }

    private String betweenCounts(Outcome.Count plain, Outcome.Count sharded) {
        if (plain.count() != sharded.count()) {
            return "update count: plain " + plain.count() + ", sharded " + sharded.count();
        }
        if (plain.keys() == null || sharded.keys() == null) {
            return null;
        }
        String difference = new Difference(new RowOrder.Ordered(), types, exactTypes, tolerance)
                .betweenRows(plain.keys(), sharded.keys());
        return difference == null ? null : "generated keys: " + difference;
    }

    private String betweenRows(Outcome.Rows plain, Outcome.Rows sharded) {
        String columns = betweenColumns(plain.columns(), sharded.columns());
        if (columns != null) {
            return columns;
        }
        if (order instanceof RowOrder.Ordered) {
            return betweenLists(plain.rows(), sharded.rows());
        }
        if (order instanceof RowOrder.Bag) {
            return betweenBags(plain.rows(), sharded.rows());
        }
        return betweenGroups(keyIndexes(plain.columns()), plain, sharded);
    }

    private String betweenColumns(List<ResultColumn> plain, List<ResultColumn> sharded) {
        if (plain.size() != sharded.size()) {
            return "number of columns: plain " + plain.size() + ", sharded " + sharded.size();
        }
        for (int i = 0; i < plain.size(); i++) {
            ResultColumn left = plain.get(i);
            ResultColumn right = sharded.get(i);
            if (!left.label().equals(right.label())) {
                return "label of column " + (i + 1) + ": plain " + left.label() + ", sharded " + right.label();
            }
            String leftType = left.describeType(exactTypes);
            String rightType = right.describeType(exactTypes);
            if (types && !leftType.equals(rightType)) {
                return "type of column " + left.label() + ": plain " + leftType + ", sharded " + rightType;
            }
        }
        return null;
    }

    private String betweenLists(List<List<Object>> plain, List<List<Object>> sharded) {
        int common = Math.min(plain.size(), sharded.size());
        for (int i = 0; i < common; i++) {
            if (!sameRow(plain.get(i), sharded.get(i))) {
                return "row " + (i + 1) + ": plain " + show(plain.get(i)) + ", sharded " + show(sharded.get(i));
            }
        }
        return betweenSizes(plain, sharded);
    }

    private static String betweenSizes(List<List<Object>> plain, List<List<Object>> sharded) {
        if (plain.size() == sharded.size()) {
            return null;
        }
        boolean plainLonger = plain.size() > sharded.size();
        List<Object> extra = plainLonger ? plain.get(sharded.size()) : sharded.get(plain.size());
        return "number of rows: plain " + plain.size() + ", sharded " + sharded.size() + "; only "
                + (plainLonger ? "plain" : "sharded") + " has " + show(extra);
    }

    private String betweenBags(List<List<Object>> plain, List<List<Object>> sharded) {
        String difference = betweenExactBags(plain, sharded);
        if (difference == null || tolerance == Tolerance.NONE) {
            return difference;
        }
        return betweenLists(sorted(plain), sorted(sharded));
    }

    private static String betweenExactBags(List<List<Object>> plain, List<List<Object>> sharded) {
        Map<List<Object>, Integer> surplus = new HashMap<>();
        for (List<Object> row : plain) {
            surplus.merge(row, 1, Integer::sum);
        }
        for (List<Object> row : sharded) {
            Integer left = surplus.get(row);
            if (left == null || left == 0) {
                return "plain " + plain.size() + " rows, sharded " + sharded.size() + "; only sharded has " + show(row);
            }
            surplus.put(row, left - 1);
        }
        for (List<Object> row : plain) {
            if (surplus.get(row) > 0) {
                return "plain " + plain.size() + " rows, sharded " + sharded.size() + "; only plain has " + show(row);
            }
        }
        return null;
    }

    /** Brings two bags of rows whose numbers may differ a little into comparable orders. */
    private List<List<Object>> sorted(List<List<Object>> rows) {
        List<List<Object>> sorted = new ArrayList<>(rows);
        sorted.sort((a, b) -> sortKey(a).compareTo(sortKey(b)));
        return sorted;
    }

    private String sortKey(List<Object> row) {
        StringBuilder key = new StringBuilder();
        for (Object value : row) {
            key.append(mayDiffer(value) ? String.format("%.6e", ((Number) value).doubleValue() + 0.0) : value)
                    .append('|');
        }
        return key.toString();
    }

    private String betweenGroups(int[] keys, Outcome.Rows plain, Outcome.Rows sharded) {
        List<List<Object>> plainRows = plain.rows();
        List<List<Object>> shardedRows = sharded.rows();
        if (plainRows.size() != shardedRows.size()) {
            return betweenSizes(plainRows, shardedRows);
        }
        int start = 0;
        while (start < plainRows.size()) {
            int end = start + 1;
            while (end < plainRows.size() && sameRow(key(plainRows.get(end), keys), key(plainRows.get(start), keys))) {
                end++;
            }
            for (int i = start; i < end; i++) {
                if (!sameRow(key(plainRows.get(i), keys), key(shardedRows.get(i), keys))) {
                    return "order key of row " + (i + 1) + ": plain " + show(plainRows.get(i)) + ", sharded "
                            + show(shardedRows.get(i));
                }
            }
            String difference = betweenBags(plainRows.subList(start, end), shardedRows.subList(start, end));
            if (difference != null) {
                return "rows " + (start + 1) + " to " + end + ": " + difference;
            }
            start = end;
        }
        return null;
    }

    private int[] keyIndexes(List<ResultColumn> columns) {
        if (order instanceof RowOrder.ByColumns by) {
            return by.columns().stream().mapToInt(column -> column - 1).toArray();
        }
        return keyIndexes((RowOrder.By) order, columns);
    }

    private static int[] keyIndexes(RowOrder.By by, List<ResultColumn> columns) {
        int[] indexes = new int[by.labels().size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = -1;
            for (int column = 0; column < columns.size(); column++) {
                if (columns.get(column).label().equalsIgnoreCase(by.labels().get(i))) {
                    indexes[i] = column;
                }
            }
            if (indexes[i] < 0) {
                throw new IllegalArgumentException("No column " + by.labels().get(i) + " in the result");
            }
        }
        return indexes;
    }

    private static List<Object> key(List<Object> row, int[] indexes) {
        Object[] key = new Object[indexes.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = row.get(indexes[i]);
        }
        return Arrays.asList(key);
    }

    private boolean sameRow(List<Object> plain, List<Object> sharded) {
        for (int i = 0; i < plain.size(); i++) {
            if (!sameValue(plain.get(i), sharded.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean sameValue(Object plain, Object sharded) {
        if (Objects.equals(plain, sharded)) {
            return true;
        }
        if (tolerance != Tolerance.NONE && isWhole(plain) && isWhole(sharded)) {
            // H2 leaves the rows of a union's branch in the class of the branch, or not: as its rows come.
            return ((Number) plain).longValue() == ((Number) sharded).longValue();
        }
        if (!mayDiffer(plain) || !mayDiffer(sharded) || plain.getClass() != sharded.getClass()) {
            return false;
        }
        double left = ((Number) plain).doubleValue();
        double right = ((Number) sharded).doubleValue();
        return left == right || Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    private boolean mayDiffer(Object value) {
        boolean floating = value instanceof Double || value instanceof Float;
        return switch (tolerance) {
            case NONE -> false;
            case FLOATING -> floating;
            case FRACTIONS -> floating || value instanceof BigDecimal;
        };
    }

    private static String show(List<Object> row) {
        List<String> values = new ArrayList<>(Collections.nCopies(row.size(), ""));
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            values.set(i, value instanceof String text ? "'" + text + "'" : String.valueOf(value));
        }
        return values.toString();
    }
}
