package org.shardingjdbc.merge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.TextComparison;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Random queries over random rows: what the merge makes of the shards' rows equals what the database makes of all rows.
 * The seed is fixed; a failure names the case.
 */
class RandomMergesTest {
    private static final int SHARDS = 4;
    private static final int CASES = 250;
    private static final String[] COLUMNS = {"k", "s", "n", "d", "b"};
    private static final String[] TEXTS = {"", "a", "A", "a ", "b", "ab", "é", "z", "\uD83D\uDE00", "\uFFFD", "a\tb"};

    private final Random random = new Random(20261120);

    @SuppressWarnings("NullAway.Init")
    private SplitTable table;

    @SuppressWarnings("NullAway.Init")
    private ValueOrder textOrder;

    private boolean nullsLow;

    @ParameterizedTest
    @EnumSource
    void mergedRowsAreThoseOfOneDatabase(DatabaseKind kind) throws SQLException {
        try (SplitTable split = SplitTable.create(kind, "merge_random", definition(kind), SHARDS)) {
            table = split;
            nullsLow = kind != DatabaseKind.POSTGRESQL;
            textOrder = switch (kind) {
                case H2 -> ValueOrder.UTF16;
                case POSTGRESQL -> ValueOrder.CODE_POINTS;
                default -> ValueOrder.CODE_POINTS_PADDED;
            };
            fill();
            for (int i = 0; i < CASES; i++) {
                switch (i % 5) {
                    case 0 -> sorted(i);
                    case 1 -> distinct(i);
                    case 2 -> grouped(i, true);
                    case 3 -> grouped(i, false);
                    default -> distinctAggregates(i);
                }
                table.closeResults();
            }
        }
    }

    private static String definition(DatabaseKind kind) {
        String text = kind.speaksMySql() ? "VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "VARCHAR(9)";
        String timestamp = kind.speaksMySql() ? "DATETIME(3)" : "TIMESTAMP(3)";
        return "id INT, k INT, s " + text + ", n NUMERIC(8,2), d " + timestamp + ", b BOOLEAN";
    }

    private void fill() throws SQLException {
        for (int id = 0; id < 120; id++) {
            table.insert(
                    random.nextInt(SHARDS - 1),
                    id,
                    orNull(random.nextInt(5)),
                    orNull(TEXTS[random.nextInt(TEXTS.length)]),
                    orNull(BigDecimal.valueOf(random.nextInt(600) - 300, 2)),
                    orNull(Timestamp.valueOf("2024-03-0" + (1 + random.nextInt(4)) + " 01:02:03." + random.nextInt(3))),
                    orNull(random.nextBoolean()));
        }
    }

    private @Nullable Object orNull(Object value) {
        return random.nextInt(7) == 0 ? null : value;
    }

    // ---- shapes

    private void sorted(int number) throws SQLException {
        List<String> by = someColumns(1 + random.nextInt(3));
        Order order = new Order(by);
        order.add("id", 1);
        boolean limited = random.nextBoolean();
        MergeBounds bounds = bounds(limited);
        MergePlan plan = MergePlans.of(0, order.keys, null, null, List.of(), List.of(), List.of(), limited);
        String sql = "SELECT id, k, s, n, d, b FROM t_ ORDER BY " + order.sql;
        check(number, sql, plan, bounds, 6, true);
        MergePlan united = MergePlan.united().resorted(order.keys).limited(limited);
        check(number, sql, "SELECT id, k, s, n, d, b FROM t_", united, bounds, 6, true);
    }

    private void distinct(int number) throws SQLException {
        List<String> columns = someColumns(1 + random.nextInt(3));
        boolean sorted = random.nextBoolean();
        List<SortKey> distinct = keysOf(columns);
        Order order = new Order(List.of());
        if (sorted) {
            List<String> shuffled = new ArrayList<>(columns);
            Collections.shuffle(shuffled, random);
            for (String column : shuffled) {
                order.add(column, 1 + columns.indexOf(column));
            }
        }
        boolean limited = sorted && random.nextBoolean();
        MergePlan plan = MergePlans.of(0, order.keys, null, null, List.of(), distinct, List.of(), limited);
        String sql =
                "SELECT DISTINCT " + String.join(", ", columns) + " FROM t_" + (sorted ? " ORDER BY " + order.sql : "");
        MergeBounds bounds = bounds(limited);
        check(number, sql, plan, bounds, columns.size(), sorted);
        // with the duplicates of each shard, which are sorted first or remembered
        MergePlan united = random.nextBoolean()
                ? MergePlan.united().resorted(order.keys).distinct(distinct)
                : MergePlan.united().distinct(distinct).resorted(order.keys);
        String all = "SELECT " + String.join(", ", columns) + " FROM t_";
        check(number, sql, all, united.limited(limited), bounds, columns.size(), sorted);
    }

    private void grouped(int number, boolean streaming) throws SQLException {
        List<String> columns = someColumns(random.nextInt(3));
        int keys = columns.size();
        Order order = new Order(List.of());
        for (int i = 0; i < keys; i++) {
            order.add(columns.get(i), i + 1);
        }
        List<Aggregate> aggregates = List.of(
                new Aggregate(AggregateKind.COUNT, keys + 1, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.SUM, keys + 2, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.AVG, keys + 3, keys + 6, keys + 7, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MIN, keys + 4, 0, 0, textOrder),
                new Aggregate(AggregateKind.MAX, keys + 5, 0, 0, ValueOrder.TEMPORAL),
                new Aggregate(AggregateKind.SUM, keys + 6, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.COUNT, keys + 7, 0, 0, ValueOrder.BY_TYPE));
        String items =
                prefix(columns) + "COUNT(*) c, SUM(k) sk, AVG(n) an, MIN(s) ms, MAX(d) md, SUM(n) sn, COUNT(n) cn";
        boolean havingAsked = random.nextBoolean();
        Formula having = havingAsked
                ? new Formula.Or(List.of(
                        new Formula.Compare(
                                ">", new Formula.Column(keys + 1), new Formula.Constant(3L), ValueOrder.BY_TYPE),
                        new Formula.Compare(
                                "<",
                                new Formula.Column(keys + 6),
                                new Formula.StatementParameter(0),
                                ValueOrder.NUMBER)))
                : null;
        boolean limited = keys > 0 && random.nextBoolean();
        boolean resort = !streaming || random.nextBoolean();
        Order outer = resort ? byAggregate(columns) : order;
        MergePlan plan = MergePlans.of(
                0,
                order.keys,
                new Grouping(order.keys, aggregates, streaming),
                having,
                List.of(),
                List.of(),
                resort ? outer.keys : List.of(),
                limited);
        String group = keys == 0 ? "" : " GROUP BY " + String.join(", ", columns);
        String shardOrder = keys == 0 || !streaming ? "" : " ORDER BY " + order.sql;
        String wholeOrder = keys == 0 ? "" : " ORDER BY " + outer.sql;
        String whole = "SELECT " + items + " FROM t_" + group
                + (havingAsked ? " HAVING COUNT(*) > 3 OR SUM(n) < -1.5" : "") + wholeOrder;
        String shard = "SELECT " + items + " FROM t_" + group + shardOrder;
        check(number, whole, shard, plan, bounds(limited), keys + 7, keys > 0);
    }

    private Order byAggregate(List<String> columns) {
        Order order = new Order(List.of());
        order.add("c", columns.size() + 1);
        for (int i = 0; i < columns.size(); i++) {
            order.add(columns.get(i), i + 1);
        }
        return order;
    }

    private void distinctAggregates(int number) throws SQLException {
        List<String> columns = someColumns(random.nextInt(3));
        int keys = columns.size();
        Order order = new Order(List.of());
        for (int i = 0; i < keys; i++) {
            order.add(columns.get(i), i + 1);
        }
        List<Aggregate> aggregates = List.of(
                new Aggregate(AggregateKind.COUNT, keys + 1, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.COUNT_DISTINCT, keys + 2, keys + 5, 0, ValueOrder.NUMBER),
                new Aggregate(AggregateKind.SUM_DISTINCT, keys + 3, keys + 5, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.AVG_DISTINCT, keys + 4, keys + 5, 0, ValueOrder.EQUALITY_ONLY));
        List<Aggregate> one = List.of(aggregates.get(0), aggregates.get(random.nextInt(3) + 1));
        boolean streaming = random.nextBoolean();
        boolean valueSorted = streaming && random.nextBoolean();
        Order shardOrder = new Order(List.of());
        shardOrder.keys.addAll(order.keys);
        shardOrder.sql = order.sql;
        if (valueSorted) {
            shardOrder.add("n", keys + 5);
        }
        int shown = one.get(1).column();
        String items = prefix(columns) + "COUNT(*) c, COUNT(DISTINCT n) cn, SUM(DISTINCT n) sn, AVG(DISTINCT n) an";
        String whole = "SELECT " + items + " FROM t_" + (keys == 0 ? "" : " GROUP BY " + String.join(", ", columns))
                + (keys == 0 ? "" : " ORDER BY " + order.sql);
        String shard = "SELECT " + items + ", n FROM t_ GROUP BY " + prefix(columns) + "n"
                + (streaming && !shardOrder.sql.isEmpty() ? " ORDER BY " + shardOrder.sql : "");
        MergePlan plan = MergePlans.of(
                1,
                shardOrder.keys,
                new Grouping(order.keys, one, streaming),
                null,
                List.of(),
                List.of(),
                streaming ? List.of() : order.keys,
                false);
        checkColumns(number, whole, shard, plan, MergeBounds.NONE, shown, keys);
    }

    // ---- parts of a query

    private List<String> someColumns(int count) {
        List<String> all = new ArrayList<>(Arrays.asList(COLUMNS));
        Collections.shuffle(all, random);
        return all.subList(0, count);
    }

    private List<SortKey> keysOf(List<String> columns) {
        List<SortKey> keys = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            keys.add(new SortKey(i + 1, false, nullsLow, orderOf(columns.get(i))));
        }
        return keys;
    }

    private ValueOrder orderOf(String column) {
        return column.equals("s") ? textOrder : ValueOrder.BY_TYPE;
    }

    private static String prefix(List<String> columns) {
        return columns.isEmpty() ? "" : String.join(", ", columns) + ", ";
    }

    private MergeBounds bounds(boolean limited) {
        long maxRows = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 0;
        return limited
                ? new MergeBounds(random.nextInt(5), random.nextInt(3) == 0 ? -1 : random.nextInt(30), maxRows, 0)
                : MergeBounds.NONE;
    }

    /** An ORDER BY as text and as keys; random directions. */
    private final class Order {
        private final List<SortKey> keys = new ArrayList<>();
        private String sql = "";

        Order(List<String> columns) {
            for (String column : columns) {
                add(column, 2 + Arrays.asList(COLUMNS).indexOf(column));
            }
        }

        void add(String column, int place) {
            boolean descending = random.nextBoolean();
            sql += (sql.isEmpty() ? "" : ", ") + column + (descending ? " DESC" : "");
            keys.add(new SortKey(place, descending, nullsLow != descending, orderOf(column)));
        }
    }

    // ---- comparison

    private void check(int number, String sql, MergePlan plan, MergeBounds bounds, int columns, boolean ordered)
            throws SQLException {
        check(number, sql, sql, plan, bounds, columns, ordered);
    }

    private void check(
            int number,
            String wholeSql,
            String shardSql,
            MergePlan plan,
            MergeBounds bounds,
            int columns,
            boolean ordered)
            throws SQLException {
        List<List<Object>> expected = cut(rows(table.whole(wholeSql.replace("t_", "t")), columns), plan, bounds);
        List<List<Object>> actual = MergedValues.all(merge(shardSql, plan, bounds), columns);
        String what = "case " + number + ": " + wholeSql + " by " + shardSql + " with " + plan + " " + bounds;
        if (ordered) {
            assertThat(normal(actual)).as(what).isEqualTo(normal(expected));
        } else {
            assertThat(normal(actual)).as(what).containsExactlyInAnyOrderElementsOf(normal(expected));
        }
    }

    private void checkColumns(
            int number, String wholeSql, String shardSql, MergePlan plan, MergeBounds bounds, int shown, int keys)
            throws SQLException {
        List<List<Object>> expected = new ArrayList<>();
        for (List<Object> row : rows(table.whole(wholeSql.replace("t_", "t")), keys + 4)) {
            expected.add(pick(row, keys, shown));
        }
        List<List<Object>> actual = new ArrayList<>();
        for (List<Object> row : MergedValues.all(merge(shardSql, plan, bounds), keys + 4)) {
            actual.add(pick(row, keys, shown));
        }
        assertThat(normal(actual))
                .as("case " + number + ": " + shardSql + " with " + plan)
                .isEqualTo(normal(expected));
    }

    private static List<Object> pick(List<Object> row, int keys, int shown) {
        List<Object> picked = new ArrayList<>(row.subList(0, keys + 1));
        picked.add(row.get(shown - 1));
        return picked;
    }

    private MergedRows merge(String shardSql, MergePlan plan, MergeBounds bounds) throws SQLException {
        Object[] parameters = {new BigDecimal("-1.5")};
        return Merger.merge(plan, table.shards(shardSql), bounds, parameters, table.dialect());
    }

    private static List<List<Object>> rows(ResultSet result, int columns) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        while (result.next()) {
            Object[] row = new Object[columns];
            for (int i = 0; i < columns; i++) {
                row[i] = result.getObject(i + 1);
            }
            rows.add(Arrays.asList(row));
        }
        return rows;
    }

    private static List<List<Object>> cut(List<List<Object>> rows, MergePlan plan, MergeBounds bounds) {
        int from = (plan.find(MergeOperator.Limit.class) != null) ? (int) Math.min(bounds.offset(), rows.size()) : 0;
        int to = (plan.find(MergeOperator.Limit.class) != null) && bounds.count() >= 0
                ? (int) Math.min(from + bounds.count(), rows.size())
                : rows.size();
        if (bounds.maxRows() > 0) {
            to = (int) Math.min(to, from + bounds.maxRows());
        }
        return rows.subList(from, to);
    }

    /** Where a database calls texts equal that differ in trailing blanks, it may show either. */
    private List<List<Object>> normal(List<List<Object>> rows) {
        List<List<Object>> result = new ArrayList<>();
        for (List<Object> row : rows) {
            List<Object> copy = new ArrayList<>();
            for (Object value : row) {
                boolean padded = textOrder == ValueOrder.CODE_POINTS_PADDED && value instanceof String;
                copy.add(padded ? TextComparison.withoutTrailingBlanks((String) value) : value);
            }
            result.add(copy);
        }
        return result;
    }
}
