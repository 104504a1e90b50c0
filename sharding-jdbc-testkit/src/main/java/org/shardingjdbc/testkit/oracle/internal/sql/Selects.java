package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomOutput;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** SELECT ... FROM ... of one level. One for each statement. */
final class Selects {
    private final RandomDraft draft;
    private final Parts parts;

    Selects(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** Any of them. */
    RandomQuery any(Need need, RandomScope outer) {
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
    RandomQuery rows(Need need, RandomScope outer) {
        FromClause.From from = parts.from().any(outer);
        boolean star = need.types().isEmpty() && !need.canonical() && draft.chance(15) && starred(need, from);
        List<RandomOutput> outputs = star ? all(from.scope()) : outputs(need, from.scope());
        String list = star ? star(from.scope()) : list(outputs);
        String body = "SELECT " + list + " FROM " + from.sql() + where(from);
        return ordered(body, outputs, from, need);
    }

    /** Rows with window functions. */
    RandomQuery windowed(Need need, RandomScope outer) {
        FromClause.From from = parts.from().any(outer);
        List<RandomOutput> outputs = new ArrayList<>(outputs(need, from.scope()));
        Windows.NamedDefinition named = parts.windows().named(from.scope());
        do {
            Expr window = parts.windows().function(from.scope(), named);
            outputs.add(new RandomOutput(window, free("w", outputs.size(), names(outputs)), true, null));
        } while (draft.chance(35));
        String body = "SELECT " + list(outputs) + " FROM " + from.sql() + where(from);
        return ordered(named.used() ? body + named.clause() : body, outputs, from, need);
    }

    /** One row of aggregates. */
    RandomQuery totals(Need need, RandomScope outer) {
        FromClause.From from = parts.from().any(outer);
        RandomScope scope = from.scope().alone();
        List<RandomOutput> outputs = new ArrayList<>();
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
        return new RandomQuery(sql, fields(outputs), true, List.of(), List.of(), true);
    }

    /** Different rows. */
    RandomQuery distinct(Need need, RandomScope outer) {
        FromClause.From from = parts.from().any(outer);
        if (draft.postgreSql() && need.types().isEmpty() && from.scope().key() != null && draft.chance(35)) {
            return distinctOn(need, from);
        }
        List<RandomOutput> outputs = draft.literally(() -> outputs(need.canonicalOnly(), from.scope()));
        String sql = "SELECT DISTINCT " + list(outputs) + " FROM " + from.sql() + where(from);
        List<Expr> key = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            RandomOutput output = outputs.get(i);
            key.add(
                    output.column() == null
                            ? Expr.atom(Integer.toString(i + 1), output.expr().type())
                            : output.expr());
        }
        Ordering.Order order = order(new Ordering.Keys(outputs, List.of(), key), need);
        List<String> names = outputs.stream().map(RandomOutput::name).toList();
        String limit = need.limitable() ? parts.ordering().limitOfDistinct(order) : "";
        return new RandomQuery(
                sql + order.sql() + limit, fields(outputs), true, names, order.orderKeys(), order.total());
    }

    /** PostgreSQL's first row of each group. */
    private RandomQuery distinctOn(Need need, FromClause.From from) {
        RandomScope scope = from.scope();
        RandomScope.Column first = draft.pick(comparable(scope.columns()));
        String on = scope.reference(first).sql();
        List<RandomOutput> outputs = outputs(need, scope);
        List<String> order = new ArrayList<>(List.of(on));
        for (RandomScope.Column key : scope.key()) {
            order.add(scope.reference(key).sql() + draft.pick("", " DESC"));
        }
        String sql = "SELECT DISTINCT ON (" + on + ") " + list(outputs) + " FROM " + from.sql() + where(from)
                + " ORDER BY " + String.join(", ", order);
        return new RandomQuery(sql, fields(outputs), false, List.of(), List.of(), true);
    }

    private RandomQuery ordered(String body, List<RandomOutput> outputs, FromClause.From from, Need need) {
        RandomScope scope = from.scope();
        List<Expr> hidden = scope.columns().stream().map(scope::reference).toList();
        List<RandomScope.Column> columns = scope.key();
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
        return new RandomQuery(
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

    List<RandomOutput> outputs(Need need, RandomScope scope) {
        List<RandomOutput> outputs = new ArrayList<>();
        if (!need.types().isEmpty()) {
            for (ValueType type : need.types()) {
                Expr expr = parts.expressions().value(scope, type, draft.weighted(6, 4));
                outputs.add(output(need.canonical() ? shown(expr) : expr, scope, outputs, need));
            }
            return outputs;
        }
        if (need.named() && scope.key() != null && draft.chance(70)) {
            for (RandomScope.Column key : scope.key()) {
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
    RandomOutput output(Expr expr, RandomScope scope, List<RandomOutput> before, Need need) {
        RandomScope.Column column = scope == null ? null : column(expr, scope);
        Set<String> names = names(before);
        boolean plain = column != null && !names.contains(column.field().name());
        if (plain && (need.named() || !draft.chance(15))) {
            return new RandomOutput(expr, column.field().name(), false, column);
        }
        String name = free("c", before.size() + 1, names);
        // PostgreSQL calls a CASE by the name of a column, which ORDER BY then cannot tell apart
        boolean nameless = draft.postgreSql() && expr.sql().startsWith("CASE")
                || expr.sql().contains("SELECT ");
        boolean alias = need.named() || nameless || draft.weighted(75, 25) == 0;
        return new RandomOutput(expr, name, alias || draft.labelsByItsText(expr), column);
    }

    /** A name that no other column has. */
    static String free(String stem, int number, Set<String> names) {
        String name = stem + number;
        for (int i = number + 1; !names.add(name); i++) {
            name = stem + i;
        }
        return name;
    }

    static Set<String> names(List<RandomOutput> outputs) {
        Set<String> names = new HashSet<>();
        outputs.forEach(o -> names.add(o.name()));
        return names;
    }

    static List<Field> fields(List<RandomOutput> outputs) {
        return outputs.stream().map(RandomOutput::field).toList();
    }

    static String list(List<RandomOutput> outputs) {
        return String.join(", ", outputs.stream().map(RandomOutput::sql).toList());
    }

    static List<RandomScope.Column> comparable(List<RandomScope.Column> columns) {
        return columns.stream().filter(c -> c.field().type().comparable()).toList();
    }

    private static RandomScope.Column column(Expr expr, RandomScope scope) {
        for (RandomScope.Column column : scope.columns()) {
            if (scope.reference(column).sql().equals(expr.sql())) {
                return column;
            }
        }
        return null;
    }

    private static List<String> names(List<RandomScope.Column> columns, List<RandomOutput> outputs) {
        List<String> names = new ArrayList<>();
        for (RandomScope.Column column : columns) {
            for (RandomOutput output : outputs) {
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
        // a made column would stand before others, which are counted without it, as it would in what a query is read by
        int before = need.named() ? sources : sources - 1;
        boolean counted = from.scope().sources().subList(0, before).stream()
                .allMatch(source -> source.table() == null || source.table().generated() == null);
        return counted && !from.merged() && (!need.named() || sources == 1);
    }

    private String star(RandomScope scope) {
        return scope.qualified() && scope.sources().size() == 1 && draft.chance(50)
                ? scope.sources().get(0).name() + ".*"
                : "*";
    }

    private static List<RandomOutput> all(RandomScope scope) {
        List<RandomOutput> outputs = new ArrayList<>();
        for (RandomScope.Column column : scope.columns()) {
            outputs.add(new RandomOutput(scope.reference(column), column.field().name(), false, column));
        }
        return outputs;
    }
}
