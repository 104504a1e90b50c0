package org.shardingjdbc.engine.internal.statement.step.write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.plan.internal.operator.CopyRows.MergeSourceRows;

/**
 * Divides the rows of a MERGE's source among several statements. Rows that may meet the same row of the target stay in
 * one statement, so that its database finds out when two of them do. Stateless.
 */
final class MergedGroups {
    private MergedGroups() {}

    /**
     * The rows of each statement.
     *
     * @param most how many rows a statement has, unless more belong together
     */
    static List<List<CopiedValue[]>> of(MergeSourceRows merged, List<CopiedValue[]> rows, int most) {
        int column = apart(merged, rows);
        if (column < 0 || rows.size() <= most) {
            return rows.isEmpty() ? List.of() : List.of(rows);
        }
        Map<Object, List<CopiedValue[]>> groups = new LinkedHashMap<>();
        for (CopiedValue[] row : rows) {
            groups.computeIfAbsent(comparable(row[column].value()), value -> new ArrayList<>())
                    .add(row);
        }
        List<List<CopiedValue[]>> statements = new ArrayList<>();
        List<CopiedValue[]> open = new ArrayList<>();
        for (List<CopiedValue[]> group : groups.values()) {
            if (!open.isEmpty() && open.size() + group.size() > most) {
                statements.add(open);
                open = new ArrayList<>();
            }
            open.addAll(group);
        }
        statements.add(open);
        return statements;
    }

    /** A column by which rows that cannot meet can be told apart; -1 where there is none. */
    private static int apart(MergeSourceRows merged, List<CopiedValue[]> rows) {
        BitSet numbers = merged.numbers();
        BitSet texts = merged.texts();
        for (int i = 0; i < Math.max(numbers.length(), texts.length()); i++) {
            int column = i;
            boolean apart = numbers.get(i)
                    ? rows.stream().allMatch(row -> isExactNumber(row[column].value()))
                    : texts.get(i) && rows.stream().allMatch(row -> isText(row[column].value()));
            if (apart) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isExactNumber(@Nullable Object value) {
        return value == null || value instanceof Number && !(value instanceof Double || value instanceof Float);
    }

    private static boolean isText(@Nullable Object value) {
        return value == null || value instanceof String;
    }

    /** Makes numbers of all types compare alike; NULL meets nothing. */
    private static Object comparable(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Number ? new BigDecimal(value.toString()).stripTrailingZeros() : value;
    }
}
