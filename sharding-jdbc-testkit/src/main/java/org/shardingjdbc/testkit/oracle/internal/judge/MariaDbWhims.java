package org.shardingjdbc.testkit.oracle.internal.judge;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.ResultColumn;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/**
 * What MariaDB answers one way or another: a computed text is CHAR, VARCHAR or LONGVARCHAR as the optimizer sorts in
 * place or in a temporary table, so that the same statement over the same tables changes its type when a second row is
 * inserted ({@code NULLIF(code, 'a') ... ORDER BY 1}). Columns of tables keep their type and are not touched, but for
 * those that are read through a derived table with a window, which are CHAR or VARCHAR as it reads a table or another
 * derived table, and those of a UNION, which may have a computed text beside them. A whole number that is computed from
 * a derived table's is INTEGER or BIGINT as the derived table is merged into the query or made a table ({@code MAX(d.n)
 * FROM (SELECT CAST(1.5 AS SIGNED) AS n ...) d}). A flag, TINYINT(1), that is read through a derived table on the inner
 * side of an outer join is a BOOLEAN or a TINYINT as that reads a table or another derived table.
 *
 * <p>A DELETE ... RETURNING that deletes nothing is answered with a count instead of no rows where the optimizer sees
 * that its condition never holds, which depends on how the subqueries in it are read.
 *
 * <p>It keeps {@code ORDER BY 3} of a view and fails at it when the view is read as part of a query. Of a view over a
 * view with an ordered derived table it says that its tables are invalid (1356), whose columns are there.
 *
 * <p>A sum of quotients has more digits than its type while groups come in the order of an index, and those of its type
 * when they are kept in a temporary table, so that {@code AVG(price / 28)} of {@code GROUP BY id} is -0.0003571420, and
 * of {@code GROUP BY id + 0} -0.0003570000. Immutable.
 */
final class MariaDbWhims {
    /** "Unknown column". */
    private static final int UNKNOWN_COLUMN = 1054;

    /** "View references invalid table(s) or column(s)". */
    private static final int INVALID_VIEW = 1356;
    /** How many digits an average has more than what it is of: div_precision_increment. */
    private static final int AVERAGE_DIGITS = 4;

    private static final Pattern PLACE = Pattern.compile("Unknown column '\\d+' in 'ORDER BY'");

    private final Set<String> columns;

    MariaDbWhims(SchemaModel schema) {
        columns = schema.tables().stream()
                .flatMap(table -> table.columns().stream())
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether MariaDB failed at what it has made of a view: on either side, as the view is merged or not. */
    static boolean isFailure(SQLException e) {
        return e.getErrorCode() == INVALID_VIEW || isPlaceUnknown(e);
    }

    /** Whether sums of quotients are in it that may have more digits or fewer. */
    static boolean dividesInGroups(String sql) {
        return sql.contains(" / ") && sql.contains("GROUP BY") && (sql.contains("AVG(") || sql.contains("SUM("));
    }

    /** The rows with decimals as sums of quotients have them whose digits are those of their type. */
    static Outcome rounded(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows)) {
            return outcome;
        }
        List<List<Object>> values = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> other = new ArrayList<>(row);
            other.replaceAll(value -> value instanceof BigDecimal decimal && decimal.scale() > AVERAGE_DIGITS
                    ? decimal.setScale(decimal.scale() - AVERAGE_DIGITS, RoundingMode.HALF_UP)
                    : value);
            values.add(other);
        }
        return new Outcome.Rows(rows.columns(), values);
    }

    private static boolean isPlaceUnknown(SQLException e) {
        return e.getErrorCode() == UNKNOWN_COLUMN
                && e.getMessage() != null
                && PLACE.matcher(e.getMessage()).find();
    }

    /** The rows without that; the same where there is nothing of it. */
    Outcome leaveOut(Outcome outcome, String sql) {
        if (sql.startsWith("DELETE ") && sql.contains(" RETURNING ") && isNothing(outcome)) {
            return new Outcome.Count(0, null);
        }
        boolean derived = sql.startsWith("WITH ") || sql.contains("FROM (SELECT ");
        boolean unsettled = derived && sql.contains(" OVER ") || sql.contains(" UNION ");
        boolean flags = derived && (sql.contains(" LEFT ") || sql.contains(" RIGHT "));
        return outcome instanceof Outcome.Rows rows ? leaveOut(rows, unsettled, derived, flags) : outcome;
    }

    /**
     * @param unsettled whether texts of tables are whimsical too
     * @param derived whether whole numbers are
     * @param flags whether flags may be whole numbers
     */
    private Outcome leaveOut(Outcome.Rows rows, boolean unsettled, boolean derived, boolean flags) {
        Predicate<ResultColumn> text = column -> isText(column) && (unsettled || !isOfTable(column));
        Predicate<ResultColumn> number = column -> derived && column.jdbcType() == Types.INTEGER && !isOfTable(column);
        Predicate<ResultColumn> flag = column -> flags && column.typeName().equals("BOOLEAN");
        if (!flags && rows.columns().stream().noneMatch(text.or(number))) {
            return rows;
        }
        List<ResultColumn> settled = new ArrayList<>();
        for (ResultColumn column : rows.columns()) {
            if (text.test(column)) {
                settled.add(as(column, Types.VARCHAR, "VARCHAR", column.className()));
            } else if (flag.test(column)) {
                settled.add(as(column, Types.TINYINT, "TINYINT", "java.lang.Integer"));
            } else {
                settled.add(number.test(column) ? as(column, Types.BIGINT, "BIGINT", "java.lang.Long") : column);
            }
        }
        List<List<Object>> values = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> wide = new ArrayList<>(row);
            if (derived) {
                wide.replaceAll(value -> asWide(value, flags));
            }
            values.add(wide);
        }
        return new Outcome.Rows(settled, values);
    }

    private static Object asWide(Object value, boolean flags) {
        if (flags && value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        return value instanceof Integer narrow ? (Object) narrow.longValue() : value;
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

    private static ResultColumn as(ResultColumn column, int jdbcType, String typeName, String className) {
        return new ResultColumn(
                column.label(), jdbcType, typeName, className, column.precision(), column.scale(), column.nullable());
    }
}
