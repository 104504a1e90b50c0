package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Canonical;
import org.shardingjdbc.testkit.oracle.internal.draft.Expr;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Pairings;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomLiterals;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** What stands behind FROM. One for each statement. */
final class FromClause {
    private final RandomDraft draft;
    private final Parts parts;
    private final Pairings pairings;
    private final List<Source> common = new ArrayList<>();

    FromClause(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
        this.pairings = new Pairings(draft);
    }

    /**
     * A FROM clause.
     *
     * @param sql without the word FROM
     * @param scope its columns
     * @param where what WHERE must say to join the sources, or null
     * @param merged whether columns were made one by USING or NATURAL
     */
    record From(String sql, RandomScope scope, Expr where, boolean merged) {}

    /** One table, which it may name without an alias. */
    From single(RandomScope outer) {
        TableModel table = table();
        boolean plain = draft.weighted(6, 4) == 0 && !table.isElsewhere() && draft.take(table.name());
        Source source = source(table, plain ? table.name() : draft.alias(table.name()));
        String named = named(table);
        String sql = plain ? named : named + draft.pick(" ", " AS ") + source.name();
        return new From(sql, new RandomScope(List.of(source), !plain || draft.chance(20), outer), null, false);
    }

    /** One to four sources. */
    From any(RandomScope outer) {
        if (draft.weighted(62, 38) == 0) {
            return common.isEmpty() || draft.chance(20) ? single(outer) : alone(outer);
        }
        return joined(outer);
    }

    /** Makes a common table expression one of the sources to choose from. */
    void offer(Source table) {
        common.add(table);
    }

    void withdraw(Source table) {
        common.remove(table);
    }

    private From alone(RandomScope outer) {
        Item item = item(outer, List.of());
        return new From(item.sql(), new RandomScope(List.of(item.source()), true, outer), null, false);
    }

    /** Two to four sources. */
    From joined(RandomScope outer) {
        if (draft.chance(12)) {
            return listed(outer);
        }
        List<Source> sources = new ArrayList<>();
        Item first = item(outer, sources);
        sources.add(first.source());
        StringBuilder sql = new StringBuilder(first.sql());
        boolean merged = false;
        boolean wide = false;
        do {
            Item item = item(outer, sources);
            Source left = draft.pick(sources);
            List<Pairings.Pair> pairs = pairings.equalities(left, item.source(), sources.size() > 1 || wide);
            List<Pairings.Pair> named = pairings.named(left, item.source());
            if (pairs.isEmpty() || !wide && sources.size() == 1 && draft.chance(9)) {
                wide = true;
                loose(sql, item, left);
            } else if (!named.isEmpty() && sources.size() == 1 && draft.chance(12)) {
                merged = true;
                using(sql, item, named, sources);
            } else {
                equal(sql, item, left, pairs);
            }
            sources.add(item.source());
        } while (sources.size() < 4 && draft.chance(wide ? 10 : 27));
        if (draft.postgreSql() && !merged && sources.stream().noneMatch(FromClause::isCounted) && draft.chance(5)) {
            return named(sql, sources, outer);
        }
        return new From(sql.toString(), new RandomScope(sources, true, outer), null, merged);
    }

    /** A join under a name of its own, with names of its own for its columns. */
    private From named(StringBuilder sql, List<Source> sources, RandomScope outer) {
        String alias = draft.alias("j");
        List<Field> fields = new ArrayList<>();
        List<String> key = new ArrayList<>();
        boolean keyed = true;
        for (Source source : sources) {
            keyed &= source.keyed();
            for (Field field : source.fields()) {
                String name = "j" + (fields.size() + 1);
                fields.add(field.named(name));
                if (source.key().contains(field.name())) {
                    key.add(name);
                }
            }
        }
        sql.insert(0, '(').append(")").append(draft.pick(" ", " AS ")).append(alias);
        String separator = "(";
        for (Field field : fields) {
            sql.append(separator).append(field.name());
            separator = ", ";
        }
        Source all = new Source(alias, fields, keyed, keyed ? key : List.of(), null);
        return new From(sql.append(')').toString(), new RandomScope(List.of(all), true, outer), null, false);
    }

    /** Sources with commas between, joined by WHERE. */
    private From listed(RandomScope outer) {
        List<Source> sources = new ArrayList<>();
        List<String> items = new ArrayList<>();
        List<String> conditions = new ArrayList<>();
        do {
            Item item = item(outer, sources);
            if (!sources.isEmpty()) {
                Source left = draft.pick(sources);
                List<Pairings.Pair> pairs = pairings.equalities(left, item.source(), sources.size() > 1);
                if (!pairs.isEmpty()) {
                    conditions.add(Pairings.text(left, item.source(), pairs));
                }
            }
            sources.add(item.source());
            items.add(item.sql());
        } while (sources.size() < 2 || sources.size() < 3 && conditions.size() == 1 && draft.chance(30));
        Expr where = conditions.isEmpty() ? null : Expr.bool(String.join(" AND ", conditions), Expr.AND);
        return new From(String.join(", ", items), new RandomScope(sources, true, outer), where, false);
    }

    TableModel table() {
        return draft.pick(draft.schema().tables());
    }

    /** The table's name, with the names of its place now and then. */
    private String named(TableModel table) {
        List<String> qualifiers = draft.schema().qualifiers();
        return !qualifiers.isEmpty() && !table.isElsewhere() && draft.chance(3)
                ? draft.pick(qualifiers) + "." + table.name()
                : table.name();
    }

    /** The table under a name. */
    Source source(TableModel table, String name) {
        List<Field> fields = new ArrayList<>();
        for (ColumnModel column : table.columns()) {
            fields.add(field(column));
        }
        return new Source(name, fields, true, table.primaryKey(), table);
    }

    Field field(ColumnModel column) {
        return new Field(
                column.name(),
                ValueType.of(column.kind()),
                Canonical.column(column, draft.schema().kind()),
                RandomLiterals.bound(column),
                column.samples(),
                column);
    }

    private record Item(String sql, Source source) {}

    private Item item(RandomScope outer, List<Source> before) {
        if (!common.isEmpty() && draft.chance(60)) {
            Source table = draft.pick(common);
            String alias = draft.alias(table.name());
            return new Item(
                    table.name() + " " + alias, new Source(alias, table.fields(), table.keyed(), table.key(), null));
        }
        if (draft.roomForQuery() && draft.chance(12)) {
            return derived(outer, before);
        }
        TableModel table = before.isEmpty() || draft.weighted(6, 4) == 1 ? table() : companion(before.get(0));
        String alias = draft.alias(table.name());
        return new Item(named(table) + draft.pick(" ", " AS ") + alias, source(table, alias));
    }

    /** A table that a sharded one is often joined with: one of its binding tables, itself, or any. */
    private TableModel companion(Source first) {
        List<TableModel> binding = new ArrayList<>();
        for (TableModel table : draft.schema().tables()) {
            boolean bound = first.table() != null
                    && first.table().bindingGroup() >= 0
                    && table.bindingGroup() == first.table().bindingGroup();
            if (bound) {
                binding.add(table);
            }
        }
        return binding.isEmpty() ? table() : draft.pick(binding);
    }

    private Item derived(RandomScope outer, List<Source> before) {
        boolean lateral = draft.postgreSql() && !before.isEmpty() && draft.chance(50);
        RandomScope visible = lateral ? new RandomScope(before, true, null) : null;
        RandomQuery query = draft.nested(() -> lateral ? parts.correlated(visible) : parts.derived());
        String alias = draft.alias("d");
        return new Item((lateral ? "LATERAL (" : "(") + query.sql() + ") " + alias, query.as(alias));
    }

    private void equal(StringBuilder sql, Item item, Source left, List<Pairings.Pair> pairs) {
        String on = Pairings.text(left, item.source(), pairs);
        boolean more = draft.chance(12);
        if (more) {
            RandomScope both = new RandomScope(List.of(left, item.source()), true, null);
            on += " AND " + parts.predicates().simple(both).at(Expr.AND);
        }
        boolean lateral = item.sql().startsWith("LATERAL");
        boolean full = draft.postgreSql() && !lateral && !more;
        sql.append(kind(lateral, full)).append(item.sql()).append(" ON ").append(on);
    }

    private String kind(boolean lateral, boolean fullToo) {
        String full = fullToo ? " FULL JOIN " : " LEFT OUTER JOIN ";
        String right = lateral ? " LEFT JOIN " : " RIGHT JOIN ";
        return switch (draft.weighted(45, 30, 8, 4, 8)) {
            case 1 -> " LEFT JOIN ";
            case 2 -> right;
            case 3 -> full;
            case 4 -> " INNER JOIN ";
            default -> " JOIN ";
        };
    }

    /** Without an equality. */
    private void loose(StringBuilder sql, Item item, Source left) {
        List<Field> ours = left.ofType(ValueType.INTEGER);
        List<Field> others = item.source().ofType(ValueType.INTEGER);
        int style = draft.next(3);
        if (style == 2 && !ours.isEmpty() && !others.isEmpty()) {
            String comparison = left.name() + "." + draft.pick(ours).name() + draft.pick(" < ", " >= ", " <> ")
                    + item.source().name() + "." + draft.pick(others).name();
            sql.append(draft.pick(" JOIN ", " LEFT JOIN "))
                    .append(item.sql())
                    .append(" ON ")
                    .append(comparison);
        } else {
            sql.append(" CROSS JOIN ").append(item.sql());
        }
    }

    private void using(StringBuilder sql, Item item, List<Pairings.Pair> named, List<Source> sources) {
        Source left = sources.get(0);
        boolean natural = draft.chance(15) && sameNamesAreAlike(left, item.source(), named.size());
        String kind = draft.pick("JOIN ", "LEFT JOIN ", "INNER JOIN ");
        if (natural) {
            kind = draft.h2() ? "JOIN " : kind;
            sql.append(" NATURAL ").append(kind).append(item.sql());
            return;
        }
        String column = draft.pick(named).left().name();
        String second = draft.pick(named).left().name();
        String columns = column.equals(second) || draft.chance(60) ? column : column + ", " + second;
        sql.append(' ')
                .append(kind)
                .append(item.sql())
                .append(" USING (")
                .append(columns)
                .append(')');
        if (draft.postgreSql() && draft.chance(35)) {
            String alias = draft.alias("u");
            List<Field> fields = new ArrayList<>();
            for (String name : columns.split(", ")) {
                fields.add(left.field(name));
            }
            sql.append(" AS ").append(alias);
            sources.add(new Source(alias, fields, true, List.of(), null));
        }
    }

    private static boolean isCounted(Source source) {
        return source.table() != null && source.table().generated() != null;
    }

    private static boolean sameNamesAreAlike(Source left, Source right, int alike) {
        return !isCounted(left)
                && !isCounted(right)
                && left.fields().stream().filter(f -> right.has(f.name())).count() == alike;
    }
}
