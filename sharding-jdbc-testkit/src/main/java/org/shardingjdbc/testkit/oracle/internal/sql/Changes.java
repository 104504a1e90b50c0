package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Pairings;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/** UPDATE and DELETE. One for each statement. */
final class Changes {
    private final RandomDraft draft;
    private final Parts parts;
    private final Assignments assignments;

    Changes(RandomDraft draft, Parts parts, Assignments assignments) {
        this.draft = draft;
        this.parts = parts;
        this.assignments = assignments;
    }

    String update(TableModel table) {
        Source target = target(table);
        RandomScope scope = new RandomScope(List.of(target), !target.name().equals(table.name()), null);
        String sql = "UPDATE " + ignore() + named(target) + " SET " + assignments.of(target, scope, "")
                + where(scope, target);
        return sql + limit(target, scope);
    }

    String delete(TableModel table) {
        Source target = target(table);
        boolean alias = !target.name().equals(table.name());
        RandomScope scope = new RandomScope(List.of(target), alias, null);
        String from = "DELETE " + ignore() + (alias && draft.mariaDb() ? target.name() + " FROM " : "FROM ");
        return from + named(target) + where(scope, target) + (alias ? "" : limit(target, scope));
    }

    /** With another table; null where the dialect or the tables do not allow it. */
    String joined(TableModel table, boolean delete) {
        TableModel other = parts.from().table();
        Source target = parts.from().source(table, table.name());
        draft.take(table.name());
        Source source = parts.from().source(other, draft.alias(other.name()));
        List<Pairings.Pair> pairs = new Pairings(draft).equalities(target, source, false);
        if (pairs.isEmpty()) {
            return null;
        }
        RandomScope scope = new RandomScope(List.of(target), true, null);
        RandomScope both = new RandomScope(List.of(target, source), true, null);
        String on = Pairings.text(target, source, pairs);
        String more = parts.predicates().where(both).at(Expr.AND);
        String second = other.name() + " " + source.name();
        if (draft.mariaDb()) {
            String join = table.name() + " JOIN " + second + " ON " + on;
            return delete
                    ? "DELETE " + table.name() + " FROM " + join + " WHERE " + more
                    : "UPDATE " + join + " SET " + assignments.of(target, scope, table.name() + ".") + " WHERE " + more;
        }
        if (draft.postgreSql()) {
            String where = " WHERE " + on + " AND " + more;
            return delete
                    ? "DELETE FROM " + table.name() + " USING " + second + where
                    : "UPDATE " + table.name() + " SET " + assignments.of(target, scope, "") + " FROM " + second
                            + where;
        }
        return null;
    }

    /** The table, mostly under its own name. */
    private Source target(TableModel table) {
        boolean alias = draft.chance(12);
        draft.take(table.name());
        return parts.from().source(table, alias ? draft.alias(table.name()) : table.name());
    }

    private static String named(Source target) {
        String table = target.table().name();
        return target.name().equals(table) ? table : table + " " + target.name();
    }

    private String where(RandomScope scope, Source target) {
        return switch (draft.weighted(38, 22, 37, 3)) {
            case 1 -> {
                Expr routing = parts.predicates().routing(scope);
                Expr other = parts.predicates().simple(scope);
                yield " WHERE "
                        + Predicates.all(routing == null ? List.of(other) : List.of(routing, other))
                                .sql();
            }
            case 2 -> " WHERE " + parts.predicates().where(scope).sql();
            case 3 -> "";
            default -> " WHERE " + byKey(scope, target);
        };
    }

    private String byKey(RandomScope scope, Source target) {
        List<String> conditions = new ArrayList<>();
        for (String key : target.key()) {
            Field field = target.field(key);
            conditions.add(scope.reference(new RandomScope.Column(target, field))
                            .sql() + " = " + parts.literals().like(field));
        }
        return String.join(" AND ", conditions);
    }

    private String ignore() {
        return draft.mariaDb() && draft.chance(5) ? "IGNORE " : "";
    }

    /** MariaDB's: the first rows of a total order. */
    private String limit(Source target, RandomScope scope) {
        if (!draft.mariaDb() || !draft.chance(10)) {
            return "";
        }
        List<String> order = new ArrayList<>();
        if (draft.chance(50)) {
            order.add(parts.expressions().anyColumn(scope).sql() + " DESC");
        }
        for (String key : target.key()) {
            order.add(scope.reference(new RandomScope.Column(target, target.field(key)))
                            .sql()
                    + draft.pick("", " DESC"));
        }
        return " ORDER BY " + String.join(", ", order) + " LIMIT " + draft.pick(1, 2, 3, 5);
    }
}
