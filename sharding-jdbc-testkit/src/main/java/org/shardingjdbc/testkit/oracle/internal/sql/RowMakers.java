package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Queries with functions that answer with rows. One for each statement. */
final class RowMakers {
    private final RandomDraft draft;
    private final Parts parts;

    RowMakers(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** Any; null where the dialect has none. */
    RandomQuery any() {
        if (draft.on(DatabaseKind.MYSQL)) {
            return null;
        }
        if (draft.postgreSql() && draft.chance(50)) {
            return draft.chance(50) ? besideTotals() : besideColumns();
        }
        return joined();
    }

    /** Several rows made of one row of aggregates. */
    private RandomQuery besideTotals() {
        FromClause.From from = parts.from().any(null);
        Expr total = parts.aggregates().any(from.scope().alone());
        String sql = "SELECT " + total.sql() + " AS c1, generate_series(1, " + draft.pick(2, 3, 5) + ") AS g FROM "
                + from.sql() + parts.selects().where(from) + " ORDER BY g" + draft.pick("", " DESC")
                + draft.pick("", " LIMIT 1", " LIMIT 2 OFFSET 1");
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }

    /** Several rows made of each. */
    private RandomQuery besideColumns() {
        FromClause.From from = parts.from().single(null);
        RandomScope scope = from.scope();
        String key = keys(scope);
        String made =
                draft.pick("generate_series(1, 2)", "unnest(ARRAY[3, 1, NULL])", "regexp_split_to_table('a,b,c', ',')");
        String sql = "SELECT " + key + ", " + made + " AS g FROM " + from.sql()
                + parts.selects().where(from);
        if (draft.chance(50)) {
            return new RandomQuery(
                    sql + " ORDER BY " + key + ", g" + draft.pick("", " LIMIT 4", " LIMIT 3 OFFSET 2"),
                    List.of(),
                    false,
                    List.of(),
                    List.of(),
                    true);
        }
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /** Rows beside those of a table. */
    private RandomQuery joined() {
        FromClause.From from = parts.from().single(null);
        List<RandomScope.Column> numbers = from.scope().columns(ValueType.INTEGER);
        if (numbers.isEmpty()) {
            return null;
        }
        String name = draft.alias("made");
        RandomScope scope = new RandomScope(from.scope().sources(), true, null);
        String on =
                " ON " + name + ".n = " + scope.reference(draft.pick(numbers)).sql();
        String item = " " + draft.pick("JOIN", "LEFT JOIN") + " " + made(name) + on;
        String where = parts.selects().where(from);
        String columns = keys(scope) + ", " + name + ".n";
        String sql = draft.chance(30)
                ? "SELECT " + name + ".n, COUNT(*) AS many FROM " + from.sql() + item + where + " GROUP BY " + name
                        + ".n"
                : "SELECT " + columns + " FROM " + from.sql() + item + where;
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    private String made(String name) {
        if (draft.postgreSql()) {
            return draft.pick(
                            "generate_series(0, 6)",
                            "(VALUES (1), (3), (NULL))",
                            "unnest(ARRAY[1, 2, 7])",
                            "generate_series(5, -5, -2)")
                    + " AS " + name + "(n)";
        }
        if (draft.h2()) {
            return draft.pick(
                    "(VALUES (1), (3), (NULL)) " + name + "(n)",
                    "(SELECT X AS n FROM SYSTEM_RANGE(0, 6)) " + name,
                    "UNNEST(ARRAY[1, 2, 7]) " + name + "(n)");
        }
        return "(SELECT 1 AS n UNION ALL SELECT 3 UNION ALL SELECT NULL) " + name;
    }

    private static String keys(RandomScope scope) {
        return String.join(
                ", ",
                scope.key().stream().map(key -> scope.reference(key).sql()).toList());
    }
}
