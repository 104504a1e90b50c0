package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomLiterals;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Conditions. One for each statement. */
final class Predicates {
    private final RandomDraft draft;
    private final RandomLiterals literals;
    private final Expressions expressions;
    private final RandomSubqueries subqueries;

    Predicates(RandomDraft draft, RandomLiterals literals, Expressions expressions, RandomSubqueries subqueries) {
        this.draft = draft;
        this.literals = literals;
        this.expressions = expressions;
        this.subqueries = subqueries;
    }

    /** A WHERE condition as applications write them: a few conjuncts, often on the sharding columns. */
    Expr where(RandomScope scope) {
        List<Expr> conjuncts = new ArrayList<>();
        if (draft.chance(40)) {
            Expr routing = routing(scope);
            if (routing != null) {
                conjuncts.add(routing);
            }
        }
        if (conjuncts.isEmpty() || draft.chance(35)) {
            conjuncts.add(condition(scope, 2));
        }
        while (conjuncts.size() < 4 && draft.chance(20)) {
            conjuncts.add(condition(scope, 1));
        }
        return all(conjuncts);
    }

    /** A condition; the deeper, the more may be nested. */
    Expr condition(RandomScope scope, int depth) {
        int kind = depth == 0 ? draft.weighted(9, 1) : draft.weighted(55, 7, 10, 10, 5, 12, 3);
        return switch (kind) {
            case 1 -> compared(scope, depth);
            case 2 -> all(List.of(condition(scope, depth - 1), condition(scope, depth - 1)));
            case 3 -> either(scope, depth);
            case 4 -> Expr.bool("NOT " + condition(scope, depth - 1).at(Expr.ATOM), Expr.NOT);
            case 5 -> subqueries.condition(scope);
            case 6 -> judged(scope, depth);
            default -> simple(scope);
        };
    }

    /** A condition on one column. */
    Expr simple(RandomScope scope) {
        List<RandomScope.Column> columns = scope.columns();
        if (columns.isEmpty()) {
            return Expr.bool("1 = 1", Expr.PREDICATE);
        }
        RandomScope.Column column = draft.pick(columns);
        ValueType type = column.field().type();
        if (!type.comparable()) {
            return isNull(scope, column);
        }
        return switch (draft.weighted(40, 12, 14, 12, 6, 8, 8)) {
            case 1 -> between(scope, column);
            case 2 -> in(scope, column);
            case 3 -> special(scope, column);
            case 4 -> isNull(scope, column);
            case 5 -> distinctFrom(scope, column);
            case 6 -> rows(scope);
            default -> comparison(scope, column);
        };
    }

    /** A condition on the sharding columns of a table in the scope, or null where there is none. */
    Expr routing(RandomScope scope) {
        List<Source> sharded = scope.sources().stream().filter(Source::sharded).toList();
        if (sharded.isEmpty()) {
            return null;
        }
        Source source = draft.pick(sharded);
        List<Expr> conjuncts = new ArrayList<>();
        for (String name : source.table().shardingColumns()) {
            if (!source.has(name) || conjuncts.size() == 1 && draft.chance(15)) {
                continue;
            }
            RandomScope.Column column = new RandomScope.Column(source, source.field(name));
            conjuncts.add(
                    switch (draft.weighted(60, 22, 10, 8)) {
                        case 1 -> in(scope, column);
                        case 2 -> between(scope, column);
                        case 3 -> comparison(scope, column);
                        default ->
                            Expr.bool(name(scope, column) + " = " + literals.like(column.field()), Expr.PREDICATE);
                    });
        }
        return conjuncts.isEmpty() ? null : all(conjuncts);
    }

    static Expr all(List<Expr> conjuncts) {
        if (conjuncts.size() == 1) {
            return conjuncts.get(0);
        }
        List<String> parts = new ArrayList<>();
        for (Expr conjunct : conjuncts) {
            parts.add(conjunct.at(Expr.AND));
        }
        return Expr.bool(String.join(" AND ", parts), Expr.AND);
    }

    String comparator() {
        return draft.pick("=", "=", "<", ">", ">=", "<=", "<>");
    }

    private Expr either(RandomScope scope, int depth) {
        Expr left = condition(scope, depth - 1);
        Expr right = condition(scope, depth - 1);
        return Expr.bool(left.sql() + " OR " + right.sql(), Expr.OR);
    }

    /** Two computed values. */
    private Expr compared(RandomScope scope, int depth) {
        ValueType type =
                draft.pick(ValueType.INTEGER, ValueType.DECIMAL, ValueType.TEXT, ValueType.DATE, ValueType.TIMESTAMP);
        Expr left = expressions.value(scope, type, Math.max(1, depth));
        Expr right = expressions.value(scope, type, Math.max(0, depth - 1));
        return Expr.bool(left.operand() + " " + comparator() + " " + right.operand(), Expr.PREDICATE);
    }

    /** A condition of which it is asked whether it is true, false or unknown. */
    private Expr judged(RandomScope scope, int depth) {
        Expr condition = condition(scope, depth - 1);
        if (draft.mariaDb() && isQuantified(condition.sql())) {
            // MariaDB shows NULL for such a comparison and denies that it IS UNKNOWN, or not, as it reads the subquery
            return condition;
        }
        String inner = "(" + condition.sql() + ")";
        String truth = draft.pick("TRUE", "FALSE", "UNKNOWN");
        return Expr.bool(inner + draft.pick(" IS ", " IS NOT ") + truth, Expr.PREDICATE);
    }

    private static boolean isQuantified(String sql) {
        return sql.contains(" ALL (") || sql.contains(" ANY (") || sql.contains(" SOME (");
    }

    private Expr comparison(RandomScope scope, RandomScope.Column column) {
        if (column.field().type() == ValueType.BOOLEAN && draft.chance(50)) {
            Expr value = scope.reference(column);
            return draft.chance(40) ? Expr.bool("NOT " + value.sql(), Expr.NOT) : value;
        }
        return Expr.bool(
                name(scope, column) + " " + comparator() + " " + literals.like(column.field()), Expr.PREDICATE);
    }

    private Expr between(RandomScope scope, RandomScope.Column column) {
        Field field = column.field();
        if (draft.mariaDb()
                && field.type() == ValueType.TEXT
                && field.model() != null
                && !field.model().collation().isEmpty()) {
            // MariaDB takes BETWEEN for an equality where its own collation calls both texts equal, not the column's
            String name = name(scope, column);
            return Expr.bool(
                    name + " >= " + literals.like(field) + " AND " + name + " <= " + literals.like(field), Expr.AND);
        }
        String sql = name(scope, column)
                + (draft.chance(15) ? " NOT BETWEEN " : " BETWEEN ")
                + literals.like(column.field())
                + " AND "
                + literals.like(column.field());
        return Expr.bool(sql, Expr.PREDICATE);
    }

    private Expr in(RandomScope scope, RandomScope.Column column) {
        List<String> items = new ArrayList<>();
        do {
            items.add(literals.like(column.field()));
        } while (items.size() < 6 && draft.chance(60));
        String not = draft.chance(20) ? " NOT IN (" : " IN (";
        return Expr.bool(name(scope, column) + not + String.join(", ", items) + ")", Expr.PREDICATE);
    }

    /** What only this type has. */
    private Expr special(RandomScope scope, RandomScope.Column column) {
        String name = name(scope, column);
        ValueType type = column.field().type();
        if (type == ValueType.TEXT) {
            String like = draft.postgreSql() && draft.chance(15) ? " ILIKE " : " LIKE ";
            String pattern = draft.pick("'a%'", "'%a%'", "'%e'", "'_b%'", "'A%'", "'x!_%' ESCAPE '!'");
            return Expr.bool(name + (draft.chance(15) ? " NOT" : "") + like + pattern, Expr.PREDICATE);
        }
        if (type == ValueType.INTEGER) {
            Expr remainder = Expr.atom("MOD(" + name + ", " + draft.pick(2, 3, 4) + ")", type);
            return Expr.bool(remainder.sql() + " = " + draft.pick(0, 1), Expr.PREDICATE);
        }
        if (type == ValueType.DATE || type == ValueType.TIMESTAMP) {
            String part = draft.pick("YEAR", "MONTH", "DAY");
            String number = part.equals("YEAR") ? "2024" : Integer.toString(1 + draft.next(12));
            return Expr.bool(
                    "EXTRACT(" + part + " FROM " + name + ") " + draft.pick("=", ">=", "<") + " " + number,
                    Expr.PREDICATE);
        }
        return comparison(scope, column);
    }

    private Expr isNull(RandomScope scope, RandomScope.Column column) {
        return Expr.bool(name(scope, column) + draft.pick(" IS NULL", " IS NOT NULL"), Expr.PREDICATE);
    }

    private Expr distinctFrom(RandomScope scope, RandomScope.Column column) {
        String name = name(scope, column);
        String value = draft.chance(20) ? "NULL" : literals.like(column.field());
        if (draft.mariaDb()) {
            Expr same = Expr.bool(name + " <=> " + value, Expr.PREDICATE);
            return draft.chance(50) ? Expr.bool("NOT (" + same.sql() + ")", Expr.NOT) : same;
        }
        return Expr.bool(name + draft.pick(" IS NOT DISTINCT FROM ", " IS DISTINCT FROM ") + value, Expr.PREDICATE);
    }

    /** Two columns at once. */
    private Expr rows(RandomScope scope) {
        List<RandomScope.Column> able = new ArrayList<>();
        for (RandomScope.Column column : scope.columns()) {
            if (column.field().type().comparable() && !column.field().samples().isEmpty()) {
                able.add(column);
            }
        }
        if (able.size() < 2) {
            return able.isEmpty() ? Expr.bool("1 = 1", Expr.PREDICATE) : comparison(scope, able.get(0));
        }
        RandomScope.Column first = draft.pick(able);
        RandomScope.Column second = draft.pick(able);
        String left = "(" + name(scope, first) + ", " + name(scope, second) + ")";
        if (draft.chance(50)) {
            return Expr.bool(left + " " + comparator() + " " + pair(first, second), Expr.PREDICATE);
        }
        StringBuilder items = new StringBuilder(pair(first, second));
        // H2 may read the values of one column as those of the other one.
        boolean several = !draft.h2() || first.field().type() == second.field().type();
        while (several && draft.chance(40)) {
            items.append(", ").append(pair(first, second));
        }
        return Expr.bool(left + (draft.chance(15) ? " NOT IN (" : " IN (") + items + ")", Expr.PREDICATE);
    }

    private String pair(RandomScope.Column first, RandomScope.Column second) {
        return "(" + literals.like(first.field()) + ", " + literals.like(second.field()) + ")";
    }

    private static String name(RandomScope scope, RandomScope.Column column) {
        return scope.reference(column).sql();
    }
}
