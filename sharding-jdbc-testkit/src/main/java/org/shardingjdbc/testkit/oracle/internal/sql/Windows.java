package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Window functions. One for each statement. */
final class Windows {
    private final RandomDraft draft;

    Windows(RandomDraft draft) {
        this.draft = draft;
    }

    /** A window with a name, which may be used or not. */
    static final class NamedDefinition {
        private final String definition;
        private boolean used;

        NamedDefinition(String definition) {
            this.definition = definition;
        }

        boolean used() {
            return used;
        }

        String clause() {
            return " WINDOW w AS (" + definition + ")";
        }

        private String use() {
            used = true;
            return "w";
        }
    }

    /** A window over all sources of the scope, for several functions. */
    NamedDefinition named(RandomScope scope) {
        return new NamedDefinition(definition(scope, scope.key() != null, false));
    }

    Expr function(RandomScope scope, NamedDefinition named) {
        boolean certain = scope.key() != null;
        int kind = certain ? draft.weighted(25, 12, 20, 12, 12, 5) : draft.weighted(0, 50, 50);
        return switch (kind) {
            case 1 -> over(ranking(), over(scope, named, false), ValueType.DOUBLE);
            case 2 -> aggregate(scope, named, certain);
            case 3 -> neighbour(scope, named);
            case 4 -> edge(scope, named);
            case 5 -> over("NTILE(" + draft.pick(2, 3, 4) + ")", over(scope, named, true), ValueType.INTEGER);
            default -> over("ROW_NUMBER()", over(scope, named, true), ValueType.INTEGER);
        };
    }

    private String ranking() {
        return draft.pick("RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()");
    }

    private Expr aggregate(RandomScope scope, NamedDefinition named, boolean certain) {
        List<RandomScope.Column> numbers = new ArrayList<>(scope.columns(ValueType.INTEGER));
        numbers.addAll(scope.columns(ValueType.DECIMAL));
        String argument =
                numbers.isEmpty() ? "1" : scope.reference(draft.pick(numbers)).sql();
        String function = draft.pick(
                "COUNT(*)",
                "SUM(" + argument + ")",
                "MAX(" + argument + ")",
                "AVG(" + argument + ")",
                "MIN(" + argument + ")");
        String window = draft.chance(25) && certain ? named.use() : "(" + definition(scope, certain, true) + ")";
        return Expr.atom(function + " OVER " + window, ValueType.DECIMAL).canonical(false);
    }

    private Expr neighbour(RandomScope scope, NamedDefinition named) {
        Expr column = scope.reference(draft.pick(scope.columns()));
        String more = draft.pick("", ", 1", ", 2");
        String function = draft.pick("LAG(", "LEAD(") + column.sql() + more + ")";
        return new Expr(
                function + " OVER " + over(scope, named, true),
                Expr.ATOM,
                column.type(),
                column.canonical(),
                column.bound());
    }

    private Expr edge(RandomScope scope, NamedDefinition named) {
        Expr column = scope.reference(draft.pick(scope.columns()));
        String function = draft.pick("FIRST_VALUE(", "LAST_VALUE(", "NTH_VALUE(");
        String arguments = column.sql() + (function.startsWith("NTH") ? ", 2)" : ")");
        return new Expr(
                function + arguments + " OVER " + over(scope, named, true),
                Expr.ATOM,
                column.type(),
                column.canonical(),
                column.bound());
    }

    private static Expr over(String function, String window, ValueType type) {
        return Expr.atom(function + " OVER " + window, type).bound(1e6);
    }

    private String over(RandomScope scope, NamedDefinition named, boolean total) {
        if (scope.key() != null && draft.chance(25)) {
            return named.use();
        }
        return "(" + definition(scope, total, false) + ")";
    }

    /** PARTITION BY, ORDER BY and a frame; ordered by the key at last where the order must be total. */
    private String definition(RandomScope scope, boolean total, boolean framed) {
        StringBuilder sql = new StringBuilder();
        List<RandomScope.Column> columns = Selects.comparable(scope.columns());
        if (draft.weighted(3, 7) == 1 && !columns.isEmpty()) {
            sql.append("PARTITION BY ")
                    .append(scope.reference(partition(scope, columns)).sql());
            if (draft.chance(15)) {
                sql.append(", ").append(scope.reference(draft.pick(columns)).sql());
            }
            sql.append(' ');
        }
        List<String> order = new ArrayList<>();
        if (!columns.isEmpty() && draft.weighted(5, 5) == 1 || !total && !framed) {
            String first = columns.isEmpty()
                    ? "1"
                    : scope.reference(draft.pick(columns)).sql();
            order.add(first + draft.pick("", " DESC"));
        }
        boolean keyed = total && (!framed || draft.chance(60));
        if (keyed) {
            for (RandomScope.Column column : scope.key()) {
                order.add(scope.reference(column).sql() + draft.pick("", " DESC"));
            }
        }
        if (!order.isEmpty()) {
            sql.append("ORDER BY ").append(String.join(", ", order));
            sql.append(framed && keyed && draft.chance(45) ? frame() : "");
        }
        return sql.toString().trim();
    }

    private String frame() {
        return draft.pick(
                " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
                " ROWS 2 PRECEDING",
                " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
                " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW");
    }

    /** Often a sharding column. */
    private RandomScope.Column partition(RandomScope scope, List<RandomScope.Column> columns) {
        List<RandomScope.Column> sharding = new ArrayList<>();
        for (RandomScope.Column column : columns) {
            TableModel table = column.source().table();
            if (table != null && table.shardingColumns().contains(column.field().name())) {
                sharding.add(column);
            }
        }
        return sharding.isEmpty() || draft.chance(60) ? draft.pick(columns) : draft.pick(sharding);
    }
}
