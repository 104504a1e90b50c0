package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomOutput;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** SELECT ... GROUP BY. One for each statement. */
final class RandomGroups {
    /** The name of a window over the groups. */
    private static final String WINDOW = "share";

    private final RandomDraft draft;
    private final Parts parts;

    RandomGroups(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /** What is grouped by: an expression that is written in several places, so without parameters. */
    private record Item(Expr expr, RandomScope.Column column) {}

    RandomQuery query(Need need, RandomScope outer) {
        FromClause.From from = parts.from().any(outer);
        if (!draft.h2() && !need.named() && draft.chance(10)) {
            RandomQuery rollup = rollup(need, from);
            if (rollup != null) {
                return rollup;
            }
        }
        List<Item> items = draft.literally(() -> draft.chance(20) ? wholeRows(from.scope()) : items(from.scope()));
        List<RandomOutput> outputs = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (Item item : items) {
            boolean show = item.expr().canonical() && !draft.chance(8);
            RandomOutput output = show ? named(item, outputs, need) : null;
            if (show) {
                outputs.add(output);
                shown.add(output.name());
            }
        }
        List<String> grouped = texts(items, outputs);
        aggregates(from.scope().alone(), outputs, need);
        String sql = "SELECT " + Selects.list(outputs) + " FROM " + from.sql()
                + parts.selects().where(from) + " GROUP BY " + String.join(", ", grouped);
        if (draft.chance(25)) {
            sql += " HAVING " + having(from.scope(), items);
        }
        return ordered(sql, outputs, items, new GroupKeys(shown.size() == items.size(), shown), need);
    }

    private record GroupKeys(boolean known, List<String> names) {}

    private RandomQuery ordered(String sql, List<RandomOutput> outputs, List<Item> items, GroupKeys keyed, Need need) {
        Ordering.Order order = Ordering.Order.NONE;
        String limit = "";
        // MariaDB forgets the ORDER BY of groups with a window: of AVG(DISTINCT a) its rows come as sorted by a
        boolean forgotten = draft.mariaDb()
                && outputs.stream().anyMatch(output -> output.name().equals(WINDOW));
        if (!forgotten && (!need.named() || need.limitable() && draft.chance(30))) {
            List<Expr> hidden = new ArrayList<>(List.of(Expr.atom("COUNT(*)", ValueType.INTEGER)));
            List<Expr> key = new ArrayList<>();
            for (Item item : items) {
                key.add(place(item, outputs));
                if (item.column() != null) {
                    hidden.add(item.expr());
                }
            }
            order = parts.ordering().order(new Ordering.Keys(outputs, hidden, key));
            limit = need.limitable() ? parts.ordering().limit(order) : "";
        }
        return new RandomQuery(
                sql + order.sql() + limit,
                Selects.fields(outputs),
                keyed.known(),
                keyed.names(),
                order.orderKeys(),
                order.total());
    }

    /** The item as ORDER BY may name it. */
    private static Expr place(Item item, List<RandomOutput> outputs) {
        for (int i = 0; i < outputs.size(); i++) {
            if (item.column() == null
                    && outputs.get(i).expr().sql().equals(item.expr().sql())) {
                return Expr.atom(Integer.toString(i + 1), item.expr().type());
            }
        }
        return item.expr();
    }

    private RandomOutput named(Item item, List<RandomOutput> before, Need need) {
        if (item.column() != null) {
            Set<String> names = Selects.names(before);
            String name = item.column().field().name();
            boolean plain = names.add(name);
            String shown = plain ? name : Selects.free("g", before.size(), names);
            return new RandomOutput(item.expr(), shown, !plain, item.column());
        }
        String name = Selects.free("g", before.size(), Selects.names(before));
        return new RandomOutput(item.expr(), name, need.named() || draft.weighted(8, 2) == 0, null);
    }

    /** GROUP BY by text, by place or by alias. */
    private List<String> texts(List<Item> items, List<RandomOutput> outputs) {
        List<String> texts = new ArrayList<>();
        for (Item item : items) {
            String text = item.expr().sql();
            for (int i = 0; i < outputs.size(); i++) {
                RandomOutput output = outputs.get(i);
                boolean same = output.expr().sql().equals(item.expr().sql());
                if (same && !draft.h2() && draft.chance(12)) {
                    text = Integer.toString(i + 1);
                } else if (same && output.alias() && draft.chance(35)) {
                    text = output.name();
                }
            }
            texts.add(text);
        }
        return texts;
    }

    private void aggregates(RandomScope scope, List<RandomOutput> outputs, Need need) {
        int first = outputs.size();
        do {
            Expr aggregate = parts.aggregates().any(scope);
            boolean alias = need.named() || draft.weighted(8, 2) == 0;
            String name = Selects.free(draft.pick("a", "cnt", "total"), outputs.size(), Selects.names(outputs));
            outputs.add(new RandomOutput(aggregate, name, alias || draft.labelsByItsText(aggregate), null));
        } while (outputs.size() < first + 4 && draft.chance(40));
        // H2 pushes conditions into a subquery with such a window and then refuses what it has made
        if (!draft.chance(7) || draft.h2() && need.named()) {
            return;
        }
        String share = draft.pick("SUM(COUNT(*)) OVER ()", "COUNT(*) * 100 / SUM(COUNT(*)) OVER ()");
        String rank = draft.pick("RANK() OVER (ORDER BY COUNT(*) DESC)", "DENSE_RANK() OVER (ORDER BY COUNT(*))");
        // MariaDB leaves the groups in the order of such a window, whatever the ORDER BY of the query
        String window = draft.mariaDb() || draft.chance(50) ? share : rank;
        outputs.add(new RandomOutput(Expr.atom(window, ValueType.DECIMAL).canonical(false), WINDOW, true, null));
    }

    private String having(RandomScope scope, List<Item> items) {
        Item item = draft.pick(items);
        if (item.column() != null && !item.column().field().samples().isEmpty() && draft.chance(25)) {
            String sample = parts.literals().like(item.column().field());
            return item.expr().sql() + draft.pick(" = ", " <> ", " > ") + sample;
        }
        return parts.aggregates().condition(scope.alone()).sql();
    }

    private List<Item> items(RandomScope scope) {
        List<RandomScope.Column> columns = Selects.comparable(scope.columns()).stream()
                .filter(c -> c.field().type() != ValueType.DOUBLE)
                .toList();
        List<Item> items = new ArrayList<>();
        do {
            Item item = columns.isEmpty() || draft.chance(25)
                    ? new Item(expression(scope), null)
                    : column(scope, draft.pick(columns));
            boolean fresh = items.stream()
                    .noneMatch(i -> i.expr().sql().equals(item.expr().sql()));
            if (fresh) {
                items.add(item);
            }
        } while (items.size() < 3 && draft.chance(35));
        return items;
    }

    private static Item column(RandomScope scope, RandomScope.Column column) {
        return new Item(scope.reference(column), column);
    }

    /** The key of a source and more of its columns, which then are certain. */
    private List<Item> wholeRows(RandomScope scope) {
        Source source = draft.pick(scope.sources());
        if (!source.keyed() || source.key().isEmpty()) {
            return items(scope);
        }
        List<Item> items = new ArrayList<>();
        for (String name : source.key()) {
            items.add(certain(scope, new RandomScope.Column(source, source.field(name))));
        }
        while (items.size() < 5 && draft.chance(50)) {
            RandomScope.Column column = new RandomScope.Column(source, draft.pick(source.fields()));
            if (column.field().type().comparable()
                    && items.stream().noneMatch(i -> i.column().equals(column))) {
                items.add(certain(scope, column));
            }
        }
        return items;
    }

    private static Item certain(RandomScope scope, RandomScope.Column column) {
        return new Item(scope.reference(column).canonical(true), column);
    }

    private Expr expression(RandomScope scope) {
        List<RandomScope.Column> comparable = Selects.comparable(scope.columns());
        RandomScope.Column column = draft.pick(comparable.isEmpty() ? scope.columns() : comparable);
        String sql = scope.reference(column).sql();
        return switch (column.field().type()) {
            case INTEGER ->
                draft.pick(
                        Expr.atom("MOD(" + sql + ", 3)", ValueType.INTEGER).bound(3),
                        Expr.atom("CASE WHEN " + sql + " > 5 THEN 'high' ELSE 'low' END", ValueType.TEXT),
                        Expr.atom("COALESCE(" + sql + ", 0)", ValueType.INTEGER));
            case DECIMAL -> Expr.atom("ROUND(" + sql + ", 0)", ValueType.DECIMAL);
            case TEXT ->
                draft.pick(
                        Expr.atom("LOWER(" + sql + ")", ValueType.TEXT)
                                .canonical(column.field().canonical()),
                        Expr.atom("CHAR_LENGTH(" + sql + ")", ValueType.INTEGER).bound(1000));
            case DATE -> year(sql);
            case TIMESTAMP -> draft.pick(Expr.atom("CAST(" + sql + " AS DATE)", ValueType.DATE), year(sql));
            default -> Expr.atom("CASE WHEN " + sql + " IS NULL THEN 'none' ELSE 'some' END", ValueType.TEXT);
        };
    }

    private Expr year(String sql) {
        String part = "EXTRACT(" + draft.pick("YEAR", "MONTH") + " FROM " + sql + ")";
        return Expr.atom(draft.postgreSql() ? "CAST(" + part + " AS INTEGER)" : part, ValueType.INTEGER)
                .bound(1e5);
    }

    /** Groups and groups of groups, or null where no columns are fit for it. */
    private RandomQuery rollup(Need need, FromClause.From from) {
        RandomScope scope = from.scope();
        List<RandomScope.Column> able = scope.columns().stream()
                .filter(c -> c.field().type() == ValueType.INTEGER
                        || c.field().type() == ValueType.DATE
                        || c.field().canonical() && c.field().type() == ValueType.TEXT)
                .toList();
        if (able.isEmpty()) {
            return null;
        }
        RandomScope.Column one = draft.pick(able);
        RandomScope.Column two = draft.pick(able);
        String first = scope.reference(one).sql();
        String second = scope.reference(two).sql();
        boolean both = !first.equals(second);
        List<RandomOutput> outputs =
                new ArrayList<>(List.of(named(new Item(scope.reference(one), one), List.of(), need)));
        if (both) {
            outputs.add(named(new Item(scope.reference(two), two), outputs, need));
        }
        String columns = both ? first + ", " + second : first;
        if (draft.postgreSql()) {
            outputs.add(
                    new RandomOutput(Expr.atom("GROUPING(" + columns + ")", ValueType.INTEGER), "level", true, null));
        }
        aggregates(scope.alone(), outputs, need);
        String sql = "SELECT " + Selects.list(outputs) + " FROM " + from.sql()
                + parts.selects().where(from) + " GROUP BY ";
        // MariaDB adds up the different values of the groups where it should count those of all
        if (draft.mariaDb() && sql.contains("(DISTINCT ")) {
            return null;
        }
        if (draft.mariaDb()) {
            return plain(sql + columns + " WITH ROLLUP", outputs);
        }
        String sets =
                both ? "GROUPING SETS ((" + first + "), (" + second + "), ())" : "GROUPING SETS ((" + first + "), ())";
        sql += draft.pick("ROLLUP (" + columns + ")", "CUBE (" + columns + ")", sets);
        if (draft.chance(50)) {
            return plain(sql, outputs);
        }
        String order = both ? " ORDER BY 3, 1, 2" : " ORDER BY level, 1";
        return new RandomQuery(sql + order, Selects.fields(outputs), false, List.of(), List.of(), true);
    }

    private static RandomQuery plain(String sql, List<RandomOutput> outputs) {
        return new RandomQuery(sql, Selects.fields(outputs), false, List.of(), List.of(), false);
    }
}
