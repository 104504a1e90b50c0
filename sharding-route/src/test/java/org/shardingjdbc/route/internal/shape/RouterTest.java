package org.shardingjdbc.route.internal.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

@SuppressWarnings("try")
class RouterTest {
    private final TestSchema schema = new TestSchema(Dialects.H2);

    private static HintValues dataSource(String name) {
        try (ShardingHint hint = ShardingHint.open().setDataSourceName(name)) {
            return HintValues.current();
        }
    }

    private static HintValues values(Comparable<?> database, Comparable<?> table) {
        try (ShardingHint hint = ShardingHint.open().setDatabaseShardingValue(database)) {
            hint.addTableShardingValue("", table);
            return HintValues.current();
        }
    }

    private static List<String> tables(RouteShape shape, RoutedUnits route) {
        return java.util.Arrays.stream(route.units())
                .mapToObj(unit -> String.join(",", shape.units().get(unit).actualTables()))
                .toList();
    }

    @Test
    void hintValuesChooseNodesOfHintTables() {
        RouteShape shape = schema.shape("SELECT * FROM t_hint");
        RoutedUnits route = shape.route(new Object[0], values(1, 0));
        assertThat(tables(shape, route)).containsExactly("t_hint_0");
        assertThat(shape.units().get(route.units()[0]).dataSourceName()).isEqualTo("ds_1");

        RouteShape insert = schema.shape("INSERT INTO t_hint (id) VALUES (1)");
        assertThat(tables(insert, insert.route(new Object[0], values(0, 1)))).containsExactly("t_hint_1");
    }

    @Test
    void hintedDataSourceLeavesOutTheOthers() {
        RouteShape shape = schema.shape("SELECT * FROM t_order WHERE user_id IN (1, 2, 4)");
        RoutedUnits route = shape.route(new Object[0], dataSource("ds_0"));
        assertThat(tables(shape, route)).containsExactly("t_order_0", "t_order_2");
        assertThat(route.elements()[0]).isDeepEqualTo(new int[][] {{2}, {1}});
    }

    @Test
    void hintedDataSourceIsTakenForCopies() {
        RouteShape shape = schema.shape("SELECT * FROM t_config");
        assertThat(shape.anyUnit()).isTrue();
        RoutedUnits route = shape.route(new Object[0], dataSource("ds_0"));
        assertThat(shape.units().get(route.units()[0]).dataSourceName()).isEqualTo("ds_0");
    }

    @Test
    void hintedDataSourceMustHoldWhatIsWritten() {
        refused(
                "INSERT INTO t_order (user_id) VALUES (1), (2)",
                dataSource("ds_0"),
                ErrorCode.HINTED_DATA_SOURCE_MISSED);
        refused("UPDATE t_config SET value = 'x'", dataSource("ds_0"), ErrorCode.HINTED_DATA_SOURCE_MISSED);
        refused("SELECT * FROM t_order WHERE user_id = 1", dataSource("ds_0"), ErrorCode.HINTED_DATA_SOURCE_MISSED);
        refused("SELECT * FROM t_order", dataSource("ds_7"), ErrorCode.HINTED_DATA_SOURCE_UNKNOWN);
    }

    private void refused(String sql, HintValues hints, ErrorCode code) {
        RouteShape shape = schema.shape(sql);
        assertThatThrownBy(() -> shape.route(new Object[0], hints))
                .isInstanceOfSatisfying(
                        ShardingException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void itIsKnownWhichTablesNothingRestricts() {
        assertThat(unconditioned("SELECT * FROM t_audit")).containsExactly("t_audit");
        assertThat(unconditioned("SELECT * FROM t_audit WHERE user_id = 1 OR name = 'a'"))
                .containsExactly("t_audit");
        assertThat(unconditioned("SELECT * FROM t_audit WHERE user_id = 1")).isEmpty();
        assertThat(unconditioned("SELECT * FROM t_audit WHERE 1 = 0")).isEmpty();
    }

    private List<String> unconditioned(String sql) {
        return schema.shape(sql).unconditioned(HintValues.NONE);
    }

    @Test
    void longListsAreDivided() {
        StringJoiner list = new StringJoiner(", ", "SELECT * FROM t_order WHERE user_id IN (", ")");
        StringJoiner chain = new StringJoiner(" OR ", "SELECT * FROM t_order WHERE ", "");
        for (int i = 0; i < 50_000; i++) {
            list.add(String.valueOf(i));
            chain.add("user_id = " + i * 4);
        }
        RouteShape shape = schema.shape(list.toString());
        RoutedUnits route = shape.route(new Object[0], HintValues.NONE);
        assertThat(route.units()).hasSize(4);
        assertThat(route.elements()[0][3]).hasSize(12_500).startsWith(3, 7, 11);
        assertThat(tables(
                        schema.shape(chain.toString()),
                        schema.shape(chain.toString()).route(new Object[0], HintValues.NONE)))
                .containsExactly("t_order_0");
    }

    @Test
    void shapesDescribeThemselves() {
        assertThat(schema.shape("SELECT * FROM t_order WHERE user_id = ? AND status = 'x'")
                        .describe())
                .isEqualTo("t_order.user_id = ?1");
        assertThat(schema.shape("SELECT * FROM t_order WHERE user_id IN (1, ?) OR user_id > 8")
                        .describe())
                .isEqualTo("t_order.user_id > 8 OR t_order.user_id IN (1, ?1)");
        assertThat(schema.shape("SELECT * FROM t_order").describe()).isEqualTo("t_order: all data nodes");
        assertThat(schema.shape("SELECT * FROM t_order WHERE 1 = 0").describe()).isEqualTo("t_order: never true");
        assertThat(schema.shape("INSERT INTO t_two (user_id, order_id) VALUES (?, 2)")
                        .describe())
                .isEqualTo("t_two.user_id = ?1 AND t_two.order_id = 2");
    }

    @Test
    void refusalsSayWhereAndWhatToDo() {
        RouteShape shape = schema.shape("SELECT * FROM t_order o\nJOIN t_log l ON o.user_id = l.user_id");
        assertThatThrownBy(() -> shape.route(new Object[0], HintValues.NONE))
                .hasMessage(
                        "SHD-4101: Logic tables t_order and t_log (line 2:6) are not joined on their sharding columns, so rows"
                                + " that belong together may be on different data nodes. Equate all sharding columns of binding tables, of"
                                + " one type and an exact collation, or restrict each table to one data node of the same data source.");
    }
}
