package org.shardingjdbc.merge.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.testkit.DatabaseKind;

/** Items over merged aggregates have the value, the class and the scale that the database computes over all rows. */
class ComputedColumnsTest {
    private static final int SHARDS = 3;

    /** The columns of the shards' rows: the item, then what formulas read. */
    private static final String AGGREGATES =
            "COUNT(*) c, SUM(i) si, SUM(n) sn, SUM(d) sd, MAX(i) mi, MAX(n) mn, AVG(i) ai, AVG(n) an, COUNT(i) ci, COUNT(n) cn";

    private static final Formula COUNT = new Formula.Column(2);
    private static final Formula SUM_I = new Formula.Column(3);
    private static final Formula SUM_N = new Formula.Column(4);
    private static final Formula SUM_D = new Formula.Column(5);
    private static final Formula MAX_I = new Formula.Column(6);
    private static final Formula MAX_N = new Formula.Column(7);
    private static final Formula AVG_I = new Formula.Column(8);
    private static final Formula AVG_N = new Formula.Column(9);

    static Stream<Arguments> items() {
        List<Arguments> cases = new ArrayList<>();
        for (DatabaseKind kind : DatabaseKind.values()) {
            add(cases, kind, "COUNT(*) + 1", new Formula.Arithmetic('+', COUNT, new Formula.Constant(1L)));
            add(cases, kind, "-SUM(i)", new Formula.Arithmetic('-', new Formula.Constant(0L), SUM_I));
            add(cases, kind, "SUM(i) * 2", new Formula.Arithmetic('*', SUM_I, new Formula.Constant(2L)));
            add(cases, kind, "SUM(i) - COUNT(*)", new Formula.Arithmetic('-', SUM_I, COUNT));
            add(cases, kind, "SUM(i) + SUM(n)", new Formula.Arithmetic('+', SUM_I, SUM_N));
            add(
                    cases,
                    kind,
                    "SUM(n) * 1.5",
                    new Formula.Arithmetic('*', SUM_N, new Formula.Constant(new BigDecimal("1.5"))));
            add(cases, kind, "SUM(n) * SUM(n)", new Formula.Arithmetic('*', SUM_N, SUM_N));
            add(cases, kind, "SUM(n) - MAX(n)", new Formula.Arithmetic('-', SUM_N, MAX_N));
            add(cases, kind, "MAX(i) + 1", new Formula.Arithmetic('+', MAX_I, new Formula.Constant(1L)));
            add(cases, kind, "MAX(n) * MAX(n)", new Formula.Arithmetic('*', MAX_N, MAX_N));
            add(cases, kind, "SUM(d) + 1", new Formula.Arithmetic('+', SUM_D, new Formula.Constant(1L)));
            add(cases, kind, "SUM(d) * SUM(i)", new Formula.Arithmetic('*', SUM_D, SUM_I));
            add(cases, kind, "COUNT(*) > 5", compare(">", COUNT, 5L));
            add(cases, kind, "SUM(i) = 7", compare("=", SUM_I, 7L));
            add(cases, kind, "SUM(i) IS NULL", new Formula.IsNull(SUM_I));
            add(cases, kind, "AVG(i) + 1", new Formula.Arithmetic('+', AVG_I, new Formula.Constant(1L)));
            add(cases, kind, "AVG(n) * 3", new Formula.Arithmetic('*', AVG_N, new Formula.Constant(3L)));
            add(cases, kind, "AVG(i) > 0.5", compare(">", AVG_I, new BigDecimal("0.5")));
            add(
                    cases,
                    kind,
                    "AVG(n) * 3 - SUM(n)",
                    new Formula.Arithmetic('-', new Formula.Arithmetic('*', AVG_N, new Formula.Constant(3L)), SUM_N));
            add(cases, kind, "AVG(n) * AVG(i)", new Formula.Arithmetic('*', AVG_N, AVG_I));
            add(
                    cases,
                    kind,
                    "AVG(n) * 3 = 5.71",
                    compare("=", new Formula.Arithmetic('*', AVG_N, new Formula.Constant(3L)), new BigDecimal("5.71")));
            add(cases, kind, "AVG(i) * COUNT(*)", new Formula.Arithmetic('*', AVG_I, COUNT));
            add(cases, kind, "AVG(i) * MAX(i)", new Formula.Arithmetic('*', AVG_I, MAX_I));
            add(cases, kind, "AVG(n) * SUM(d)", new Formula.Arithmetic('*', AVG_N, SUM_D));
            add(cases, kind, "COALESCE(SUM(i), 0)", coalesce(SUM_I, 0L));
            add(
                    cases,
                    kind,
                    "COALESCE(SUM(i), 0) + 1",
                    new Formula.Arithmetic('+', coalesce(SUM_I, 0L), new Formula.Constant(1L)));
            add(cases, kind, "COALESCE(SUM(n), 0)", coalesce(SUM_N, 0L));
            add(cases, kind, "COALESCE(MAX(i), 7)", coalesce(MAX_I, 7L));
            add(cases, kind, "COALESCE(AVG(i), 0)", coalesce(AVG_I, 0L));
            add(cases, kind, "7", new Formula.Constant(7L));
            add(cases, kind, "1.50", new Formula.Constant(new BigDecimal("1.50")));
            add(cases, kind, "'text'", new Formula.Constant("text"));
        }
        return cases.stream();
    }

    private static void add(List<Arguments> cases, DatabaseKind kind, String item, Formula formula) {
        cases.add(Arguments.of(kind, item, formula));
    }

    private static Formula coalesce(Formula first, Object otherwise) {
        return new Formula.Coalesce(List.of(first, new Formula.Constant(otherwise)));
    }

    private static Formula compare(String operator, Formula left, Object right) {
        return new Formula.Compare(operator, left, new Formula.Constant(right), ValueOrder.NUMBER);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("items")
    void areThoseOfTheDatabase(DatabaseKind kind, String item, Formula formula) throws SQLException {
        String columns = "g INT, i INT, n NUMERIC(10,2), d DOUBLE PRECISION";
        try (SplitTable table = SplitTable.create(kind, "merge_computed", columns, SHARDS)) {
            fill(table);
            String sql = "SELECT " + item + " x, " + AGGREGATES + ", g FROM t_ GROUP BY g ORDER BY g";
            ResultSet whole = table.whole(sql.replace("t_", "t"));
            MergedRows rows =
                    Merger.merge(plan(formula), table.shards(sql), MergeBounds.NONE, new Object[0], table.dialect());
            while (whole.next()) {
                assertThat(rows.next()).isTrue();
                assertThat(MergedValues.object(rows, 1))
                        .as("group " + whole.getObject(12))
                        .isEqualTo(whole.getObject(1));
            }
            assertThat(rows.next()).isFalse();
        }
    }

    private static void fill(SplitTable table) throws SQLException {
        Random random = new Random(7);
        for (int row = 0; row < 60; row++) {
            int group = random.nextInt(7);
            table.insert(
                    random.nextInt(SHARDS),
                    group,
                    group == 0 ? null : (Integer) random.nextInt(100),
                    group == 1 ? null : BigDecimal.valueOf(random.nextInt(2000) - 1000, 2),
                    random.nextInt(100) / 4.0);
        }
    }

    private static MergePlan plan(Formula formula) {
        List<SortKey> keys = List.of(new SortKey(12, false, true, ValueOrder.BY_TYPE));
        List<Aggregate> aggregates = List.of(
                new Aggregate(AggregateKind.COUNT, 2, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.SUM, 3, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.SUM, 4, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.SUM, 5, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MAX, 6, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MAX, 7, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.AVG, 8, 3, 10, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.AVG, 9, 4, 11, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.COUNT, 10, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.COUNT, 11, 0, 0, ValueOrder.BY_TYPE));
        return MergePlans.of(
                0,
                keys,
                new Grouping(keys, aggregates, true),
                null,
                List.of(new ComputedColumn(1, formula)),
                List.of(),
                List.of(),
                false);
    }
}
