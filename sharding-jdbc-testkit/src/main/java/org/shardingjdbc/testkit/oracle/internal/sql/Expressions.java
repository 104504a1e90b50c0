package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomLiterals;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Expressions that yield a value. One for each statement. */
final class Expressions {
    private final RandomDraft draft;
    private final RandomLiterals literals;
    private final RandomFunctions functions;
    private Predicates predicates;
    private RandomSubqueries subqueries;

    Expressions(RandomDraft draft, RandomLiterals literals) {
        this.draft = draft;
        this.literals = literals;
        this.functions = new RandomFunctions(draft, this);
    }

    /** Conditions and subqueries are made of values, and values of them. */
    void connect(Predicates conditions, RandomSubqueries queries) {
        this.predicates = conditions;
        this.subqueries = queries;
    }

    /** A column of any type, or a constant where there is none. */
    Expr anyColumn(RandomScope scope) {
        List<RandomScope.Column> columns = scope.columns();
        return columns.isEmpty() ? constant(ValueType.INTEGER) : scope.reference(draft.pick(columns));
    }

    /** A column of the type, or a constant where there is none. */
    Expr column(RandomScope scope, ValueType type) {
        if (scope.outer() != null && scope.outer().has(type) && draft.chance(8)) {
            return scope.outer().outerReference(draft.pick(scope.outer().columns(type)));
        }
        List<RandomScope.Column> columns = scope.columns(type);
        return columns.isEmpty() ? constant(type) : scope.reference(draft.pick(columns));
    }

    Expr constant(ValueType type) {
        return new Expr(literals.constant(type), Expr.ATOM, type, true, 100);
    }

    /** Something for a select list: mostly a column. */
    Expr output(RandomScope scope) {
        if (!draft.chance(35)) {
            return anyColumn(scope);
        }
        ValueType type = draft.pick(
                ValueType.INTEGER,
                ValueType.TEXT,
                ValueType.DECIMAL,
                ValueType.DATE,
                ValueType.BOOLEAN,
                ValueType.TIMESTAMP,
                ValueType.DOUBLE);
        return value(scope, type, 2);
    }

    /** A value of the type; the deeper, the more may be nested. */
    Expr value(RandomScope scope, ValueType type, int depth) {
        if (depth == 0 || draft.weighted(4, 6) == 0) {
            return column(scope, type);
        }
        return switch (draft.weighted(55, 12, 10, 5, 8, 5, 5)) {
            case 1 -> caseWhen(scope, type, depth);
            case 2 -> coalesce(scope, type, depth);
            case 3 -> nullIf(scope, type, depth);
            case 4 -> column(scope, type);
            case 5 -> constantOrColumn(scope, type);
            case 6 -> subqueries.scalar(scope, type);
            default -> functions.of(scope, type, depth);
        };
    }

    /** A condition as a value. */
    Expr truth(RandomScope scope, int depth) {
        Expr condition = predicates.condition(scope, depth);
        return condition.level() > Expr.ATOM ? Expr.bool("(" + condition.sql() + ")", Expr.ATOM) : condition;
    }

    private Expr constantOrColumn(RandomScope scope, ValueType type) {
        return type == ValueType.OPAQUE || type == ValueType.DOCUMENT ? column(scope, type) : constant(type);
    }

    private Expr caseWhen(RandomScope scope, ValueType type, int depth) {
        List<Expr> branches = new ArrayList<>();
        StringBuilder sql = new StringBuilder("CASE");
        boolean simple = draft.chance(20) && scope.has(ValueType.INTEGER);
        if (simple) {
            sql.append(' ').append(column(scope, ValueType.INTEGER).operand());
        }
        do {
            Expr branch = value(scope, type, depth - 1);
            branches.add(branch);
            String when = simple
                    ? literals.constant(ValueType.INTEGER)
                    : predicates.simple(scope).sql();
            sql.append(" WHEN ").append(when).append(" THEN ").append(branch.sql());
        } while (draft.chance(25));
        if (!draft.chance(25)) {
            Expr last = value(scope, type, depth - 1);
            branches.add(last);
            sql.append(" ELSE ").append(last.sql());
        }
        return mixed(sql.append(" END").toString(), type, branches);
    }

    private Expr coalesce(RandomScope scope, ValueType type, int depth) {
        Expr first = column(scope, type);
        Expr second = value(scope, type, depth - 1);
        if (draft.chance(25)) {
            Expr third = constantOrColumn(scope, type);
            String sql = "COALESCE(" + first.sql() + ", " + second.sql() + ", " + third.sql() + ")";
            return mixed(sql, type, List.of(first, second, third));
        }
        return mixed("COALESCE(" + first.sql() + ", " + second.sql() + ")", type, List.of(first, second));
    }

    private Expr nullIf(RandomScope scope, ValueType type, int depth) {
        if (!type.comparable()) {
            return column(scope, type);
        }
        Expr first = value(scope, type, depth - 1);
        Expr second = constantOrColumn(scope, type);
        return mixed("NULLIF(" + first.sql() + ", " + second.sql() + ")", type, List.of(first));
    }

    /** One of several values: what holds for all of them holds for it, except that decimals may differ in scale. */
    private static Expr mixed(String sql, ValueType type, List<Expr> parts) {
        boolean canonical = type != ValueType.DECIMAL || parts.size() == 1;
        double bound = 0;
        for (Expr part : parts) {
            canonical &= part.canonical();
            bound = Math.max(bound, part.bound());
        }
        return new Expr(sql, Expr.ATOM, type, canonical, bound);
    }
}
