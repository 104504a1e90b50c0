package org.shardingjdbc.merge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.testkit.DatabaseKind;

/** Merged aggregates have the value, the class and the scale that the database gives for all rows together. */
class AggregatesOnDatabasesTest {
    private static final int SHARDS = 3;

    @ParameterizedTest
    @EnumSource
    void averagesAndSumsAgreeWithTheDatabase(DatabaseKind kind) throws SQLException {
        List<String> columns = columns(kind);
        String definition = "g INT" + definition(columns);
        try (SplitTable table = SplitTable.create(kind, "merge_aggregates", definition, SHARDS)) {
            fill(table, columns);
            for (int i = 0; i < columns.size(); i++) {
                compare(table, "c" + i, columns.get(i));
            }
        }
    }

    private static List<String> columns(DatabaseKind kind) {
        List<String> exact = new ArrayList<>(List.of(
                "SMALLINT", "INT", "BIGINT", "NUMERIC(10,2)", "NUMERIC(5,5)", "NUMERIC(30,0)", "NUMERIC(30,12)"));
        switch (kind) {
            case H2 -> exact.addAll(List.of("DECFLOAT(20)", "DOUBLE PRECISION", "REAL", "TINYINT"));
            case POSTGRESQL -> exact.addAll(List.of("NUMERIC", "DOUBLE PRECISION", "REAL"));
            default -> exact.addAll(List.of("DOUBLE", "FLOAT", "BIGINT UNSIGNED", "TINYINT", "TINYINT(1)"));
        }
        return exact;
    }

    private static String definition(List<String> columns) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            text.append(", c").append(i).append(' ').append(columns.get(i));
        }
        return text.toString();
    }

    private static void fill(SplitTable table, List<String> columns) throws SQLException {
        Random random = new Random(42);
        table.execute(table.dialect().family().equals("MYSQL") ? "START TRANSACTION" : "COMMIT");
        for (int row = 0; row < 300; row++) {
            Object[] values = new Object[columns.size() + 1];
            int group = random.nextInt(60);
            values[0] = group;
            for (int i = 0; i < columns.size(); i++) {
                values[i + 1] = random.nextInt(12) == 0 ? null : value(columns.get(i), group, random);
            }
            table.insert(random.nextInt(SHARDS), values);
        }
    }

    private static Object value(String type, int group, Random random) {
        int digits = group % 10;
        return switch (type) {
            case "TINYINT", "TINYINT(1)" -> random.nextInt(200) - 100;
            case "SMALLINT" -> random.nextInt(60000) - 30000;
            case "INT" -> digits < 5 ? random.nextInt(100) : random.nextInt();
            case "BIGINT" -> digits < 5 ? random.nextInt(100000) : random.nextLong();
            case "BIGINT UNSIGNED" -> Math.abs(random.nextLong() / 2);
            case "NUMERIC(10,2)" -> BigDecimal.valueOf(random.nextInt(1_000_000_000) - 500_000_000, 2);
            case "NUMERIC(5,5)" -> BigDecimal.valueOf(random.nextInt(digits < 3 ? 10 : 100_000), 5);
            case "NUMERIC(30,0)" -> BigDecimal.valueOf(random.nextLong()).multiply(BigDecimal.TEN.pow(digits));
            case "NUMERIC(30,12)", "NUMERIC" ->
                BigDecimal.valueOf(random.nextLong(), 12)
                        .movePointRight(digits % 4)
                        .setScale(12, java.math.RoundingMode.DOWN);
            case "DECFLOAT(20)" -> BigDecimal.valueOf(random.nextInt(1000), digits - 3);
            default -> random.nextInt(4000) / 8.0;
        };
    }

    private static void compare(SplitTable table, String column, String type) throws SQLException {
        String items = "g, AVG(" + column + ") a, SUM(" + column + ") s, MIN(" + column + ") mi, MAX(" + column
                + ") ma, COUNT(" + column + ") c";
        String derived = ", SUM(" + column + ") ds, COUNT(" + column + ") dc";
        List<SortKey> keys = List.of(new SortKey(1, false, true, ValueOrder.BY_TYPE));
        List<Aggregate> aggregates = List.of(
                new Aggregate(AggregateKind.AVG, 2, 7, 8, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.SUM, 3, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MIN, 4, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MAX, 5, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.COUNT, 6, 0, 0, ValueOrder.BY_TYPE));
        for (boolean streaming : new boolean[] {true, false}) {
            MergePlan plan = MergePlans.of(
                    2,
                    keys,
                    new Grouping(keys, aggregates, streaming),
                    null,
                    List.of(),
                    List.of(),
                    streaming ? List.of() : keys,
                    false);
            try {
                ResultSet whole = table.whole("SELECT " + items + " FROM t GROUP BY g ORDER BY g");
                List<ResultSet> shards = table.shards("SELECT " + items + derived + " FROM t_ GROUP BY g ORDER BY g");
                MergedRows merged = Merger.merge(plan, shards, MergeBounds.NONE, new Object[0], table.dialect());
                compareRows(whole, merged, type + (streaming ? " streaming" : " held"));
            } finally {
                table.closeResults();
            }
        }
    }

    private static void compareRows(ResultSet whole, MergedRows merged, String what) throws SQLException {
        while (whole.next()) {
            assertThat(merged.next()).as(what).isTrue();
            for (int column = 1; column <= 6; column++) {
                Object expected = whole.getObject(column);
                Object actual = MergedValues.object(merged, column);
                assertThat(actual)
                        .as(
                                "%s, group %s, %s",
                                what, whole.getObject(1), whole.getMetaData().getColumnLabel(column))
                        .isEqualTo(expected);
            }
        }
        assertThat(merged.next()).as(what).isFalse();
    }
}
