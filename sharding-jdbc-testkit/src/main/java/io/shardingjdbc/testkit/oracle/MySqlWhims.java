package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.Outcome;
import io.shardingjdbc.testkit.ResultColumn;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What MySQL answers one way or another: a whole number that is computed in a subquery, a derived table, a common table
 * expression or a branch of a UNION is INTEGER or BIGINT as the optimizer merges that into the query or makes it a
 * table ({@code SELECT 1} is a BIGINT, and an INTEGER when it is read from a table that MySQL makes of it), and so is a
 * column that is grouped WITH ROLLUP. Immutable.
 */
final class MySqlWhims {
    private final Set<String> columns;

    MySqlWhims(SchemaModel schema) {
        columns = schema.tables().stream()
                .flatMap(table -> table.columns().stream())
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The rows without that; the same where there is nothing of it. */
    Outcome leaveOut(Outcome outcome, String sql) {
        boolean rollup = sql.contains(" WITH ROLLUP");
        boolean nested = sql.startsWith("WITH ") || sql.contains("(SELECT ") || sql.contains(" UNION ");
        if (!(outcome instanceof Outcome.Rows rows) || !rollup && !nested) {
            return outcome;
        }
        Predicate<ResultColumn> whimsical = column -> column.jdbcType() == Types.INTEGER
                && (rollup || !columns.contains(column.label().toLowerCase(Locale.ROOT)));
        return widened(rows, whimsical);
    }

    private static Outcome.Rows widened(Outcome.Rows rows, Predicate<ResultColumn> narrow) {
        List<ResultColumn> columns = new ArrayList<>();
        for (ResultColumn column : rows.columns()) {
            columns.add(narrow.test(column) ? wide(column) : column);
        }
        List<List<Object>> values = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> wide = new ArrayList<>(row);
            wide.replaceAll(value -> value instanceof Integer number ? number.longValue() : value);
            values.add(wide);
        }
        return new Outcome.Rows(columns, values);
    }

    private static ResultColumn wide(ResultColumn column) {
        return new ResultColumn(
                column.label(),
                Types.BIGINT,
                "BIGINT",
                "java.lang.Long",
                column.precision(),
                column.scale(),
                column.nullable());
    }
}
