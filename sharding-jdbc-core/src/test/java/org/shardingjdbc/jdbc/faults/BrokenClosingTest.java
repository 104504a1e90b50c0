package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.testkit.fault.Fault;

/**
 * A driver that closes its statements with an exception that is no SQLException: who closes is told by an SQLException,
 * what else is open is closed, and no connection is used again on which that failed.
 */
class BrokenClosingTest {
    private static final String ONE = "SELECT order_id FROM t_order WHERE user_id = 1 AND order_id = 5";
    private static final String SEVERAL = "SELECT order_id FROM t_order ORDER BY order_id";

    private interface Action {
        void run(Connection connection, Statement statement, ResultSet rows) throws SQLException;
    }

    private static void check(String sql, Action action) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            List<Throwable> raised = new ArrayList<>();
            try (Connection connection = shards.connection()) {
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql);
                assertThat(rows.next()).isTrue();
                shards.probe()
                        .strikeWhen(
                                call -> call.type().contains("Statement")
                                        && call.method().equals("close"),
                                Fault.breaking());
                raised.add(catchThrowable(() -> action.run(connection, statement, rows)));
                raised.add(catchThrowable(connection::close));
            } finally {
                shards.probe().reset();
            }
            raised.removeIf(error -> error == null);
            assertThat(raised).isNotEmpty().allMatch(SQLException.class::isInstance);
            assertThat(raised.get(0)).hasMessageContaining("SHD-9001");
            shards.assertIdle(sql);
            try (Connection connection = shards.connection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void resultsThatAreClosedTellSo(String sql) throws Exception {
        check(sql, (connection, statement, rows) -> rows.close());
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void statementsThatAreClosedTellSo(String sql) throws Exception {
        check(sql, (connection, statement, rows) -> statement.close());
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void connectionsThatAreClosedTellSo(String sql) throws Exception {
        check(sql, (connection, statement, rows) -> connection.close());
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void statementsThatAreExecutedAgainTellSo(String sql) throws Exception {
        check(sql, (connection, statement, rows) -> statement.execute(sql));
    }

    /** What the statement failed with is told, and what closing it failed with is attached. */
    @Test
    void theFailureIsToldAndNotThatOfClosing() throws Exception {
        try (FaultyShards shards = new FaultyShards(2);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            shards.probe()
                    .strikeWhen(
                            call -> call.type().contains("Statement")
                                    && call.method().equals("close"),
                            Fault.breaking());
            Throwable error = catchThrowable(() -> statement.executeQuery(
                    "SELECT 1 / (order_id - 5) FROM t_order WHERE user_id = 1 AND order_id = 5"));
            shards.probe().reset();
            assertThat(error).isInstanceOf(SQLException.class);
            assertThat(error.getMessage()).doesNotContain("SHD-9001");
            assertThat(error.getSuppressed()).isNotEmpty();
        }
    }
}
