package org.shardingjdbc.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class TpccTest {
    private static final TpccScale SCALE = new TpccScale(3, 2, 20, 40);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);
    private static final Map<String, String> KEYS = Map.of(
            "warehouse", "w_id",
            "district", "d_w_id, d_id",
            "customer", "c_w_id, c_d_id, c_id",
            "history", "h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_amount, h_data",
            "new_orders", "no_w_id, no_d_id, no_o_id",
            "orders", "o_w_id, o_d_id, o_id",
            "order_line", "ol_w_id, ol_d_id, ol_o_id, ol_number",
            "item", "i_id",
            "stock", "s_w_id, s_i_id");

    private static Workload workload;
    private static Sides sides;

    @BeforeAll
    static void open() throws SQLException {
        workload = new Tpcc(SCALE, CLOCK);
        sides = new Sides(workload);
    }

    @AfterAll
    static void close() throws SQLException {
        sides.close();
    }

    @Test
    void answersAndLeavesWhatTheSingleDatabaseDoes() throws SQLException {
        int[] kinds = new int[workload.kinds().size()];
        for (int number = 0; number < SCALE.warehouses(); number++) {
            Terminal single = workload.terminal(sides.raw(), number, 7);
            Terminal sharded = workload.terminal(sides.ours(), number, 7);
            for (int i = 0; i < 60; i++) {
                int kind = single.transaction();
                kinds[kind]++;
                assertThat(sharded.transaction()).isEqualTo(kind);
                assertThat(sharded.digest())
                        .as("answers of %s, transaction %d", workload.kinds().get(kind), i)
                        .isEqualTo(single.digest());
            }
        }
        assertThat(kinds).doesNotContain(0);
        for (Map.Entry<String, String> table : KEYS.entrySet()) {
            String sql = "SELECT * FROM " + table.getKey() + " ORDER BY " + table.getValue();
            assertThat(Sides.rows(sides.ours(), sql)).as(table.getKey()).isEqualTo(Sides.rows(sides.raw(), sql));
        }
        assertThat(workload.check(sides.rawNodes())).isEmpty();
        assertThat(workload.check(sides.oursNodes())).isEmpty();
    }

    @Test
    void checkFindsWhatDoesNotAddUp() throws SQLException {
        List<DataNode> nodes = sides.oursNodes();
        try (Connection connection = nodes.get(2).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(violations(statement, "UPDATE warehouse_2 SET w_ytd = w_ytd + 1", nodes))
                    .containsExactly("1", "8");
            assertThat(violations(statement, "UPDATE district_2 SET d_next_o_id = d_next_o_id + 1", nodes))
                    .containsExactly("2");
            assertThat(violations(statement, "UPDATE orders_2 SET o_ol_cnt = 0 WHERE o_id = 1 AND o_d_id = 1", nodes))
                    .containsExactly("4", "6");
            assertThat(violations(
                            statement,
                            "UPDATE order_line_2 SET ol_amount = ol_amount + 1"
                                    + " WHERE ol_number = 1 AND ol_o_id = 1 AND ol_d_id = 1",
                            nodes))
                    .containsExactly("12", "10");
        }
    }

    /** The numbers of the conditions that do not hold after a change, which is undone. */
    private static List<String> violations(Statement statement, String change, List<DataNode> nodes)
            throws SQLException {
        statement.execute(change);
        List<String> wrong = workload.check(nodes);
        statement.execute(change.replace(" + 1", " - 1")
                .replace(
                        "= 0", "= (SELECT COUNT(*) FROM order_line_2" + " WHERE ol_d_id = o_d_id AND ol_o_id = o_id)"));
        assertThat(workload.check(nodes)).isEmpty();
        return wrong.stream()
                .map(each -> each.replaceAll("violations of condition (\\d+).*", "$1"))
                .toList();
    }
}
