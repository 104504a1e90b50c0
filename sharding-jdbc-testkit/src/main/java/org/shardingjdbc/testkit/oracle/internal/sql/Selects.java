package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Draft;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.Output;
import org.shardingjdbc.testkit.oracle.internal.draft.Query;
import org.shardingjdbc.testkit.oracle.internal.draft.Scope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** SELECT ... FROM ... of one level. One for each statement. */
final class Selects {
    private final Draft draft;
    private final Parts parts;

    Selects(Draft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** Any of them. */
    Query any(Need need, Scope outer) {
        if (!need.types().isEmpty()) {
            return switch (draft.weighted(70, 20, 10)) {
                case 1 -> distinct(need, outer);
                case 2 -> totals(need, outer);
                default -> rows(need, outer);
            };
        }
        return switch (draft.weighted(50, 20, 10, 8, 9)) {
            case 1 -> parts.groups().query(need, outer);
            case 2 -> totals(need, outer);
            case 3 -> distinct(need, outer);
            case 4 -> windowed(need, outer);
            default -> rows(need, outer);
        };
    }

    /** Row by row. */
    Query rows(Need need, Scope outer) {
        FromClause.From from = parts.from().any(outer);
        boolean star = need.types().isEmpty() && !need.canonical() && draft.chance(15) && starred(need, from);
        List<Output> outputs = star ? all(from.scope()) : outputs(need, from.scope());
        String list = star ? star(from.scope()) : list(outputs);
        String body = "SELECT " + list + " FROM " + from.sql() + where(from);
        return ordered(body, outputs, from, need);
    }

    /** Rows with window functions. */
    Query windowed(Need need, Scope outer) {
        FromClause.From from = parts.from().any(outer);
        List<Output> outputs = new ArrayList<>(outputs(need, from.scope()));
        Windows.Named named = parts.windows().named(from.scope());
        do {
            Expr window = parts.windows().function(from.scope(), named);
            outputs.add(new Output(window, free("w", outputs.size(), names(outputs)), true, null));
        } while (draft.chance(35));
        String body = "SELECT " + list(outputs) + " FROM " + from.sql() + where(from);
        return ordered(named.used() ? body + named.clause() : body, outputs, from, need);
    }

    /** One row of aggregates. */
    Query totals(Need need, Scope outer) {
        FromClause.From from = parts.from().any(outer);
        Scope scope = from.scope().alone();
        List<Output> outputs = new ArrayList<>();
        if (need.types().isEmpty()) {
            do {
                Expr total = parts.aggregates().any(scope);
                outputs.add(output(total, null, outputs, need));
            } while (outputs.size() < 5 && draft.chance(45));
        } else {
            for (ValueType type : need.types()) {
                Expr total = parts.aggregates().of(scope, type);
                outputs.add(output(total, null, outputs, need));
            }
        }
        String sql = "SELECT " + list(outputs) + " FROM " + from.sql() + where(from);
        if (draft.chance(10)) {
            sql += " HAVING " + parts.aggregates().condition(scope).sql();
        }
        return new Query(sql, fields(outputs), true, List.of(), List.of(), true);
    }

    /** Different rows. */
    Query distinct(Need need, Scope outer) {
        FromClause.From from = parts.from().any(outer);
        if (draft.postgreSql() && need.types().isEmpty() && from.scope().key() != null && draft.chance(35)) {
            return distinctOn(need, from);
        }
        List<Output> outputs = draft.literally(() -> outputs(need.canonicalOnly(), from.scope()));
        String sql = "SELECT DISTINCT " + list(outputs) + " FROM " + from.sql() + where(from);
        List<Expr> key = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            Output output = outputs.get(i);
            key.add(
                    output.column() == null
                            ? Expr.atom(Integer.toString(i + 1), output.expr().type())
                            : output.expr());
        }
        Ordering.Order order = order(new Ordering.Keys(outputs, List.of(), key), need);
        List<String> names = outputs.stream().map(Output::name).toList();
        String limit = need.limitable() ? parts.ordering().limitOfDistinct(order) : "";
        return new Query(sql + order.sql() + limit, fields(outputs), true, names, order.orderKeys(), order.total());
    }

    /** PostgreSQL's first row of each group. */
    private Query distinctOn(Need need, FromClause.From from) {
        Scope scope = from.scope();
        Scope.Column first = draft.pick(comparable(scope.columns()));
        String on = scope.reference(first).sql();
        List<Output> outputs = outputs(need, scope);
        List<String> order = new ArrayList<>(List.of(on));
        for (Scope.Column key : scope.key()) {
            order.add(scope.reference(key).sql() + draft.pick("", " DESC"));
        }
        String sql = "SELECT DISTINCT ON (" + on + ") " + list(outputs) + " FROM " + from.sql() + where(from)
                + " ORDER BY " + String.join(", ", order);
        return new Query(sql, fields(outputs), false, List.of(), List.of(), true);
    }

    private Query ordered(String body, List<Output> outputs, FromClause.From from, Need need) {
        Scope scope = from.scope();
        List<Expr> hidden = scope.columns().stream().map(scope::reference).toList();
        List<Scope.Column> columns = scope.key();
        List<Expr> key =
                columns == null ? null : columns.stream().map(scope::reference).toList();
        Ordering.Order order = order(new Ordering.Keys(outputs, hidden, key), need);
        boolean someOrder = !order.sql().isEmpty() && need.limitable();
        String limit = need.limitable() ? parts.ordering().limit(order) : "";
        if (limit.isEmpty() && someOrder && draft.chance(4) && !draft.on(DatabaseKind.MYSQL)) {
            limit = parts.ordering().ties();
        }
        boolean lock = !need.named()
                && scope.sources().size() == 1
                && scope.sources().get(0).table() != null;
        if (lock && !body.contains(" OVER ") && draft.chance(2)) {
            limit += limit.contains("TIES") ? "" : " FOR UPDATE";
        }
        List<String> names = columns == null ? List.of() : names(columns, outputs);
        return new Query(
                body + order.sql() + limit,
                fields(outputs),
                columns != null && names.size() == columns.size(),
                names,
                order.orderKeys(),
                order.total());
    }

    private Ordering.Order order(Ordering.Keys keys, Need need) {
        boolean useful = !need.named() || need.limitable() && draft.chance(35);
        return useful ? parts.ordering().order(keys) : Ordering.Order.NONE;
    }

    /** WHERE, mostly. */
    String where(FromClause.From from) {
        List<Expr> conjuncts = new ArrayList<>();
        if (from.where() != null) {
            conjuncts.add(from.where());
        }
        if (draft.chance(75)) {
            conjuncts.add(parts.predicates().where(from.scope()));
        }
        return conjuncts.isEmpty() ? "" : " WHERE " + Predicates.all(conjuncts).sql();
    }

    List<Output> outputs(Need need, Scope scope) {
        List<Output> outputs = new ArrayList<>();
        if (!need.types().isEmpty()) {
            for (ValueType type : need.types()) {
                Expr expr = parts.expressions().value(scope, type, draft.weighted(6, 4));
                outputs.add(output(need.canonical() ? shown(expr) : expr, scope, outputs, need));
            }
            return outputs;
        }
        if (need.named() && scope.key() != null && draft.chance(70)) {
            for (Scope.Column key : scope.key()) {
                outputs.add(output(scope.reference(key), scope, outputs, need));
            }
        }
        do {
            Expr expr = parts.expressions().output(scope);
            outputs.add(output(need.canonical() ? shown(expr) : expr, scope, outputs, need));
        } while (outputs.size() < 7 && draft.chance(52));
        return outputs;
    }

    /** The expression, or another one of it whose equal values look alike. */
    Expr shown(Expr expr) {
        if (expr.canonical()) {
            return expr;
        }
        return switch (expr.type()) {
            case TEXT ->
                Expr.atom(
                        draft.mariaDb()
                                ? "HEX(" + expr.sql() + ")"
                                : "CAST(CHAR_LENGTH(" + expr.sql() + ") AS VARCHAR(10))",
                        ValueType.TEXT);
            case DECIMAL ->
                Expr.atom("ROUND(" + expr.sql() + ", 2)", ValueType.DECIMAL).bound(expr.bound());
            default -> Expr.bool("(" + expr.sql() + " IS NULL)", Expr.ATOM);
        };
    }

    /** The expression as a column of a result, under a name that the others do not have. */
    Output output(Expr expr, Scope scope, List<Output> before, Need need) {
        Scope.Column column = scope == null ? null : column(expr, scope);
        Set<String> names = names(before);
        boolean plain = column != null && !names.contains(column.field().name());
        if (plain && (need.named() || !draft.chance(15))) {
            return new Output(expr, column.field().name(), false, column);
        }
        String name = free("c", before.size() + 1, names);
        // PostgreSQL calls a CASE by the name of a column, which ORDER BY then cannot tell apart
        boolean nameless = draft.postgreSql() && expr.sql().startsWith("CASE")
                || expr.sql().contains("SELECT ");
        boolean alias = need.named() || nameless || draft.weighted(75, 25) == 0;
        return new Output(expr, name, alias || draft.labelsByItsText(expr), column);
    }

    /** A name that no other column has. */
    static String free(String stem, int number, Set<String> names) {
        String name = stem + number;
        for (int i = number + 1; !names.add(name); i++) {
            name = stem + i;
        }
        return name;
    }

    static Set<String> names(List<Output> outputs) {
        Set<String> names = new HashSet<>();
        outputs.forEach(o -> names.add(o.name()));
        return names;
    }

    static List<Field> fields(List<Output> outputs) {
        return outputs.stream().map(Output::field).toList();
    }

    static String list(List<Output> outputs) {
        return String.join(", ", outputs.stream().map(Output::sql).toList());
    }

    static List<Scope.Column> comparable(List<Scope.Column> columns) {
        return columns.stream().filter(c -> c.field().type().comparable()).toList();
    }

    private static Scope.Column column(Expr expr, Scope scope) {
        for (Scope.Column column : scope.columns()) {
            if (scope.reference(column).sql().equals(expr.sql())) {
                return column;
            }
        }
        return null;
    }

    private static List<String> names(List<Scope.Column> columns, List<Output> outputs) {
        List<String> names = new ArrayList<>();
        for (Scope.Column column : columns) {
            for (Output output : outputs) {
                if (column.equals(output.column())) {
                    names.add(output.name());
                    break;
                }
            }
        }
        return names;
    }

    private static boolean starred(Need need, FromClause.From from) {
        int sources = from.scope().sources().size();
        // a made column would stand before others, which are counted without it
        boolean counted = from.scope().sources().subList(0, sources - 1).stream()
                .allMatch(source -> source.table() == null || source.table().generated() == null);
        return counted && !from.merged() && (!need.named() || sources == 1);
    }

    private String star(Scope scope) {
        return scope.qualified() && scope.sources().size() == 1 && draft.chance(50)
                ? scope.sources().get(0).name() + ".*"
                : "*";
    }

    private static List<Output> all(Scope scope) {
        List<Output> outputs = new ArrayList<>();
        for (Scope.Column column : scope.columns()) {
            outputs.add(new Output(scope.reference(column), column.field().name(), false, column));
        }
        return outputs;
    }
}
