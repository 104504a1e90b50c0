package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Aggregates and what is computed of them. One for each statement. */
final class RandomAggregates {
    private final RandomDraft draft;
    private final Expressions expressions;
    private final Predicates predicates;

    RandomAggregates(RandomDraft draft, Expressions expressions, Predicates predicates) {
        this.draft = draft;
        this.expressions = expressions;
        this.predicates = predicates;
    }

    Expr any(RandomScope scope) {
        return switch (draft.weighted(20, 8, 20, 12, 12, 6, 5, 8, 4, 3, 3)) {
            case 1 -> count(scope);
            case 2 -> sum(scope);
            case 3 -> average(scope);
            case 4 -> extreme(scope);
            case 5 -> filtered(scope);
            case 6 -> concatenated(scope);
            case 7 -> computed(scope);
            case 8 -> logical(scope);
            case 9 -> deviation(scope);
            case 10 -> rare(scope);
            default -> Expr.atom("COUNT(*)", ValueType.INTEGER).bound(1e6);
        };
    }

    /** An aggregate of a type, whose equal values look alike. */
    Expr of(RandomScope scope, ValueType type) {
        List<RandomScope.Column> columns =
                minable(scope).stream().filter(c -> c.field().type() == type).toList();
        return switch (type) {
            case INTEGER ->
                draft.pick(List.of(
                        Expr.atom("COUNT(*)", type).bound(1e6), count(scope), best(scope, columns, "COUNT(*)", type)));
            case DECIMAL -> rounded(average(scope));
            case BOOLEAN -> Expr.bool("(COUNT(*) > " + draft.pick(0, 1, 5) + ")", Expr.ATOM);
            default -> best(scope, columns, greatest(constant(type)), type);
        };
    }

    /** MAX of a constant; MySQL calls that of a date a text where it sees that it is constant. */
    private String greatest(String constant) {
        int text = constant.indexOf(" '");
        if (!draft.on(DatabaseKind.MYSQL) || text < 0 || constant.startsWith("'")) {
            return "MAX(" + constant + ")";
        }
        String type = constant.startsWith("TIMESTAMP ") ? "DATETIME" : constant.substring(0, text);
        return "CAST(MAX(" + constant.substring(text + 1) + ") AS " + type + ")";
    }

    /** Of an empty text MariaDB makes a column without room or one without bounds, by how it stores the result. */
    private String constant(ValueType type) {
        String constant = expressions.constant(type).sql();
        return draft.mariaDb() && constant.equals("''") ? "'a'" : constant;
    }

    /** A condition for HAVING. */
    Expr condition(RandomScope scope) {
        if (!draft.postgreSql() && draft.chance(5)) {
            return truth(scope);
        }
        Expr first = draft.weighted(5, 5) == 0
                ? Expr.bool(
                        "COUNT(*) " + draft.pick(">", ">=", "=", "<") + " " + draft.pick(1, 0, 2, 3), Expr.PREDICATE)
                : compared(scope);
        if (!draft.chance(20)) {
            return first;
        }
        Expr second = compared(scope);
        return draft.chance(50)
                ? Expr.bool(first.sql() + " OR " + second.sql(), Expr.OR)
                : Expr.bool(first.sql() + " AND " + second.sql(), Expr.AND);
    }

    /** A number that is taken for a truth, as all but PostgreSQL do. */
    private Expr truth(RandomScope scope) {
        String function = draft.pick("MAX(", "MIN(", "SUM(");
        return Expr.bool(draft.pick("", "NOT ") + function + number(scope, 0).sql() + ")", Expr.NOT);
    }

    private Expr compared(RandomScope scope) {
        if (scope.has(ValueType.DOUBLE) && draft.chance(12)) {
            return floating(scope);
        }
        Expr aggregate =
                switch (draft.next(4)) {
                    case 1 -> average(scope);
                    case 2 -> computed(scope);
                    case 3 -> count(scope);
                    default -> sum(scope);
                };
        if (aggregate.type() == ValueType.TEXT) {
            return Expr.bool(aggregate.sql() + draft.pick(" = ", " <> ") + "'many'", Expr.PREDICATE);
        }
        return Expr.bool(
                aggregate.operand() + draft.pick(" > ", " <= ", " <> ") + draft.pick("0", "10", "100.5", "-5"),
                Expr.PREDICATE);
    }

    /** A number that no binary digits write, of which a decimal is a little off. */
    private Expr floating(RandomScope scope) {
        String value = expressions.column(scope, ValueType.DOUBLE).sql();
        return Expr.bool(
                draft.pick("MAX(", "MIN(") + value + " * 0.1)" + draft.pick(" = ", " <> ", " > ", " <= ", " >= ")
                        + draft.pick("0.1", "0.7", "1", "-0.225"),
                Expr.PREDICATE);
    }

    private static Expr best(RandomScope scope, List<RandomScope.Column> columns, String otherwise, ValueType type) {
        if (columns.isEmpty()) {
            return Expr.atom(otherwise, type).bound(1e6);
        }
        Expr column = scope.reference(columns.get(0));
        return Expr.atom("MAX(" + column.sql() + ")", type).bound(column.bound());
    }

    private Expr count(RandomScope scope) {
        List<RandomScope.Column> columns = Selects.comparable(scope.columns());
        if (columns.isEmpty()) {
            return Expr.atom("COUNT(*)", ValueType.INTEGER).bound(1e6);
        }
        String column = scope.reference(draft.pick(columns)).sql();
        String distinct = draft.chance(50) ? "DISTINCT " : "";
        return Expr.atom("COUNT(" + distinct + column + ")", ValueType.INTEGER).bound(1e6);
    }

    private Expr number(RandomScope scope, int depth) {
        ValueType type =
                scope.has(ValueType.DECIMAL) ? draft.pick(ValueType.INTEGER, ValueType.DECIMAL) : ValueType.INTEGER;
        return expressions.value(scope, type, depth);
    }

    private Expr sum(RandomScope scope) {
        Expr number = number(scope, draft.weighted(6, 3, 1));
        if (draft.chance(8) && scope.has(ValueType.DOUBLE)) {
            return doubleSum(scope);
        }
        String distinct = number.canonical() && draft.chance(8) ? "DISTINCT " : "";
        String sql = "SUM(" + distinct + number.sql() + ")";
        return new Expr(sql, Expr.ATOM, number.type(), number.type() == ValueType.INTEGER, number.bound() * 1000);
    }

    /** What depends on the order of the addition is rounded away. */
    private Expr doubleSum(RandomScope scope) {
        Expr value = expressions.column(scope, ValueType.DOUBLE);
        return value.bound() < 1e7
                ? Expr.atom("ROUND(CAST(SUM(" + value.sql() + ") AS DECIMAL(30,6)), 2)", ValueType.DECIMAL)
                : Expr.atom("COUNT(" + value.sql() + ")", ValueType.INTEGER).bound(1e6);
    }

    private Expr average(RandomScope scope) {
        Expr number = number(scope, draft.weighted(8, 2));
        String distinct = number.canonical() && draft.chance(6) ? "DISTINCT " : "";
        return Expr.atom("AVG(" + distinct + number.sql() + ")", ValueType.DECIMAL)
                .canonical(false)
                .bound(number.bound());
    }

    /** Columns of which it does not matter which of the equal greatest is shown. */
    static List<RandomScope.Column> minable(RandomScope scope) {
        return scope.columns().stream()
                .filter(c -> c.field().canonical())
                .filter(c -> switch (c.field().type()) {
                    case INTEGER, DECIMAL, TEXT, DATE, TIMESTAMP -> true;
                    case DOUBLE, BOOLEAN, OPAQUE, DOCUMENT -> false;
                })
                .toList();
    }

    private Expr extreme(RandomScope scope) {
        List<RandomScope.Column> columns = minable(scope);
        if (columns.isEmpty()) {
            return Expr.atom("COUNT(*)", ValueType.INTEGER).bound(1e6);
        }
        Expr column = scope.reference(draft.pick(columns));
        return Expr.atom(draft.pick("MAX(", "MIN(") + column.sql() + ")", column.type())
                .bound(column.bound());
    }

    /** Over some of the rows. */
    private Expr filtered(RandomScope scope) {
        String condition = predicates.simple(scope).sql();
        if (draft.mariaDb() || draft.chance(50)) {
            String value = draft.chance(50)
                    ? expressions.column(scope, ValueType.INTEGER).sql()
                    : "1";
            return Expr.atom("SUM(CASE WHEN " + condition + " THEN " + value + " ELSE 0 END)", ValueType.INTEGER);
        }
        Expr aggregate = draft.chance(50) ? sum(scope) : count(scope);
        if (aggregate.sql().startsWith("ROUND(")) {
            return aggregate;
        }
        return aggregate.type() == ValueType.INTEGER
                ? Expr.atom(aggregate.sql() + " FILTER (WHERE " + condition + ")", ValueType.INTEGER)
                : Expr.atom(aggregate.sql() + " FILTER (WHERE " + condition + ")", aggregate.type())
                        .canonical(false);
    }

    /** Texts in a row, in a certain order. */
    private Expr concatenated(RandomScope scope) {
        List<RandomScope.Column> key = scope.key();
        List<RandomScope.Column> shown = minable(scope).stream()
                .filter(c -> c.field().type() == ValueType.INTEGER || c.field().type() == ValueType.TEXT)
                .toList();
        if (shown.isEmpty() || key == null || key.isEmpty()) {
            return count(scope);
        }
        Expr column = scope.reference(draft.pick(shown));
        boolean distinct = draft.chance(25);
        String text =
                column.type() == ValueType.TEXT ? column.sql() : "CAST(" + column.sql() + " AS " + varchar() + ")";
        String order = distinct ? text : order(scope, key);
        String prefix = distinct ? "DISTINCT " : "";
        if (draft.mariaDb()) {
            return text("GROUP_CONCAT(" + prefix + text + " ORDER BY " + order + " SEPARATOR ',')");
        }
        if (draft.h2()) {
            return text("LISTAGG(" + prefix + text + ", ',') WITHIN GROUP (ORDER BY " + order + ")");
        }
        return text("STRING_AGG(" + prefix + text + ", ',' ORDER BY " + order + ")");
    }

    private static Expr text(String sql) {
        return Expr.atom(sql, ValueType.TEXT).canonical(false);
    }

    private String varchar() {
        return draft.mariaDb() ? "CHAR(40)" : "VARCHAR(40)";
    }

    private String order(RandomScope scope, List<RandomScope.Column> key) {
        List<String> terms = new ArrayList<>();
        if (draft.chance(30)) {
            terms.add(scope.reference(draft.pick(Selects.comparable(scope.columns())))
                            .sql()
                    + draft.pick("", " DESC"));
        }
        for (RandomScope.Column column : key) {
            terms.add(scope.reference(column).sql() + draft.pick("", " DESC"));
        }
        return String.join(", ", terms);
    }

    /** Arithmetic and functions over aggregates. */
    private Expr computed(RandomScope scope) {
        return switch (draft.next(7)) {
            case 1 -> Expr.atom("ROUND(AVG(" + number(scope, 0).sql() + ") * 2, 1)", ValueType.DECIMAL);
            case 2 ->
                new Expr(
                        sum(scope).at(Expr.PRODUCT) + " / NULLIF(COUNT(*), 0)",
                        Expr.PRODUCT,
                        ValueType.DECIMAL,
                        false,
                        1e300);
            case 3 -> new Expr("COUNT(*) * 2 + 1", Expr.SUM, ValueType.INTEGER, true, 1e6);
            case 4 -> spread(scope);
            case 5 -> Expr.atom("CASE WHEN COUNT(*) > 2 THEN 'many' ELSE 'few' END", ValueType.TEXT);
            case 6 ->
                Expr.atom("ABS(COALESCE(SUM(" + number(scope, 0).sql() + "), 0))", ValueType.DECIMAL)
                        .canonical(false);
            default -> {
                Expr sum = sum(scope);
                yield Expr.atom("COALESCE(" + sum.sql() + ", 0)", sum.type())
                        .canonical(sum.type() == ValueType.INTEGER);
            }
        };
    }

    private Expr spread(RandomScope scope) {
        Expr column = expressions.column(scope, ValueType.INTEGER);
        String cast = column.bound() < 1e8 ? column.sql() : "CAST(" + column.sql() + " AS DECIMAL(30,0))";
        return new Expr("MAX(" + cast + ") - MIN(" + cast + ")", Expr.SUM, ValueType.INTEGER, true, 1e300);
    }

    private Expr logical(RandomScope scope) {
        String condition = predicates.simple(scope).sql();
        if (draft.mariaDb()) {
            // MIN of such a CASE is an INT or a BIGINT as it is sorted in place or in a temporary table
            return Expr.atom("SUM(CASE WHEN " + condition + " THEN 0 ELSE 1 END)", ValueType.INTEGER)
                    .bound(1e6);
        }
        String function = draft.postgreSql() ? draft.pick("BOOL_AND", "BOOL_OR", "EVERY") : draft.pick("EVERY", "ANY");
        return Expr.bool(function + "(" + condition + ")", Expr.ATOM);
    }

    /** Of small integers, with what depends on the order of the addition rounded away. */
    private Expr deviation(RandomScope scope) {
        Expr column = expressions.column(scope, ValueType.INTEGER);
        if (!(column.bound() <= 2000)) {
            return count(scope);
        }
        String function = draft.pick("STDDEV_SAMP", "VAR_POP", "STDDEV_POP", "VAR_SAMP");
        // The odd summand keeps the value away from where rounding tips over.
        String value = function + "(" + column.sql() + ") + 0.0003";
        String exact = "CAST(" + value + " AS DECIMAL(30,6))";
        return Expr.atom("ROUND(" + exact + ", 2)", ValueType.DECIMAL);
    }

    private Expr rare(RandomScope scope) {
        List<RandomScope.Column> key = scope.key();
        if (draft.mariaDb() || key == null || key.isEmpty()) {
            return count(scope);
        }
        Expr column = expressions.column(scope, ValueType.INTEGER);
        if (draft.chance(50) && column.bound() < 1e9) {
            return Expr.atom("PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY " + column.sql() + ")", ValueType.INTEGER);
        }
        String array = "ARRAY_AGG(" + column.sql() + " ORDER BY " + order(scope, key) + ")";
        return Expr.atom("CARDINALITY(" + array + ")", ValueType.INTEGER).bound(1e6);
    }

    private static Expr rounded(Expr value) {
        return Expr.atom("ROUND(" + value.sql() + ", 3)", ValueType.DECIMAL).bound(value.bound());
    }
}
