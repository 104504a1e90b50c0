package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.Pairings;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Subqueries inside expressions, correlated and not. One for each statement. */
final class RandomSubqueries {
    private final RandomDraft draft;
    private final Parts parts;
    private final Pairings pairings;

    RandomSubqueries(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
        this.pairings = new Pairings(draft);
    }

    /** A condition with a subquery, or a simple one where there is no more room. */
    Expr condition(RandomScope scope) {
        if (!draft.roomForQuery() || scope.sources().isEmpty()) {
            return parts.predicates().simple(scope);
        }
        return draft.nested(() -> switch (draft.weighted(30, 34, 10, 18, 8)) {
            case 1 -> in(scope);
            case 2 -> quantified(scope);
            case 3 -> compared(scope);
            case 4 -> pairIn(scope);
            default -> exists(scope);
        });
    }

    /** A query of one value, or a column where there is no more room. */
    Expr scalar(RandomScope scope, ValueType type) {
        boolean able =
                switch (type) {
                    case INTEGER, DECIMAL, TEXT, DATE, TIMESTAMP, BOOLEAN -> true;
                    case DOUBLE, OPAQUE, DOCUMENT -> false;
                };
        if (!able || !draft.roomForQuery() || scope.sources().isEmpty()) {
            return parts.expressions().column(scope, type);
        }
        return draft.nested(() -> {
            if (type == ValueType.BOOLEAN) {
                return Expr.bool("(" + exists(scope).sql() + ")", Expr.ATOM);
            }
            return draft.chance(30) ? picked(scope, type) : aggregated(scope, type);
        });
    }

    private Expr exists(RandomScope scope) {
        RandomScope inner = new RandomScope(List.of(), true, scope);
        FromClause.From from = draft.weighted(8, 2) == 0
                ? parts.from().single(inner.outer())
                : parts.from().any(inner.outer());
        String not = draft.chance(30) ? "NOT " : "";
        String sql =
                not + "EXISTS (SELECT " + draft.pick("1", "*") + " FROM " + from.sql() + where(scope, from, 85) + ")";
        return Expr.bool(sql, not.isEmpty() ? Expr.ATOM : Expr.NOT);
    }

    /** WHERE of a subquery, correlated in so many percent of the cases. */
    private String where(RandomScope scope, FromClause.From from, int percent) {
        List<Expr> conjuncts = new ArrayList<>();
        if (from.where() != null) {
            conjuncts.add(from.where());
        }
        if (draft.chance(percent)) {
            Source outer = draft.pick(scope.sources());
            Source inner = draft.pick(from.scope().sources());
            List<Pairings.Pair> pairs = pairings.equalities(outer, inner, false);
            if (!pairs.isEmpty()) {
                conjuncts.add(Expr.bool(Pairings.text(inner, outer, turned(pairs)), Expr.AND));
            }
        }
        if (draft.chance(50)) {
            conjuncts.add(parts.predicates().where(from.scope()));
        }
        return conjuncts.isEmpty() ? "" : " WHERE " + Predicates.all(conjuncts).sql();
    }

    private static List<Pairings.Pair> turned(List<Pairings.Pair> pairs) {
        return pairs.stream().map(p -> new Pairings.Pair(p.right(), p.left())).toList();
    }

    private Expr in(RandomScope scope) {
        RandomScope.Column column = matchable(scope);
        if (column == null) {
            return exists(scope);
        }
        String not = draft.chance(25) ? " NOT IN (" : " IN (";
        String sql = name(scope, column) + not + values(scope, column.field()) + ")";
        return Expr.bool(sql, Expr.PREDICATE);
    }

    private Expr quantified(RandomScope scope) {
        RandomScope.Column column = matchable(scope);
        if (column == null) {
            return exists(scope);
        }
        String operator = draft.pick(" = ANY (", " > ALL (", " <= ANY (", " <> ALL (", " < SOME (");
        return Expr.bool(name(scope, column) + operator + values(scope, column.field()) + ")", Expr.PREDICATE);
    }

    private Expr pairIn(RandomScope scope) {
        RandomScope.Column first = matchable(scope);
        RandomScope.Column second = matchable(scope);
        if (first == null || second == null) {
            return exists(scope);
        }
        FromClause.From from = parts.from().single(scope);
        RandomScope.Column one = comparable(from.scope(), first.field());
        RandomScope.Column two = comparable(from.scope(), second.field());
        if (one == null || two == null) {
            return exists(scope);
        }
        String list = from.scope().reference(one).sql() + ", "
                + from.scope().reference(two).sql();
        String sql = "(" + name(scope, first) + ", " + name(scope, second) + ")" + (draft.chance(15) ? " NOT" : "")
                + " IN (SELECT " + list + " FROM " + from.sql() + where(scope, from, 30) + ")";
        return Expr.bool(sql, Expr.PREDICATE);
    }

    private Expr compared(RandomScope scope) {
        RandomScope.Column column = matchable(scope);
        if (column == null) {
            return exists(scope);
        }
        Expr value = draft.chance(20)
                ? picked(scope, column.field().type())
                : aggregated(scope, column.field().type());
        return Expr.bool(
                name(scope, column) + " " + parts.predicates().comparator() + " " + value.sql(), Expr.PREDICATE);
    }

    /** A query of one column, to be compared with the field. */
    private String values(RandomScope scope, Field like) {
        ValueType type = like.type();
        boolean collated = draft.mariaDb() && type == ValueType.TEXT;
        if (draft.chance(12) && !collated) {
            Need need = Need.of(List.of(type));
            String sql = parts.queries()
                    .inner(draft.mariaDb() ? need.unlimited() : need)
                    .sql();
            // whose rows MariaDB does not see for a NULL in one of its sides
            if (!draft.mariaDb() || !sql.contains(" INTERSECT ")) {
                return sql;
            }
        }
        FromClause.From from = draft.weighted(8, 2) == 0
                ? parts.from().single(scope)
                : parts.from().any(scope);
        RandomScope.Column column = comparable(from.scope(), like);
        Expr value;
        if (column != null) {
            value = from.scope().reference(column);
        } else {
            value = collated
                    ? parts.expressions().constant(type)
                    : parts.expressions().value(from.scope(), type, 1);
        }
        String distinct = value.canonical() && draft.chance(10) ? "DISTINCT " : "";
        return "SELECT " + distinct + value.sql() + " FROM " + from.sql() + where(scope, from, 25);
    }

    /** An aggregate without groups is one row. */
    private Expr aggregated(RandomScope scope, ValueType type) {
        FromClause.From from = parts.from().single(scope);
        Expr aggregate = parts.aggregates().of(from.scope().alone(), type);
        String sql = "(SELECT " + aggregate.sql() + " FROM " + from.sql() + where(scope, from, 65) + ")";
        return new Expr(sql, Expr.ATOM, type, aggregate.canonical(), aggregate.bound());
    }

    /** A column of one row, found by its key or as the first of an order. */
    private Expr picked(RandomScope scope, ValueType type) {
        FromClause.From from = parts.from().single(scope);
        RandomScope inner = from.scope();
        Source source = inner.sources().get(0);
        RandomScope.Column column = likely(inner, type);
        Expr value = column == null ? parts.expressions().constant(type) : inner.reference(column);
        if (draft.chance(35)) {
            List<String> order = new ArrayList<>();
            for (RandomScope.Column key : inner.key()) {
                order.add(inner.reference(key).sql() + draft.pick("", " DESC"));
            }
            String sql = "(SELECT " + value.sql() + " FROM " + from.sql() + where(scope, from, 60) + " ORDER BY "
                    + String.join(", ", order) + " LIMIT 1)";
            return new Expr(sql, Expr.ATOM, type, value.canonical(), value.bound());
        }
        List<String> conditions = new ArrayList<>();
        for (String key : source.key()) {
            Field field = source.field(key);
            List<RandomScope.Column> foreign = scope.columns(field.type()).stream()
                    .filter(c -> field.type() != ValueType.OPAQUE)
                    .toList();
            String other = foreign.isEmpty() || draft.chance(25)
                    ? parts.literals().like(field)
                    : scope.outerReference(draft.pick(foreign)).sql();
            conditions.add(source.name() + "." + key + " = " + other);
        }
        String sql =
                "(SELECT " + value.sql() + " FROM " + from.sql() + " WHERE " + String.join(" AND ", conditions) + ")";
        return new Expr(sql, Expr.ATOM, type, value.canonical(), value.bound());
    }

    /** A column of the type, rather a key or a sharding column; null where there is none. */
    private RandomScope.Column likely(RandomScope scope, ValueType type) {
        return likely(scope.columns(type));
    }

    /**
     * A column to be compared with the field. On MariaDB texts of the same collation only: of one text that is in the
     * subquery by one collation and not by the other it says that it is neither in nor not in. And whole numbers of the
     * same width: one that is too large for the column of a subquery is not in it, even where that has a NULL.
     */
    private RandomScope.Column comparable(RandomScope scope, Field like) {
        List<RandomScope.Column> columns = scope.columns(like.type());
        boolean choosy = like.type() == ValueType.TEXT || like.type() == ValueType.INTEGER;
        if (!draft.mariaDb() || !choosy || like.model() == null) {
            return likely(columns);
        }
        return likely(columns.stream()
                .filter(c -> c.field().model() != null && isLike(c.field().model(), like.model()))
                .toList());
    }

    private static boolean isLike(ColumnModel one, ColumnModel other) {
        boolean whole = ValueType.of(one.kind()) == ValueType.INTEGER;
        return whole ? one.kind() == other.kind() : one.collation().equals(other.collation());
    }

    private RandomScope.Column likely(List<RandomScope.Column> columns) {
        if (columns.isEmpty()) {
            return null;
        }
        for (RandomScope.Column column : columns) {
            boolean key = column.source().key().contains(column.field().name());
            if (key && draft.chance(40)) {
                return column;
            }
        }
        return draft.pick(columns);
    }

    private RandomScope.Column matchable(RandomScope scope) {
        List<RandomScope.Column> columns = scope.columns().stream()
                .filter(c -> switch (c.field().type()) {
                    case INTEGER, DECIMAL, DATE, TIMESTAMP -> true;
                    case TEXT -> !draft.mariaDb() || c.field().model() != null;
                    case DOUBLE, BOOLEAN, OPAQUE, DOCUMENT -> false;
                })
                .toList();
        return columns.isEmpty() ? null : draft.pick(columns);
    }

    private static String name(RandomScope scope, RandomScope.Column column) {
        return scope.reference(column).sql();
    }
}
