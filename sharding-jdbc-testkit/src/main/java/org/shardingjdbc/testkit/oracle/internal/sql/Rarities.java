package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomOutput;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Queries that nobody writes often and that have been answered wrong. One for each statement. */
final class Rarities {
    private final RandomDraft draft;
    private final Parts parts;
    private final RowMakers rowMakers;

    Rarities(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
        this.rowMakers = new RowMakers(draft, parts);
    }

    /** Any that the dialect has. */
    RandomQuery any() {
        RandomQuery query =
                switch (draft.weighted(12, 24, 15, 15, 17, 17, 12, 12, 15, 20, 8)) {
                    case 1 -> rowMakers.any();
                    case 2 -> draft.mariaDb() ? null : orderedInside();
                    case 3 -> unnamed();
                    case 4 -> repeated();
                    case 5 -> corner();
                    case 6 -> counted();
                    case 7 -> groupOfOrder();
                    case 8 -> twins();
                    case 9 -> choice();
                    case 10 -> moment();
                    default -> draft.mariaDb() ? null : groupOfHaving();
                };
        return query == null ? parts.selects().any(Need.anything(), null) : query;
    }

    /** What units must not answer each for itself, though it looks as if they could. */
    RandomQuery combined() {
        RandomQuery query =
                switch (draft.next(3)) {
                    case 1 -> besides();
                    case 2 -> united();
                    default -> without();
                };
        return query == null ? parts.selects().any(Need.anything(), null) : query;
    }

    /** Two tables of one name, side by side or one around the other, that only a schema tells apart; null without. */
    private RandomQuery twins() {
        List<TableModel> able =
                draft.schema().tables().stream().filter(TableModel::isElsewhere).toList();
        if (able.isEmpty()) {
            return null;
        }
        TableModel there = draft.pick(able);
        String side = there.name();
        String home = side.substring(side.indexOf('.') + 1);
        String key = side + ".id";
        String value = side + "." + draft.pick(there.columns()).name();
        String sql =
                switch (draft.next(5)) {
                    case 1 -> "SELECT COUNT(*) AS c1 FROM " + home + ", " + side + " WHERE " + key + " > 2";
                    case 2 ->
                        "SELECT COUNT(" + value + ") AS c1, MAX(" + key + ") AS c2 FROM " + side + " CROSS JOIN "
                                + home;
                    case 3 ->
                        "SELECT o.id FROM " + home + " o WHERE EXISTS (SELECT 1 FROM " + side + " WHERE " + key
                                + " = o.id AND " + value + " IS NOT NULL)";
                    case 4 -> "SELECT id FROM " + home + " UNION ALL SELECT " + key + " FROM " + side;
                    default -> "SELECT o.id, " + key + " AS c2 FROM " + home + " o JOIN " + side + " ON o.id <= " + key;
                };
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /**
     * How many choices the rows of a sharded table see where one is made among rows of a broadcast table that tie:
     * whichever it is, all see the same. Null where there are no such tables.
     */
    private RandomQuery choice() {
        List<TableModel> broadcast = draft.schema().tables().stream()
                .filter(table -> table.role() == TableRole.BROADCAST)
                .toList();
        List<TableModel> sharded = draft.schema().tables().stream()
                .filter(table -> table.role() == TableRole.SHARDED)
                .toList();
        if (broadcast.isEmpty() || sharded.isEmpty()) {
            return null;
        }
        TableModel from = draft.pick(broadcast);
        TableModel beside = draft.pick(sharded);
        String key = from.primaryKey().get(0);
        List<String> sortable = from.columns().stream()
                .filter(column -> column.kind() != ColumnKind.JSON)
                .map(ColumnModel::name)
                .toList();
        // H2 chooses anew for each row beside, so that there is no one choice of rows that tie
        String tie = draft.schema().kind() == DatabaseKind.H2
                ? key
                : draft.pick("CASE WHEN " + key + " IS NULL THEN 1 ELSE 2 END", draft.pick(sortable), "1");
        String alias = draft.alias("choice");
        String first = draft.pick(" LIMIT 1", " LIMIT 1 OFFSET 1", " FETCH FIRST 1 ROW ONLY");
        if (draft.mariaDb()) {
            first = draft.pick(" LIMIT 1", " LIMIT 1 OFFSET 1");
        }
        String rows = "SELECT " + key + " AS k FROM " + from.name() + " ORDER BY " + tie + first;
        String numbered = "SELECT " + key + " AS k, " + draft.pick("ROW_NUMBER()", "COUNT(*)") + " OVER (ORDER BY "
                + tie + draft.pick("", " ROWS UNBOUNDED PRECEDING") + ") AS n FROM " + from.name();
        String sql =
                switch (draft.next(4)) {
                    case 1 ->
                        "SELECT COUNT(DISTINCT k) AS c1 FROM " + beside.name() + " CROSS JOIN (" + numbered + ") "
                                + alias + " WHERE n = 1";
                    case 2 ->
                        "WITH " + alias + " AS (" + rows + ") SELECT COUNT(DISTINCT k) AS c1 FROM " + beside.name()
                                + " CROSS JOIN " + alias;
                    case 3 ->
                        "SELECT COUNT(DISTINCT v) AS c1 FROM (SELECT (" + rows + ") AS v FROM " + beside.name() + ") "
                                + alias;
                    default ->
                        "SELECT COUNT(DISTINCT k) AS c1 FROM " + beside.name() + " CROSS JOIN (" + rows + ") " + alias;
                };
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }

    /**
     * How many moments the rows of a sharded table see: the one of the statement. Null where there is no such table.
     */
    private RandomQuery moment() {
        List<TableModel> sharded = draft.schema().tables().stream()
                .filter(table -> table.role() == TableRole.SHARDED)
                .toList();
        if (sharded.isEmpty()) {
            return null;
        }
        TableModel table = draft.pick(sharded);
        List<String> stamps = table.columns().stream()
                .filter(column -> column.kind() == ColumnKind.TIMESTAMP)
                .map(ColumnModel::name)
                .toList();
        if (draft.mariaDb() && !stamps.isEmpty() && draft.chance(40)) {
            // the name of a clock, of a column
            String key = String.join(", ", table.primaryKey());
            String sorted = "SELECT " + key + " FROM " + table.name() + " ORDER BY UNIX_TIMESTAMP(" + draft.pick(stamps)
                    + "), " + key + " LIMIT 5";
            return new RandomQuery(sorted, List.of(), false, List.of(), List.of(), true);
        }
        String now = "CURRENT_TIMESTAMP(6)";
        String alias = draft.alias("moments");
        String inner =
                switch (draft.next(6)) {
                    case 4 -> "SELECT * FROM (SELECT " + now + " AS n FROM " + table.name() + ") inside";
                    case 5 ->
                        "SELECT " + now + " AS n FROM " + table.name() + " UNION ALL SELECT " + now + " FROM "
                                + table.name();
                    case 1 -> "SELECT DISTINCT " + now + " AS n FROM " + table.name();
                    case 2 -> "SELECT " + now + " AS n, COUNT(*) AS m FROM " + table.name() + " GROUP BY " + now;
                    case 3 -> "SELECT n FROM " + table.name() + " CROSS JOIN (SELECT " + now + " AS n) one";
                    default -> "SELECT " + now + " AS n FROM " + table.name();
                };
        String sql = "SELECT COUNT(DISTINCT n) AS c1 FROM (" + inner + ") " + alias;
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }

    /**
     * What a condition asks of the table that an outer join keeps no rows of: rows without a match are told from those
     * whose match is not as it says. Null where no two columns are alike.
     */
    private RandomQuery without() {
        TableModel kept = draft.pick(draft.schema().tables());
        TableModel other = draft.pick(draft.schema().tables());
        List<String> one = numbers(kept);
        List<String> two = numbers(other);
        if (one.isEmpty() || two.isEmpty()) {
            return null;
        }
        String tested = "p." + draft.pick(draft.chance(50) ? other.primaryKey() : names(other.columns()));
        String number = "p." + draft.pick(two);
        String condition =
                switch (draft.next(4)) {
                    case 1 -> "COALESCE(" + number + ", 3) = 3";
                    case 2 -> "(" + number + " IS NULL OR " + number + " > 4)";
                    case 3 -> "CASE WHEN " + number + " > 2 THEN 1 ELSE 2 END = 2";
                    default -> tested + " IS NULL";
                };
        String on = "o." + draft.pick(one) + " = p." + draft.pick(two);
        String rows = kept.name() + " o LEFT JOIN " + other.name() + " p ON " + on;
        if (draft.chance(25)) {
            rows = other.name() + " p RIGHT JOIN " + kept.name() + " o ON " + on;
        }
        String key = "o." + String.join(", o.", kept.primaryKey());
        String list = draft.pick("COUNT(*) AS c1", key, key + ", " + number + " AS c2");
        return new RandomQuery(
                "SELECT " + list + " FROM " + rows + " WHERE " + condition,
                List.of(),
                false,
                List.of(),
                List.of(),
                false);
    }

    /** What a subquery finds for a row by columns that do not tell data nodes. Null where no two are alike. */
    private RandomQuery besides() {
        TableModel around = draft.pick(draft.schema().tables());
        TableModel inside =
                draft.chance(50) ? around : draft.pick(draft.schema().tables());
        List<String> one = untelling(around);
        List<String> two = untelling(inside);
        if (one.isEmpty() || two.isEmpty()) {
            return null;
        }
        String key = "o." + String.join(", o.", around.primaryKey());
        String rows = " FROM " + inside.name() + " i WHERE i." + draft.pick(two) + " = o." + draft.pick(one);
        if (draft.chance(40)) {
            rows += " AND i." + inside.primaryKey().get(0) + draft.pick(" <> ", " > ", " <= ") + "o."
                    + around.primaryKey().get(0);
        }
        String sql =
                switch (draft.next(4)) {
                    case 1 -> "SELECT " + key + " FROM " + around.name() + " o WHERE NOT EXISTS (SELECT 1" + rows + ")";
                    case 2 -> "SELECT " + key + ", (SELECT COUNT(*)" + rows + ") AS c2 FROM " + around.name() + " o";
                    case 3 ->
                        "SELECT " + key + " FROM " + around.name() + " o WHERE (SELECT COUNT(*)" + rows + ") > "
                                + draft.pick(0, 1, 2);
                    default -> "SELECT " + key + " FROM " + around.name() + " o WHERE EXISTS (SELECT 1" + rows + ")";
                };
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /** Rows of one table united with its own, which differ in some of their columns only. Null without numbers. */
    private RandomQuery united() {
        TableModel table = draft.pick(draft.schema().tables());
        List<String> columns = numbers(table);
        if (columns.isEmpty()) {
            return null;
        }
        String first = draft.pick("1", "0 + 2", draft.pick(columns));
        String second = draft.pick(columns);
        String third = draft.pick("3", draft.pick(columns));
        String where = " WHERE " + draft.pick(columns) + draft.pick(" > 2", " IS NOT NULL", " < 6");
        String sql = "SELECT " + first + " AS c1, " + second + " AS c2, " + third + " AS c3 FROM " + table.name()
                + draft.pick("", where) + draft.pick(" UNION ", " UNION ", " UNION DISTINCT ") + "SELECT " + first
                + ", " + draft.pick(second, draft.pick(columns)) + ", " + third + " FROM " + table.name()
                + draft.pick("", where);
        return draft.chance(30)
                ? new RandomQuery(sql + " ORDER BY 1, 2, 3", List.of(), false, List.of(), List.of(1, 2, 3), true)
                : new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    private static List<String> names(List<ColumnModel> columns) {
        return columns.stream().map(ColumnModel::name).toList();
    }

    /** Its columns of whole numbers, but for those that a key generator or the database fills. */
    private static List<String> numbers(TableModel table) {
        return table.columns().stream()
                .filter(column -> ValueType.of(column.kind()) == ValueType.INTEGER)
                .map(ColumnModel::name)
                .filter(name -> !name.equals(table.generated()))
                .toList();
    }

    private static List<String> untelling(TableModel table) {
        return numbers(table).stream()
                .filter(name -> !table.shardingColumns().contains(name))
                .toList();
    }

    /** One row, or none, that nothing but HAVING makes of a table. */
    private RandomQuery groupOfHaving() {
        FromClause.From from = parts.from().any(null);
        String condition = draft.pick("1 < 2", "2 < 1", "COUNT(*) > 2", "1 IS NOT NULL", "COUNT(*) = 0");
        String sql = "SELECT " + draft.pick("1", "'x'", "2 + 3") + " AS c1 FROM " + from.sql()
                + parts.selects().where(from) + " HAVING " + condition;
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }

    /** One row that nothing but an aggregate in ORDER BY makes of a table, by itself or counted around. */
    private RandomQuery groupOfOrder() {
        FromClause.From from = parts.from().any(null);
        String order = draft.pick("COUNT(*)", "COUNT(*) + 1 DESC", "COUNT(*), COUNT(*) DESC", "MAX(1)", "1 - COUNT(*)");
        String limit = draft.pick("", "", " LIMIT 3", " LIMIT 2 OFFSET 1");
        String inner = "SELECT " + draft.pick("1", "'x'", "2 + 3") + " AS c1 FROM " + from.sql()
                + parts.selects().where(from) + " ORDER BY " + order;
        String sql =
                switch (draft.weighted(60, 20, 20)) {
                    case 1 -> "SELECT COUNT(*) AS c1 FROM (" + inner + " LIMIT 4) " + draft.alias("grouped");
                    case 2 -> "SELECT COUNT(*) AS c1 FROM " + from.sql() + " WHERE EXISTS (" + inner + ")";
                    default -> inner + limit;
                };
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }

    /** The order of a derived table or common table, which a query around it that has none keeps. */
    private RandomQuery orderedInside() {
        FromClause.From from = parts.from().single(null);
        RandomScope scope = from.scope();
        List<String> order = new ArrayList<>();
        if (draft.chance(60)) {
            order.add(scope.reference(draft.pick(Selects.comparable(scope.columns())))
                            .sql()
                    + draft.pick("", " DESC"));
        }
        scope.key().forEach(key -> order.add(scope.reference(key).sql() + draft.pick("", " DESC")));
        List<RandomOutput> outputs = parts.selects().outputs(Need.derived(), scope);
        String inner = "SELECT " + Selects.list(outputs) + " FROM " + from.sql()
                + parts.selects().where(from) + " ORDER BY " + String.join(", ", order);
        String alias = draft.alias("inside");
        String limit = draft.pick(" LIMIT 1", " LIMIT 3", " LIMIT 5 OFFSET 2", " LIMIT 10");
        String sql = draft.chance(25)
                ? "WITH " + alias + " AS (" + inner + ") SELECT * FROM " + alias + limit
                : "SELECT * FROM (" + inner + ") " + alias + limit;
        return new RandomQuery(sql, Selects.fields(outputs), false, List.of(), List.of(), true);
    }

    /** Columns that the database itself names, one of its names twice, or a star over them. */
    private RandomQuery unnamed() {
        FromClause.From from = parts.from().any(null);
        RandomScope scope = from.scope();
        List<String> columns = new ArrayList<>();
        boolean totals = draft.chance(45);
        do {
            Expr expr = draft.literally(() -> totals
                    ? parts.aggregates().any(scope.alone())
                    : parts.expressions().value(scope, draft.pick(ValueType.INTEGER, ValueType.TEXT), 2));
            if (!draft.labelsByItsText(expr)) {
                columns.add(expr.sql());
            }
        } while (columns.size() < 4 && draft.chance(60));
        columns.add(totals ? "COUNT(*)" : draft.pick("1 + 1", "NULL", "'x'", "-2.5", "TRUE"));
        if (draft.chance(25)) {
            columns.add(columns.get(0));
        }
        String inner = "SELECT " + String.join(", ", columns) + " FROM " + from.sql()
                + parts.selects().where(from);
        String sql =
                switch (draft.weighted(50, 35, 15)) {
                    case 1 -> "SELECT * FROM (" + inner + ") " + draft.alias("unnamed");
                    case 2 -> draft.h2() ? "SELECT * FROM (" + inner + ")" : inner;
                    default -> inner;
                };
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /** One literal in several places, of which some decide about data nodes; null where no column is comparable. */
    private RandomQuery repeated() {
        FromClause.From from = parts.from().any(null);
        RandomScope scope = from.scope();
        if (Selects.comparable(scope.columns()).isEmpty()) {
            return null;
        }
        RandomScope.Column first = draft.pick(Selects.comparable(scope.columns()));
        List<RandomScope.Column> alike = Selects.comparable(scope.columns()).stream()
                .filter(c -> c.field().type() == first.field().type())
                .toList();
        String literal = draft.literally(() -> parts.literals().like(first.field()));
        List<String> conditions = new ArrayList<>();
        do {
            String name = scope.reference(draft.pick(alike)).sql();
            conditions.add(
                    switch (draft.weighted(60, 15, 15, 10)) {
                        case 1 -> name + " IN (" + literal + ", " + literal + ")";
                        case 2 -> name + " BETWEEN " + literal + " AND " + literal;
                        case 3 -> "(" + name + " = " + literal + " OR " + name + " > " + literal + ")";
                        default -> name + " = " + literal;
                    });
        } while (conditions.size() < 2 || conditions.size() < 4 && draft.chance(30));
        String where = (from.where() == null ? "" : "(" + from.where().sql() + ") AND ")
                + String.join(draft.pick(" AND ", " OR "), conditions);
        List<RandomOutput> outputs = parts.selects().outputs(Need.anything(), scope);
        String sql = "SELECT " + Selects.list(outputs) + ", " + literal + " AS same FROM " + from.sql() + " WHERE "
                + (from.where() == null ? where : where.replace(" OR ", " AND "));
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /** What is certain of values that were made by the database or a key generator; null where there are none. */
    private RandomQuery counted() {
        List<TableModel> able = draft.schema().tables().stream()
                .filter(table -> table.generated() != null)
                .toList();
        if (able.isEmpty()) {
            return null;
        }
        TableModel table = draft.pick(able);
        String made = table.generated();
        String name = table.name();
        String key = "o." + String.join(", o.", table.primaryKey());
        String sql =
                switch (draft.next(4)) {
                    case 1 ->
                        "SELECT " + key + " FROM " + name + " o JOIN " + name + " p ON o." + made + " = p." + made;
                    case 2 -> "SELECT o.* FROM " + name + " o WHERE o." + made + " IS NOT NULL";
                    case 3 ->
                        "SELECT " + key + ", o." + made + " FROM " + name + " o WHERE o." + made + " IN (SELECT " + made
                                + " FROM " + name + ")";
                    default ->
                        "SELECT COUNT(*) AS c1, COUNT(" + made + ") AS c2, COUNT(DISTINCT " + made + ") AS c3 FROM "
                                + name;
                };
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), false);
    }

    /** NULL and truth values where a condition or a column is expected, and nothing at all. */
    private RandomQuery corner() {
        FromClause.From from = parts.from().single(null);
        RandomScope scope = from.scope();
        String name =
                scope.reference(draft.pick(Selects.comparable(scope.columns()))).sql();
        String truth = draft.pick("TRUE", "FALSE", "NULL", "1 = 1", "1 = 0", "NOT TRUE", "NULL IS NULL");
        String condition =
                switch (draft.weighted(40, 15, 15, 15, 15)) {
                    case 1 -> name + " = NULL";
                    case 2 -> name + " NOT IN (NULL)";
                    case 3 -> "(" + parts.predicates().simple(scope).sql() + ") = " + draft.pick("TRUE", "FALSE");
                    case 4 ->
                        parts.predicates().simple(scope).at(Expr.AND) + draft.pick(" AND ", " OR ") + "(" + truth + ")";
                    default -> truth;
                };
        String list =
                switch (draft.weighted(40, 40, 20)) {
                    case 1 -> {
                        Expr total = parts.aggregates().any(scope.alone());
                        yield total.sql() + " AS c1, COUNT(*) AS c2";
                    }
                    case 2 -> "NULL AS c1, " + draft.pick("TRUE", "FALSE", "1 < 2", "NULL IS NULL") + " AS c2";
                    default -> Selects.list(parts.selects().outputs(Need.anything(), scope));
                };
        return new RandomQuery(
                "SELECT " + list + " FROM " + from.sql() + " WHERE " + condition,
                List.of(),
                false,
                List.of(),
                List.of(),
                false);
    }
}
