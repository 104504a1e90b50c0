package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.DatabaseKind;
import java.util.ArrayList;
import java.util.List;

/** Queries that nobody writes often and that have been answered wrong. One for each statement. */
final class Rarities {
    private final Draft draft;
    private final Parts parts;

    Rarities(Draft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** Any that the dialect has. */
    Query any() {
        if (draft.postgreSql() && draft.chance(35)) {
            return seriesBesideTotals();
        }
        if (!draft.on(DatabaseKind.MARIADB) && draft.chance(60)) {
            return orderedInside();
        }
        return draft.mariaDb() ? parts.selects().any(Need.anything(), null) : groupOfHaving();
    }

    /** One row, or none, that nothing but HAVING makes of a table. */
    private Query groupOfHaving() {
        FromClause.From from = parts.from().any(null);
        String condition = draft.pick("1 < 2", "2 < 1", "COUNT(*) > 2", "1 IS NOT NULL", "COUNT(*) = 0");
        String sql = "SELECT " + draft.pick("1", "'x'", "2 + 3") + " AS c1 FROM " + from.sql()
                + parts.selects().where(from) + " HAVING " + condition;
        return new Query(sql, List.of(), true, List.of(), List.of(), true);
    }

    /** Several rows made of one row of aggregates. */
    private Query seriesBesideTotals() {
        FromClause.From from = parts.from().any(null);
        Expr total = parts.aggregates().any(from.scope().alone());
        String sql = "SELECT " + total.sql() + " AS c1, generate_series(1, " + draft.pick(2, 3, 5) + ") AS g FROM "
                + from.sql() + parts.selects().where(from) + " ORDER BY g" + draft.pick("", " DESC")
                + draft.pick("", " LIMIT 1", " LIMIT 2 OFFSET 1");
        return new Query(sql, List.of(), true, List.of(), List.of(), true);
    }

    /** The order of a derived table or common table, which a query around it that has none keeps. */
    private Query orderedInside() {
        FromClause.From from = parts.from().single(null);
        Scope scope = from.scope();
        List<String> order = new ArrayList<>();
        if (draft.chance(60)) {
            order.add(scope.reference(draft.pick(Selects.comparable(scope.columns())))
                            .sql()
                    + draft.pick("", " DESC"));
        }
        scope.key().forEach(key -> order.add(scope.reference(key).sql() + draft.pick("", " DESC")));
        List<Output> outputs = parts.selects().outputs(Need.derived(), scope);
        String inner = "SELECT " + Selects.list(outputs) + " FROM " + from.sql()
                + parts.selects().where(from) + " ORDER BY " + String.join(", ", order);
        String alias = draft.alias("inside");
        String limit = draft.pick(" LIMIT 1", " LIMIT 3", " LIMIT 5 OFFSET 2", " LIMIT 10");
        String sql = draft.chance(25)
                ? "WITH " + alias + " AS (" + inner + ") SELECT * FROM " + alias + limit
                : "SELECT * FROM (" + inner + ") " + alias + limit;
        return new Query(sql, Selects.fields(outputs), false, List.of(), List.of(), true);
    }
}
