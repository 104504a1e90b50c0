package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomOutput;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Whole queries: one SELECT, several of them in a set operation, with common tables, or around one another. */
final class QueryDrafts {
    private final RandomDraft draft;
    private final Parts parts;

    QueryDrafts(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** A statement. */
    RandomQuery statement() {
        Need need = Need.anything();
        return switch (draft.weighted(58, 8, 8, 8, 5, 3, 2, 8)) {
            case 1 -> sets(need);
            case 2 -> with(need);
            case 3 -> page();
            case 4 -> best(need);
            case 5 -> recursive();
            case 6 -> question();
            case 7 -> parts.rarities().any();
            default -> parts.selects().any(need, null);
        };
    }

    /** A query inside another one. */
    RandomQuery inner(Need need) {
        if (!draft.roomForQuery()) {
            return parts.selects().rows(need, null);
        }
        return switch (draft.weighted(82, 12, 3, 3)) {
            case 1 -> draft.nested(() -> sets(need));
            case 2 -> draft.nested(() -> with(need));
            case 3 ->
                need.types().isEmpty()
                        ? draft.nested(() -> best(need))
                        : parts.selects().any(need, null);
            default -> parts.selects().any(need, null);
        };
    }

    /** UNION and its kin. */
    RandomQuery sets(Need need) {
        List<ValueType> types = new ArrayList<>(need.types());
        while (types.isEmpty() || need.types().isEmpty() && types.size() < 4 && draft.chance(50)) {
            types.add(draft.pick(
                    ValueType.INTEGER, ValueType.TEXT, ValueType.DATE, ValueType.DECIMAL, ValueType.BOOLEAN));
        }
        boolean all = types.contains(ValueType.DECIMAL) || draft.weighted(5, 5) == 0;
        Need branch = new Need(types, !all, true, false);
        RandomQuery first = draft.h2() && need.named()
                ? draft.nested(() -> parts.selects().any(branch, null))
                : branch(branch, need.limitable());
        StringBuilder sql = new StringBuilder(parenthesized(first));
        boolean canonical = first.fields().stream().allMatch(Field::canonical) && !types.contains(ValueType.DECIMAL);
        boolean distinct = !all;
        int branches = 1;
        do {
            RandomQuery next = branch(branch, need.limitable());
            canonical &= next.fields().stream().allMatch(Field::canonical);
            String operator = all ? " UNION ALL " : operator();
            distinct &= !operator.contains(" ALL");
            // H2 takes two parentheses in FROM for a join.
            boolean nests = !draft.h2() && !draft.on(DatabaseKind.MYSQL);
            String left = branches > 1 && !all && nests ? "(" + sql + ")" : sql.toString();
            sql = new StringBuilder(left).append(operator).append(parenthesized(next));
            branches++;
        } while (branches < 4 && draft.chance(25));
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            Expr column = Expr.atom("", types.get(i)).canonical(canonical);
            fields.add(Field.computed(first.fields().get(i).name(), column));
        }
        Ordering.Order order = need.limitable() && (!need.named() || draft.chance(30))
                ? parts.ordering().byPlace(types.size(), canonical)
                : Ordering.Order.NONE;
        String limit = parts.ordering().limit(order);
        List<String> names = fields.stream().map(Field::name).toList();
        return new RandomQuery(
                sql + order.sql() + limit, fields, distinct && canonical, names, order.orderKeys(), order.total());
    }

    private RandomQuery branch(Need need, boolean limitable) {
        if (draft.roomForQuery() && draft.chance(10) && !draft.on(DatabaseKind.MYSQL)) {
            return draft.nested(() -> sets(need));
        }
        boolean limited = limitable && draft.chance(12);
        Need branch = limited ? new Need(need.types(), need.canonical(), true, true) : need;
        return draft.nested(() -> parts.selects().any(branch, null));
    }

    private static String parenthesized(RandomQuery query) {
        boolean plain = query.orderKeys().isEmpty()
                && !query.sql().contains(" ORDER BY ")
                && !query.sql().contains(" LIMIT ")
                && !query.sql().contains(" UNION ")
                && !query.sql().contains(" EXCEPT ")
                && !query.sql().contains(" INTERSECT ")
                && !query.sql().contains(" ROWS ");
        return plain ? query.sql() : "(" + query.sql() + ")";
    }

    private String operator() {
        String all = draft.postgreSql() && draft.chance(15) ? " ALL " : " ";
        int kind = draft.weighted(50, 20, 18, 12);
        if (draft.on(DatabaseKind.MYSQL) && kind < 3) {
            // MySQL has the others from 8.0.31 on
            return " UNION ";
        }
        return switch (kind) {
            case 1 -> " EXCEPT" + all;
            case 2 -> " INTERSECT" + all;
            case 3 -> " UNION DISTINCT ";
            default -> " UNION ";
        };
    }

    /** Common table expressions, the later ones of the earlier ones perhaps. */
    RandomQuery with(Need need) {
        List<Source> tables = new ArrayList<>();
        List<String> definitions = new ArrayList<>();
        do {
            RandomQuery query = draft.nested(parts::derived);
            String name = draft.commonName();
            definitions.add(name + columns(query) + " AS (" + query.sql() + ")");
            Source table = query.as(name);
            tables.add(table);
            parts.from().offer(table);
        } while (tables.size() < 3 && draft.chance(30));
        RandomQuery main = parts.selects().any(need, null);
        tables.forEach(parts.from()::withdraw);
        tables.forEach(table -> draft.unseen(table.name()));
        return main.prefixed("WITH " + String.join(", ", definitions) + " ");
    }

    private String columns(RandomQuery query) {
        if (!draft.chance(25)) {
            return "";
        }
        return "(" + String.join(", ", query.fields().stream().map(Field::name).toList()) + ")";
    }

    /** What pagination asks: how many rows are there, or the rows of one page. */
    private RandomQuery page() {
        RandomQuery inner = draft.nested(() -> parts.queries().inner(Need.derived()));
        String alias = draft.alias("page");
        Source source = inner.as(alias);
        if (draft.weighted(6, 4) == 0) {
            Field count = Field.computed("c1", Expr.atom("", ValueType.INTEGER));
            String sql = "SELECT COUNT(*)" + draft.pick("", " AS total") + " FROM (" + inner.sql() + ") " + alias;
            return new RandomQuery(sql, List.of(count), true, List.of(), List.of(), true);
        }
        RandomScope scope = new RandomScope(List.of(source), true, null);
        List<RandomOutput> outputs = new ArrayList<>();
        for (RandomScope.Column column : scope.columns()) {
            outputs.add(new RandomOutput(scope.reference(column), column.field().name(), false, column));
        }
        List<RandomScope.Column> columns = scope.key();
        List<Expr> key =
                columns == null ? null : columns.stream().map(scope::reference).toList();
        Ordering.Order order = parts.ordering().order(new Ordering.Keys(outputs, List.of(), key));
        String sql = "SELECT " + draft.pick("*", alias + ".*") + " FROM (" + inner.sql() + ") " + alias + order.sql()
                + parts.ordering().limit(order);
        return new RandomQuery(sql, inner.fields(), inner.keyed(), inner.key(), order.orderKeys(), order.total());
    }

    /** The first rows of each group. */
    private RandomQuery best(Need need) {
        FromClause.From from = parts.from().single(null);
        RandomScope scope = from.scope();
        RandomScope.Column group = draft.pick(Selects.comparable(scope.columns()));
        RandomScope.Column sort = draft.pick(Selects.comparable(scope.columns()));
        List<String> order = new ArrayList<>();
        order.add(scope.reference(sort).sql() + draft.pick("", " DESC"));
        scope.key().forEach(k -> order.add(scope.reference(k).sql()));
        List<RandomOutput> outputs = parts.selects().outputs(Need.derived(), scope);
        String inner = "SELECT " + Selects.list(outputs) + ", ROW_NUMBER() OVER (PARTITION BY "
                + scope.reference(group).sql() + " ORDER BY " + String.join(", ", order) + ") AS rn FROM " + from.sql()
                + parts.selects().where(from);
        String alias = draft.alias("best");
        String names =
                String.join(", ", outputs.stream().map(RandomOutput::name).toList());
        String sql = "SELECT " + names + " FROM (" + inner + ") " + alias + " WHERE rn <= " + draft.pick(1, 2, 3);
        List<String> key = scope.key().stream().map(c -> c.field().name()).toList();
        boolean keyed = outputs.stream().map(RandomOutput::name).toList().containsAll(key);
        boolean ordered = keyed && !need.named() && draft.chance(60);
        return new RandomQuery(
                ordered ? sql + " ORDER BY " + String.join(", ", key) : sql,
                Selects.fields(outputs),
                keyed,
                keyed ? key : List.of(),
                List.of(),
                ordered);
    }

    private RandomQuery recursive() {
        String name = draft.alias("r");
        Source table = new Source(
                name,
                List.of(Field.computed("n", Expr.atom("n", ValueType.INTEGER).bound(10))),
                true,
                List.of("n"),
                null);
        int last = draft.pick(3, 5, 8);
        String numbers = "WITH RECURSIVE " + name + "(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM " + name
                + " WHERE n < " + last + ") ";
        if (draft.chance(40)) {
            return tree();
        }
        parts.from().offer(table);
        RandomQuery main = parts.selects().any(Need.anything(), null);
        parts.from().withdraw(table);
        return main.prefixed(numbers);
    }

    /** Rows that hang on rows of the same table. */
    private RandomQuery tree() {
        TableModel table = parts.from().table();
        Source child = parts.from().source(table, draft.alias(table.name()));
        List<Field> numbers = child.ofType(ValueType.INTEGER);
        if (numbers.isEmpty()) {
            return parts.selects().any(Need.anything(), null);
        }
        Field parent = draft.pick(numbers);
        Field key = child.key().size() == 1
                        && numbers.contains(child.field(child.key().get(0)))
                ? child.field(child.key().get(0))
                : draft.pick(numbers);
        String name = draft.alias("tree");
        RandomScope base = new RandomScope(List.of(parts.from().source(table, table.name())), false, null);
        String sql = "WITH RECURSIVE " + name + "(id, lvl) AS (SELECT " + key.name() + ", 1 FROM " + table.name()
                + " WHERE " + parts.predicates().simple(base).sql() + draft.pick(" UNION ALL ", " UNION ") + "SELECT "
                + child.name() + "." + key.name() + ", " + name + ".lvl + 1 FROM " + table.name() + " " + child.name()
                + " JOIN " + name + " ON " + child.name() + "." + parent.name() + " = " + name + ".id WHERE " + name
                + ".lvl < " + draft.pick(2, 3) + ") SELECT lvl, COUNT(*), COUNT(DISTINCT id), MAX(id) FROM " + name
                + " GROUP BY lvl ORDER BY lvl";
        draft.take(table.name());
        return new RandomQuery(sql, List.of(), false, List.of(), List.of(), true);
    }

    /** Whether there is something, as a statement of its own. */
    private RandomQuery question() {
        RandomScope nothing = new RandomScope(List.of(), true, null);
        FromClause.From from = parts.from().any(null);
        String exists = "EXISTS (SELECT 1 FROM " + from.sql() + parts.selects().where(from) + ")";
        String sql = draft.chance(50)
                ? "SELECT " + exists + " AS found"
                : "SELECT CASE WHEN " + exists + " THEN "
                        + parts.expressions().column(nothing, ValueType.INTEGER).sql() + " ELSE 0 END AS found";
        return new RandomQuery(sql, List.of(), true, List.of(), List.of(), true);
    }
}
