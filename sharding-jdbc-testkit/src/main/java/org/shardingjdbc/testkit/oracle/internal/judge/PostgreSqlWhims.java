package org.shardingjdbc.testkit.oracle.internal.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PostgreSQL answers one way or another: columns that a condition makes equal count as one to its sorting, also
 * behind GROUPING SETS, ROLLUP and CUBE, where one of them is NULL and the other is not. So the rows of {@code SELECT
 * a.x, b.y ... WHERE a.x = b.y GROUP BY GROUPING SETS ((a.x), (b.y)) ORDER BY 1, 2} that have no {@code a.x} come in
 * any order. Stateless.
 */
final class PostgreSqlWhims {
    private static final Pattern SETS =
            Pattern.compile("(?:GROUPING SETS|ROLLUP|CUBE) \\(([\\w\\s.\",()]*?)\\) (?:HAVING|ORDER)");

    private PostgreSqlWhims() {}

    /** Whether a query groups by sets of columns of which a condition makes two equal. */
    static boolean sortsSetsLoosely(String sql) {
        Matcher sets = SETS.matcher(sql);
        while (sets.find()) {
            List<String> columns = new ArrayList<>();
            for (String column : sets.group(1).split("[\\s(),]+")) {
                if (!column.isEmpty()) {
                    columns.add(column);
                }
            }
            for (String one : columns) {
                if (columns.stream().anyMatch(other -> !other.equals(one) && sql.contains(one + " = " + other))) {
                    return true;
                }
            }
        }
        return false;
    }
}
