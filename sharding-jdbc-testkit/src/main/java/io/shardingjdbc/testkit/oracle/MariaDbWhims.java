package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.Outcome;
import io.shardingjdbc.testkit.ResultColumn;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What MariaDB answers one way or another: a computed text is CHAR, VARCHAR or LONGVARCHAR as the optimizer sorts in
 * place or in a temporary table, so that the same statement over the same tables changes its type when a second row is
 * inserted ({@code NULLIF(code, 'a') ... ORDER BY 1}). Columns of tables keep their type and are not touched, but for
 * those that are read through a derived table with a window, which are CHAR or VARCHAR as it reads a table or another
 * derived table.
 *
 * <p>A DELETE ... RETURNING that deletes nothing is answered with a count instead of no rows where the optimizer sees
 * that its condition never holds, which depends on how the subqueries in it are read. Immutable.
 */
final class MariaDbWhims {
    private final Set<String> columns;

    MariaDbWhims(SchemaModel schema) {
        columns = schema.tables().stream()
                .flatMap(table -> table.columns().stream())
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The rows without that; the same where there is nothing of it. */
    Outcome leaveOut(Outcome outcome, String sql) {
        if (sql.startsWith("DELETE ") && sql.contains(" RETURNING ") && isNothing(outcome)) {
            return new Outcome.Count(0, null);
        }
        boolean windowed = sql.contains(" OVER ") && (sql.startsWith("WITH ") || sql.contains("FROM (SELECT "));
        Predicate<ResultColumn> whimsical = column -> isText(column) && (windowed || !isOfTable(column));
        if (!(outcome instanceof Outcome.Rows rows) || rows.columns().stream().noneMatch(whimsical)) {
            return outcome;
        }
        List<ResultColumn> settled = rows.columns().stream()
                .map(column -> whimsical.test(column) ? asVarchar(column) : column)
                .toList();
        return new Outcome.Rows(settled, rows.rows());
    }

    private static boolean isNothing(Outcome outcome) {
        return outcome instanceof Outcome.Rows rows && rows.rows().isEmpty()
                || outcome instanceof Outcome.Count count && count.count() == 0;
    }

    private boolean isOfTable(ResultColumn column) {
        return columns.contains(column.label().toLowerCase(Locale.ROOT));
    }

    private static boolean isText(ResultColumn column) {
        boolean text = column.jdbcType() == Types.CHAR || column.jdbcType() == Types.LONGVARCHAR;
        boolean ofChars = column.typeName().equals("CHAR") || column.typeName().equals("VARCHAR");
        return text && ofChars;
    }

    private static ResultColumn asVarchar(ResultColumn column) {
        return new ResultColumn(
                column.label(),
                Types.VARCHAR,
                "VARCHAR",
                column.className(),
                column.precision(),
                column.scale(),
                column.nullable());
    }
}
