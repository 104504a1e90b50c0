package org.shardingjdbc.testkit.oracle.internal.judge;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.ResultColumn;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;

/**
 * What H2 answers one way or another: the scale of a DECFLOAT follows from how constants were folded, a computed
 * DECIMAL may have fewer decimals than its type, and an unnamed subquery is labelled by its text in H2's own layout,
 * names of actual tables included.
 */
final class H2Whims {
    /** "General error": something went wrong inside H2. */
    /** DATA_CONVERSION_ERROR_1. */
    private static final int NO_UUID = 22018;

    private static final int COLUMN_NOT_FOUND = 42_122;

    private static final int GENERAL_ERROR = 50_000;
    /** "Order by expression must be in the result list", of an IN (SELECT ...) that H2 makes a SELECT DISTINCT of. */
    private static final int ORDER_BY_NOT_IN_RESULT = 90_068;

    /** "Numeric value out of range ... in column". */
    private static final int OUT_OF_RANGE = 22_004;

    /** How the text begins that H2 writes for a subquery, say with a CAST to a type of length 0, and then refuses. */
    private static final String OWN_TEXT = "; SQL statement:\nSELECT\n    ";

    /**
     * How a line of the text goes on that H2 writes for a derived table, as a syntax error shows it: {@code SELECT *
     * FROM (SELECT id FROM t WHERE (EXISTS (SELECT 1 FROM t)) IS TRUE) d} fails, for that text lacks the parentheses.
     */
    private static final String OWN_LINE = "\\000a    ";

    /**
     * What H2 writes for the empty text that is compared with a VARCHAR_IGNORECASE, and does not understand when it
     * reads the text of a derived table again: {@code SELECT * FROM (SELECT id FROM t WHERE title = '') d} fails.
     */
    private static final String EMPTY_TEXT = "CAST('' AS VARCHAR_IGNORECASE(0))";

    private H2Whims() {}

    /** Whether the plain database failed at what it has made of a statement, not at the statement. */
    static boolean isFailure(SQLException e) {
        return e.getErrorCode() == GENERAL_ERROR
                || e.getErrorCode() == ORDER_BY_NOT_IN_RESULT
                || e.getMessage() != null
                        && (e.getMessage().contains(OWN_TEXT)
                                || e.getMessage().startsWith("Syntax error in SQL statement \"SELECT")
                                        && e.getMessage().contains(OWN_LINE));
    }

    /** Whether the plain database does not find a column that a view has from a view, both of the same alias. */
    static boolean isUnreadView(SQLException e, String sql) {
        return e.getErrorCode() == COLUMN_NOT_FOUND && sql.contains(" sight_");
    }

    /** Whether H2 failed at what it made of a subquery, which depends on how it reads it: on either side. */
    static boolean isOfReading(SQLException e, String sql) {
        boolean emptyText = e.getMessage() != null && e.getMessage().contains(EMPTY_TEXT);
        // it looks up in an index of INT what a subquery of BIGINT gives, unless another condition spares it that
        boolean lookedUp =
                e.getErrorCode() == OUT_OF_RANGE && (sql.contains(" IN (SELECT ") || sql.contains(" = ANY (SELECT "));
        // it reads tables in the order that it likes, and may not come to compare bytes with a UUID
        boolean converted = e.getErrorCode() == NO_UUID
                && e.getMessage() != null
                && e.getMessage().contains("UUID requires 16 bytes");
        return emptyText || lookedUp || converted;
    }

    /**
     * Whether a query filters or joins the rows of a set operation with a LIMIT: H2 may ask their condition of the
     * branches, before the limit, as its plan has it.
     */
    static boolean filtersLimitedUnion(String sql) {
        int limit = sql.indexOf(" LIMIT ");
        int union = sql.indexOf(" UNION ");
        int end = limit < 0 ? -1 : sql.indexOf(')', limit);
        return union >= 0
                && union < limit
                && end > limit
                && !sql.substring(limit, end).contains("SELECT");
    }

    /**
     * Whether a query asks for all rows that are as good as its last by an order that is a constant: H2 drops such an
     * order and returns as many rows as it was asked for, any of them.
     */
    static boolean tiesByConstant(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        List<Integer> keys = statement.orderKeys();
        return statement.sql().endsWith(" WITH TIES")
                && !keys.isEmpty()
                && plain instanceof Outcome.Rows one
                && sharded instanceof Outcome.Rows other
                && one.rows().size() == other.rows().size()
                && statement.sql().contains(" FETCH FIRST " + one.rows().size() + " ROWS ")
                && Stream.concat(one.rows().stream(), other.rows().stream())
                                .map(row -> keys.stream()
                                        .map(key -> row.get(key - 1))
                                        .toList())
                                .distinct()
                                .count()
                        <= 1;
    }

    /** The rows without that; the same where there is nothing of it. */
    static Outcome leaveOut(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows) || rows.columns().stream().noneMatch(H2Whims::isWhimsical)) {
            return outcome;
        }
        List<ResultColumn> columns =
                rows.columns().stream().map(H2Whims::withoutText).toList();
        List<List<Object>> settled = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>(row);
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof BigDecimal number) {
                    values.set(i, settled(columns.get(i), number));
                }
            }
            settled.add(values);
        }
        return new Outcome.Rows(columns, settled);
    }

    private static BigDecimal settled(ResultColumn column, BigDecimal number) {
        if (isDecfloat(column)) {
            return number.stripTrailingZeros();
        }
        boolean fewer = isDecimal(column) && number.scale() < column.scale();
        return fewer ? number.setScale(column.scale(), RoundingMode.UNNECESSARY) : number;
    }

    private static boolean isWhimsical(ResultColumn column) {
        return isDecfloat(column) || isDecimal(column) || isText(column);
    }

    private static boolean isDecimal(ResultColumn column) {
        return column.jdbcType() == Types.DECIMAL || column.jdbcType() == Types.NUMERIC;
    }

    private static boolean isDecfloat(ResultColumn column) {
        return column.typeName().equals("DECFLOAT");
    }

    private static boolean isText(ResultColumn column) {
        return column.label().indexOf('\n') >= 0 && column.label().contains("SELECT");
    }

    private static ResultColumn withoutText(ResultColumn column) {
        if (!isText(column)) {
            return column;
        }
        return new ResultColumn(
                "(SELECT)",
                column.jdbcType(),
                column.typeName(),
                column.className(),
                column.precision(),
                column.scale(),
                column.nullable());
    }
}
