package org.shardingjdbc.merge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.testkit.DatabaseKind;

/** What a merge does beyond the order and the values of types. */
class MergerTest {
    private static final Object[] NO_PARAMETERS = {};

    private SplitTable table;

    @BeforeEach
    void create() throws SQLException {
        table = SplitTable.create(
                DatabaseKind.H2, "merge_plain", "id INT, k INT, v BIGINT, s VARCHAR(9), d DOUBLE PRECISION", 3);
        table.insert(0, 1, 1, 10L, "a", 1.0);
        table.insert(0, 4, 2, null, "b", 2.0);
        table.insert(1, 2, 1, 20L, "c", 4.0);
        table.insert(1, 5, 2, null, "d", 8.0);
        table.insert(2, 3, 3, 5L, "e", 16.0);
    }

    @AfterEach
    void close() throws SQLException {
        table.close();
    }

    private static SortKey ascending(int column) {
        return new SortKey(column, false, true, ValueOrder.BY_TYPE);
    }

    private static Aggregate aggregate(AggregateKind kind, int column) {
        return new Aggregate(kind, column, 0, 0, ValueOrder.BY_TYPE);
    }

    private static MergePlan sort(SortKey... keys) {
        return MergePlans.of(0, List.of(keys), null, null, List.of(), List.of(), List.of(), true);
    }

    private static MergePlan group(List<SortKey> keys, boolean streaming, Aggregate... aggregates) {
        Grouping grouping = new Grouping(keys, List.of(aggregates), streaming);
        return MergePlans.of(0, keys, grouping, null, List.of(), List.of(), List.of(), false);
    }

    private static MergePlan compute(MergePlan plan, @Nullable Formula having, ComputedColumn... computed) {
        return plan.filtered(having).computed(List.of(computed));
    }

    private MergedRows merge(MergePlan plan, MergeBounds bounds, String sql) throws SQLException {
        return Merger.merge(plan, table.shards(sql), bounds, NO_PARAMETERS, Dialects.H2);
    }

    private List<List<Object>> rows(MergePlan plan, String sql, int columns) throws SQLException {
        return MergedValues.all(merge(plan, MergeBounds.NONE, sql), columns);
    }

    private static void assertFails(ErrorCode code, Call call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ShardingException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }

    private interface Call {
        void run() throws SQLException;
    }

    @Test
    void concatenationKeepsTheOrderOfShards() throws SQLException {
        assertThat(rows(MergePlan.CONCATENATE, "SELECT id FROM t_ ORDER BY id", 1))
                .containsExactly(List.of(1), List.of(4), List.of(2), List.of(5), List.of(3));
    }

    @Test
    void rowsThatSortAlikeKeepTheOrderOfShards() throws SQLException {
        assertThat(rows(sort(ascending(2)), "SELECT id, k FROM t_ ORDER BY k", 1))
                .containsExactly(List.of(1), List.of(2), List.of(4), List.of(5), List.of(3));
    }

    @Test
    void sortingKeepsOneRowPerShardAndGivesTheShardsOwnResultSet() throws SQLException {
        List<ResultSet> shards = table.shards("SELECT id FROM t_ ORDER BY id");
        MergedRows rows = Merger.merge(sort(ascending(1)), shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertThat(rows.next()).isTrue();
        assertThat(rows.source(1)).isSameAs(shards.get(0));
        assertThat(rows.next()).isTrue();
        assertThat(rows.source(1)).isSameAs(shards.get(1));
        assertThat(shards.get(0).getRow()).isEqualTo(2);
        assertThat(shards.get(2).getRow()).isEqualTo(1);
    }

    @Test
    void aLimitStopsReading() throws SQLException {
        List<ResultSet> shards = table.shards("SELECT id FROM t_ ORDER BY id");
        MergeBounds bounds = new MergeBounds(1, 2, 0, 0);
        MergedRows rows = Merger.merge(sort(ascending(1)), shards, bounds, NO_PARAMETERS, Dialects.H2);
        assertThat(MergedValues.all(rows, 1)).containsExactly(List.of(2), List.of(3));
        assertThat(shards.get(0).getRow()).isEqualTo(2);
        assertThat(shards.get(0).isAfterLast()).isFalse();
        assertThat(rows.next()).isFalse();
        assertThat(shards.get(0).isAfterLast()).isFalse();
    }

    @Test
    void maxRowsCountsRowsBehindTheOffset() throws SQLException {
        MergeBounds bounds = new MergeBounds(2, 10, 2, 0);
        assertThat(MergedValues.all(merge(sort(ascending(1)), bounds, "SELECT id FROM t_ ORDER BY id"), 1))
                .containsExactly(List.of(3), List.of(4));
    }

    @Test
    void aLimitOfNothingReadsNothing() throws SQLException {
        List<ResultSet> shards = table.shards("SELECT id FROM t_ ORDER BY id");
        MergeBounds bounds = new MergeBounds(1, 0, 0, 0);
        MergedRows rows = Merger.merge(sort(ascending(1)), shards, bounds, NO_PARAMETERS, Dialects.H2);
        assertThat(rows.next()).isFalse();
        assertThat(shards.get(0).isBeforeFirst()).isTrue();
    }

    @Test
    void aGroupOfOneShardIsReadFromThatShard() throws SQLException {
        MergePlan plan = group(List.of(ascending(1)), true, aggregate(AggregateKind.SUM, 2));
        List<ResultSet> shards = table.shards("SELECT k, SUM(v) FROM t_ GROUP BY k ORDER BY k");
        MergedRows rows = Merger.merge(plan, shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertThat(rows.next()).isTrue();
        assertThat(rows.source(1)).isSameAs(shards.get(0));
        assertThat(rows.source(2)).isNull();
        assertThat(rows.value(2)).isEqualTo(new BigDecimal("30"));
        assertThat(rows.next()).isTrue();
        assertThat(rows.next()).isTrue();
        assertThat(rows.source(2)).isSameAs(shards.get(2));
    }

    @Test
    void anAggregateOfNoRowsIsOneRow() throws SQLException {
        Aggregate average = new Aggregate(AggregateKind.AVG, 5, 2, 1, ValueOrder.BY_TYPE);
        MergePlan plan = group(
                List.of(),
                true,
                aggregate(AggregateKind.COUNT, 1),
                aggregate(AggregateKind.SUM, 2),
                aggregate(AggregateKind.MIN, 3),
                aggregate(AggregateKind.MAX, 4),
                average);
        String sql = "SELECT COUNT(v), SUM(v), MIN(v), MAX(v), AVG(v) FROM t_ WHERE id > 100";
        List<Object> expected = new ArrayList<>(List.of(0L));
        expected.addAll(java.util.Arrays.asList(null, null, null, null));
        assertThat(rows(plan, sql, 5)).containsExactly(expected);
    }

    @Test
    void aDistinctAggregateOfNoRowsIsOneRowToo() throws SQLException {
        Aggregate count = new Aggregate(AggregateKind.COUNT_DISTINCT, 1, 3, 0, ValueOrder.BY_TYPE);
        Aggregate sum = new Aggregate(AggregateKind.SUM_DISTINCT, 2, 3, 0, ValueOrder.BY_TYPE);
        String sql = "SELECT COUNT(DISTINCT v), SUM(DISTINCT v), v FROM t_ WHERE id > 100 GROUP BY v";
        for (boolean streaming : new boolean[] {true, false}) {
            List<List<Object>> rows = rows(group(List.of(), streaming, count, sum), sql, 2);
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0)).containsExactly(0L, null);
        }
    }

    @Test
    void aGroupByOfNoRowsIsNoRow() throws SQLException {
        MergePlan plan = group(List.of(ascending(1)), true, aggregate(AggregateKind.COUNT, 2));
        assertThat(rows(plan, "SELECT k, COUNT(*) FROM t_ WHERE id > 100 GROUP BY k ORDER BY k", 2))
                .isEmpty();
    }

    @Test
    void integersThatOverflowOnTheWayAndComeBackAreAddedUp() throws SQLException {
        MergePlan plan = group(List.of(), true, aggregate(AggregateKind.SUM, 1));
        List<ResultSet> shards = List.of(
                table.whole("SELECT 9223372036854775807"),
                table.whole("SELECT CAST(1 AS BIGINT)"),
                table.whole("SELECT CAST(-5 AS BIGINT)"));
        MergedRows rows = Merger.merge(plan, shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertThat(MergedValues.all(rows, 1)).containsExactly(List.of(9223372036854775803L));
    }

    @Test
    void integersThatOverflowAreAnErrorOfRange() throws SQLException {
        MergePlan plan = group(List.of(), true, aggregate(AggregateKind.SUM, 1));
        List<ResultSet> shards =
                List.of(table.whole("SELECT 9223372036854775807"), table.whole("SELECT CAST(1 AS BIGINT)"));
        MergedRows rows = Merger.merge(plan, shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertFails(ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, rows::next);
    }

    /** H2 calls a subquery by its text, in which actual tables are named. */
    @Test
    void onlyNamesOfColumnsMustAgree() throws SQLException {
        List<ResultSet> shards = List.of(table.whole("SELECT 1 + (SELECT 2)"), table.whole("SELECT 1 + (SELECT 3)"));
        MergedRows rows = Merger.merge(MergePlan.CONCATENATE, shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertThat(MergedValues.all(rows, 1)).containsExactly(List.of(3), List.of(4));
        List<ResultSet> others = List.of(table.whole("SELECT 1 AS a"), table.whole("SELECT 1 AS b"));
        assertFails(
                ErrorCode.MERGE_COLUMNS_DIFFER,
                () -> Merger.merge(MergePlan.CONCATENATE, others, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2));
    }

    @Test
    void sumsOfIntervalsAreRefused() throws SQLException {
        MergePlan plan = group(List.of(), true, aggregate(AggregateKind.SUM, 1));
        assertFails(
                ErrorCode.MERGE_TYPE_NOT_COMPUTABLE,
                () -> merge(plan, MergeBounds.NONE, "SELECT SUM(INTERVAL '1' DAY) FROM t_"));
    }

    @Test
    void rowsInMemoryAreBounded() throws SQLException {
        MergeBounds two = new MergeBounds(0, -1, 0, 2);
        MergePlan resort = MergePlans.of(0, List.of(), null, null, List.of(), List.of(), List.of(ascending(1)), false);
        MergePlan distinct =
                MergePlans.of(0, List.of(), null, null, List.of(), List.of(ascending(1)), List.of(), false);
        MergePlan grouped = group(List.of(ascending(1)), false, aggregate(AggregateKind.COUNT, 2));
        assertFails(ErrorCode.MERGE_ROWS_EXCEEDED, () -> MergedValues.all(merge(resort, two, "SELECT id FROM t_"), 1));
        assertFails(
                ErrorCode.MERGE_ROWS_EXCEEDED,
                () -> MergedValues.all(merge(distinct, two, "SELECT DISTINCT k FROM t_"), 1));
        assertFails(
                ErrorCode.MERGE_ROWS_EXCEEDED,
                () -> MergedValues.all(merge(grouped, two, "SELECT k, COUNT(*) FROM t_ GROUP BY k"), 1));
    }

    @Test
    void aLimitedResortHoldsOnlyWhatIsAskedFor() throws SQLException {
        MergePlan resort = MergePlans.of(0, List.of(), null, null, List.of(), List.of(), List.of(ascending(1)), true);
        MergeBounds bounds = new MergeBounds(1, 1, 0, 2);
        assertThat(MergedValues.all(merge(resort, bounds, "SELECT id FROM t_"), 1))
                .containsExactly(List.of(2));
    }

    @Test
    void havingIsThreeValued() throws SQLException {
        MergePlan plan =
                group(List.of(ascending(1)), true, aggregate(AggregateKind.COUNT, 2), aggregate(AggregateKind.SUM, 3));
        String sql = "SELECT k, COUNT(*), SUM(v) FROM t_ GROUP BY k ORDER BY k";
        Formula sumOver7 = compare(">", new Formula.Column(3), 7L);
        Formula unknownForTwo = new Formula.Negation(sumOver7);
        assertThat(rows(compute(plan, sumOver7), sql, 1)).containsExactly(List.of(1));
        assertThat(rows(compute(plan, unknownForTwo), sql, 1)).containsExactly(List.of(3));
        Formula orNull = new Formula.Or(List.of(sumOver7, new Formula.IsNull(new Formula.Column(3))));
        assertThat(rows(compute(plan, orNull), sql, 1)).containsExactly(List.of(1), List.of(2));
        Formula and = new Formula.And(List.of(sumOver7, compare("=", new Formula.Column(2), 2L)));
        assertThat(rows(compute(plan, and), sql, 1)).containsExactly(List.of(1));
        Formula notAnd =
                new Formula.Negation(new Formula.And(List.of(sumOver7, compare("=", new Formula.Column(2), 99L))));
        assertThat(rows(compute(plan, notAnd), sql, 1)).containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @Test
    void numbersAreNotComparedWithTimes() throws SQLException {
        MergePlan plan = group(List.of(ascending(1)), true, aggregate(AggregateKind.COUNT, 2));
        Formula time = compare("=", new Formula.Column(2), java.sql.Date.valueOf("2024-01-31"));
        assertFails(
                ErrorCode.MERGE_VALUES_NOT_COMPARABLE,
                () -> rows(compute(plan, time), "SELECT k, COUNT(*) FROM t_ GROUP BY k ORDER BY k", 1));
    }

    private static Formula compare(String operator, Formula left, Object constant) {
        return new Formula.Compare(operator, left, new Formula.Constant(constant), ValueOrder.BY_TYPE);
    }

    @Test
    void computedColumnsHaveTheTypeOfTheShardsOwn() throws SQLException {
        MergePlan plan =
                group(List.of(ascending(1)), true, aggregate(AggregateKind.COUNT, 2), aggregate(AggregateKind.SUM, 3));
        ComputedColumn doubled =
                new ComputedColumn(4, new Formula.Arithmetic('*', new Formula.Column(2), new Formula.Constant(2L)));
        ComputedColumn difference =
                new ComputedColumn(5, new Formula.Arithmetic('-', new Formula.Column(3), new Formula.Column(2)));
        String sql = "SELECT k, COUNT(*), SUM(v), COUNT(*) * 2, SUM(v) - COUNT(*) FROM t_ GROUP BY k ORDER BY k";
        List<List<Object>> rows = rows(compute(plan, null, doubled, difference), sql, 5);
        assertThat(rows.get(0)).containsExactly(1, 2L, new BigDecimal("30"), 4L, new BigDecimal("28"));
        assertThat(rows.get(1)).containsExactly(2, 2L, null, 4L, null);
    }

    @Test
    void distinctRowsOfGroupsAreToldApartAfterMerging() throws SQLException {
        Grouping grouping = new Grouping(List.of(ascending(2)), List.of(aggregate(AggregateKind.COUNT, 1)), true);
        MergePlan plan =
                MergePlans.of(1, grouping.keys(), grouping, null, List.of(), List.of(ascending(1)), List.of(), false);
        assertThat(rows(plan, "SELECT DISTINCT COUNT(*), k FROM t_ GROUP BY k ORDER BY k", 1))
                .containsExactly(List.of(2L), List.of(1L));
    }

    /** Which of the first rows are duplicates is not known before all are read. */
    @Test
    void aSortBelowADistinctIsNotCut() throws SQLException {
        MergeBounds two = new MergeBounds(0, 2, 0, 0);
        MergePlan sorted = MergePlans.of(0, List.of(), null, null, List.of(), List.of(), List.of(ascending(2)), false);
        MergePlan distinct = sorted.distinct(List.of(ascending(1))).limited(true);
        assertThat(MergedValues.all(merge(distinct, two, "SELECT k, id FROM t_"), 1))
                .containsExactly(List.of(1), List.of(3));
    }

    /** Written out, such a number has two hundred million digits. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void numbersOfMillionsOfDigitsAreNotComputedWith() throws SQLException {
        MergePlan plan = group(List.of(ascending(1)), true, aggregate(AggregateKind.COUNT, 2));
        String sql = "SELECT k, COUNT(*) FROM t_ GROUP BY k ORDER BY k";
        Formula parameter = new Formula.Arithmetic('+', new Formula.Column(2), new Formula.StatementParameter(0));
        MergePlan asked = compute(plan, compare(">", parameter, 7L));
        for (String text : List.of("1e200000000", "1e-200000000")) {
            Object[] parameters = {new BigDecimal(text)};
            for (Dialect dialect : List.of(Dialects.H2, Dialects.MYSQL)) {
                assertFails(
                        ErrorCode.ARGUMENT_OUT_OF_RANGE,
                        () -> MergedValues.all(
                                Merger.merge(asked, table.shards(sql), MergeBounds.NONE, parameters, dialect), 1));
            }
            Formula written =
                    new Formula.Arithmetic('+', new Formula.Column(2), new Formula.Approximate(new BigDecimal(text)));
            assertFails(
                    ErrorCode.MERGE_NUMBER_OUT_OF_RANGE, () -> rows(compute(plan, compare(">", written, 7L)), sql, 1));
        }
    }

    @Test
    void textOfUnknownCollationIsRefusedBeforeARowIsRead() throws SQLException {
        List<ResultSet> shards = table.shards("SELECT s FROM t_ ORDER BY s");
        assertFails(
                ErrorCode.MERGE_ORDER_UNKNOWN,
                () -> Merger.merge(sort(ascending(1)), shards, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2));
        assertThat(shards.get(0).isBeforeFirst()).isTrue();
    }

    @Test
    void textOfOneShardNeedsNoOrder() throws SQLException {
        List<ResultSet> shard = List.of(table.whole("SELECT s FROM t ORDER BY s"));
        MergedRows rows = Merger.merge(sort(ascending(1)), shard, MergeBounds.NONE, NO_PARAMETERS, Dialects.H2);
        assertThat(MergedValues.all(rows, 1)).hasSize(5);
    }

    @Test
    void actualTablesThatDifferAreFoundOut() throws SQLException {
        table.execute("ALTER TABLE t_2 ADD COLUMN late INT");
        MergePlan star = MergePlan.CONCATENATE.checked(5, List.of());
        assertFails(ErrorCode.MERGE_COLUMNS_DIFFER, () -> merge(star, MergeBounds.NONE, "SELECT * FROM t_"));
        table.execute("ALTER TABLE t_2 DROP COLUMN late");
        assertThat(MergedValues.all(merge(star, MergeBounds.NONE, "SELECT * FROM t_"), 5))
                .hasSize(5);
        table.execute("ALTER TABLE t_1 ALTER COLUMN v RENAME TO w");
        assertFails(ErrorCode.MERGE_COLUMNS_DIFFER, () -> merge(star, MergeBounds.NONE, "SELECT * FROM t_"));
    }
}
