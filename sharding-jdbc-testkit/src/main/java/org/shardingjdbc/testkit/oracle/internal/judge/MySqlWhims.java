package org.shardingjdbc.testkit.oracle.internal.judge;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.ResultColumn;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/**
 * What MySQL answers one way or another: a computed whole number is INTEGER or BIGINT, of a BOOLEAN TINYINT or BIGINT,
 * as the optimizer computes it for the row that is shown or for a table of its own, in which it sorts, groups or keeps
 * a subquery ({@code SELECT 1} is a BIGINT, and an INTEGER when it is read from a table that MySQL makes of it); so are
 * columns of a UNION and of views, which may have a computed number beside them, and those that are grouped WITH
 * ROLLUP. A computed text is CHAR or VARCHAR, as with MariaDB, and one that may be longer than 512 characters, such as
 * of GROUP_CONCAT or of HEX over 400 characters, TEXT or LONGTEXT where it is kept in such a table.
 *
 * <p>It takes {@code a = 'Bob' AND a = 'bob'} for one condition though {@code a} has a binary collation: it compares
 * the constants by the collation of the connection. A DECIMAL of a CASE has the decimals of its value, or those of its
 * type once it was sorted with a join ({@code CASE WHEN id = 0 THEN 0.25 ELSE 1.5 + 1.5 END} is 3.0 or 3.00).
 * {@code MAX(id)} of a table that is joined with an empty one comes from its key, though there is no row ({@code SELECT
 * COUNT(*), MAX(a.id) FROM a CROSS JOIN b} is 0 and 15). {@code SUM(COUNT(*)) OVER ()} of one row that it finds by its
 * key, WITH ROLLUP, is 1 beside the row and 2 beside the sum. It sorts NULL and '' of a computed text as if they were
 * equal. What an unused common table expression reads of a view it does not look at, other than of a table. Immutable.
 */
final class MySqlWhims {
    /** "Illegal mix of collations for operation 'UNION'": branches that are run each for themselves never meet. */
    private static final int ILLEGAL_MIX = 1271;

    /** "You can't specify target table for update in FROM clause". */
    private static final int READS_WHAT_IT_WRITES = 1093;

    private static final int VIEW_INVALID = 1356;

    /** In what it keeps of a view, which has its words in lower case. */
    private static final int SYNTAX = 1064;

    private static final int UNKNOWN_COLUMN = 1054;

    /** "Expression of ORDER BY is not in SELECT list", where a view keeps expressions for the numbers of items. */
    private static final int ORDER_NOT_SELECTED = 3065;

    /** "Got error 156 from storage engine": its own table for a common table expression was there already. */
    private static final int STORAGE_ENGINE = 1030;

    /** What a view keeps of {@code X''}, and reads as a name. */
    private static final String KEPT_EMPTY_BYTES = "0x";

    private static final int EQUALS_QUOTE = 3;

    private final Set<String> columns;

    MySqlWhims(SchemaModel schema) {
        columns = schema.tables().stream()
                .flatMap(table -> table.columns().stream())
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether MySQL refused to read in a subquery the table that a statement changes, which other databases do; asked
     * over several data nodes the subquery may be answered first. Or whether it does not understand the text of a view
     * any more that it keeps, or refuses the order by the number of a subquery that it took into the view
     * ({@code SELECT DISTINCT a, (SELECT ...) FROM t ORDER BY 2}), or does not unite texts of several collations, which
     * branches that run each for themselves do not notice.
     */
    static boolean isFailure(SQLException e, String sql) {
        return e.getErrorCode() == READS_WHAT_IT_WRITES
                || e.getErrorCode() == VIEW_INVALID
                || e.getErrorCode() == STORAGE_ENGINE && sql.startsWith("WITH ")
                || e.getErrorCode() == ILLEGAL_MIX && sql.contains(" UNION ALL ")
                || e.getErrorCode() == SYNTAX
                        && sql.contains(" sight_")
                        && String.valueOf(e.getMessage()).contains("near 'select ")
                || e.getErrorCode() == ORDER_NOT_SELECTED
                        && (sql.contains(" sight_") || sql.startsWith("WITH ") && sql.contains("SELECT DISTINCT "))
                || e.getErrorCode() == UNKNOWN_COLUMN
                        && sql.contains(" sight_")
                        && String.valueOf(e.getMessage()).contains("'" + KEPT_EMPTY_BYTES + "'")
                || e.getErrorCode() == UNKNOWN_COLUMN
                        && (sql.startsWith("WITH ") || sql.contains(" FROM (SELECT "))
                        && String.valueOf(e.getMessage()).contains("in 'order clause'");
    }

    /** Whether it says the greatest of no rows, which it has from a key: what the sharded side knows to be NULL. */
    static boolean isMaxOfNoRows(String sql, Outcome plain, Outcome sharded) {
        if (!(sql.contains(" CROSS JOIN ") && sql.contains("COUNT(") && sql.contains("MAX("))
                || !(plain instanceof Outcome.Rows one && sharded instanceof Outcome.Rows other)
                || one.rows().size() != 1
                || other.rows().size() != 1) {
            return false;
        }
        List<Object> said = one.rows().get(0);
        List<Object> right = other.rows().get(0);
        boolean none = said.stream().anyMatch(value -> value instanceof Long count && count == 0);
        for (int i = 0; i < said.size(); i++) {
            if (right.get(i) != null && !right.get(i).equals(said.get(i))) {
                return false;
            }
        }
        return none;
    }

    /**
     * Whether it says of one row that it found by a key, and its sum, another share of the whole than of the sum,
     * though the window of both are all rows: what the sharded side says of both.
     */
    static boolean isShareOfOneRow(String sql, Outcome plain, Outcome sharded) {
        if (!(sql.contains("SUM(COUNT(*)) OVER ()") && sql.contains(" WITH ROLLUP"))
                || !(plain instanceof Outcome.Rows one && sharded instanceof Outcome.Rows other)
                || one.rows().size() != 2
                || other.rows().size() != 2) {
            return false;
        }
        List<Object> whole = one.rows().get(1);
        for (int i = 0; i < whole.size(); i++) {
            Object right = other.rows().get(0).get(i);
            boolean same = Objects.equals(one.rows().get(0).get(i), right);
            if (!Objects.equals(whole.get(i), other.rows().get(1).get(i))
                    || !same && !whole.get(i).equals(right)) {
                return false;
            }
        }
        return true;
    }

    /** The rows without that; the same where there is nothing of it. */
    Outcome leaveOut(Outcome outcome, String sql) {
        if (!(outcome instanceof Outcome.Rows rows)) {
            return outcome;
        }
        boolean sortsCases = sql.contains("CASE ") && sql.contains(" ORDER BY ");
        boolean unsettled = sql.contains(" WITH ROLLUP") || sql.contains(" UNION ") || sql.contains(" sight_");
        Predicate<ResultColumn> number = column -> isNarrow(column.jdbcType()) && (unsettled || !isOfTable(column));
        List<ResultColumn> settled = new ArrayList<>();
        for (ResultColumn column : rows.columns()) {
            boolean computed = sql.contains(" UNION ") || !isOfTable(column);
            ResultColumn loose =
                    isLooseText(column) && computed ? as(column, Types.VARCHAR, "VARCHAR", column.className()) : column;
            settled.add(number.test(column) ? as(column, Types.BIGINT, "BIGINT", "java.lang.Long") : loose);
        }
        List<List<Object>> values = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> wide = new ArrayList<>(row);
            wide.replaceAll(value -> value instanceof Integer narrow ? narrow.longValue() : value);
            for (int i = 0; i < wide.size(); i++) {
                if (sortsCases
                        && wide.get(i) instanceof BigDecimal exact
                        && !isOfTable(rows.columns().get(i))) {
                    wide.set(i, exact.stripTrailingZeros());
                }
            }
            values.add(wide);
        }
        return new Outcome.Rows(settled, values);
    }

    /** Whether the sharded side found that a view has no such column. */
    static boolean isOfUnreadView(SQLException e, String sql) {
        return e.getErrorCode() == UNKNOWN_COLUMN && sql.startsWith("WITH ") && sql.contains(" sight_");
    }

    /** Whether a column of texts has NULL and '', which MySQL sorts as if they were equal. */
    static boolean isSortedLoosely(Outcome outcome) {
        if (!(outcome instanceof Outcome.Rows rows)) {
            return false;
        }
        for (int i = 0; i < rows.columns().size(); i++) {
            int column = i;
            if (rows.columns().get(i).className().equals("java.lang.String")
                    && rows.rows().stream().anyMatch(row -> row.get(column) == null)
                    && rows.rows().stream().anyMatch(row -> "".equals(row.get(column)))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a statement is one AND of equalities with texts that differ only as the connection's collation does not
     * see.
     */
    static boolean comparesFoldedTexts(String sql) {
        Set<String> exact = new HashSet<>();
        Set<String> folded = new HashSet<>();
        int start = sql.indexOf("= '");
        while (start >= 0 && sql.contains(" AND ")) {
            int stop = sql.indexOf('\'', start + EQUALS_QUOTE);
            if (stop < 0) {
                return false;
            }
            String text = sql.substring(start + EQUALS_QUOTE, stop);
            if (exact.add(text) && !folded.add(TextFolding.fold(text))) {
                return true;
            }
            start = sql.indexOf("= '", stop + 1);
        }
        return false;
    }

    private static boolean isLooseText(ResultColumn column) {
        return switch (column.typeName()) {
            case "CHAR", "TEXT", "LONGTEXT" -> column.className().equals("java.lang.String");
            default -> false;
        };
    }

    private static boolean isNarrow(int jdbcType) {
        return jdbcType == Types.INTEGER || jdbcType == Types.SMALLINT || jdbcType == Types.TINYINT;
    }

    private boolean isOfTable(ResultColumn column) {
        return columns.contains(column.label().toLowerCase(Locale.ROOT));
    }

    private static ResultColumn as(ResultColumn column, int jdbcType, String typeName, String className) {
        return new ResultColumn(
                column.label(), jdbcType, typeName, className, column.precision(), column.scale(), column.nullable());
    }
}
