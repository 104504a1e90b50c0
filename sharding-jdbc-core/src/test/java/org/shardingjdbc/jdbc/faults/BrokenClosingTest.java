package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

    /** How a statement that is kept for its next execution fails to close. */
    private enum Broken {
        CHECKED(Fault.throwing()),
        UNCHECKED(Fault.breaking()),
        ERROR(Fault.breakingByError());

        private final Fault fault;

        Broken(Fault fault) {
            this.fault = fault;
        }

        void check(Throwable raised) {
            if (this == ERROR) {
                assertThat(raised).isInstanceOf(Error.class);
            } else {
                assertThat(raised).isInstanceOf(SQLException.class);
                assertThat(raised.getMessage()).contains(this == UNCHECKED ? "SHD-9001" : "fault on demand");
            }
        }
    }

    private static final String ADD = "UPDATE t_order SET amount = amount + 1 WHERE user_id = ? AND order_id = ?";
    private static final String SUM = "SELECT SUM(amount) FROM t_order";

    private static int sum(FaultyShards shards) throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SUM)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Two statements, the first of which is kept on a branch of each data source; nothing of them is committed. */
    private static List<PreparedStatement> write(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        PreparedStatement first = connection.prepareStatement(ADD);
        PreparedStatement second = connection.prepareStatement(ADD);
        for (int order : new int[] {5, 9}) {
            first.setInt(1, order / 4);
            first.setInt(2, order);
            assertThat(first.executeUpdate()).isEqualTo(1);
        }
        second.setInt(1, 1);
        second.setInt(2, 5);
        assertThat(second.executeUpdate()).isEqualTo(1);
        return List.of(first, second);
    }

    private static void strikeKept(FaultyShards shards, Broken broken) {
        shards.probe()
                .strikeWhen(
                        call -> call.type().equals("PreparedStatement")
                                && call.method().equals("close"),
                        broken.fault);
    }

    /** The transaction ends, and with it its locks, and all connections go back. */
    @ParameterizedTest
    @EnumSource(Broken.class)
    void connectionsWithKeptStatementsThatBreakAreClosed(Broken broken) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            int before = sum(shards);
            Connection connection = shards.connection();
            List<PreparedStatement> statements = write(connection);
            strikeKept(shards, broken);
            broken.check(catchThrowable(connection::close));
            assertThat(shards.probe().strikeCount())
                    .as("kept statements that broke")
                    .isEqualTo(3);
            shards.probe().reset();
            assertThat(connection.isClosed()).isTrue();
            for (PreparedStatement statement : statements) {
                assertThat(statement.isClosed()).isTrue();
            }
            shards.assertIdle(broken.name());
            assertThat(sum(shards)).isEqualTo(before);
            try (Connection other = shards.connection()) {
                write(other);
                other.rollback();
            }
        }
    }

    /** What the statement kept on another data source is closed too, and the connections are not used again. */
    @ParameterizedTest
    @EnumSource(Broken.class)
    void keptStatementsThatBreakAreTold(Broken broken) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            int before = sum(shards);
            try (Connection connection = shards.connection()) {
                List<PreparedStatement> statements = write(connection);
                strikeKept(shards, broken);
                broken.check(catchThrowable(statements.get(0)::close));
                assertThat(shards.probe().strikeCount()).as("data sources").isEqualTo(2);
                assertThat(statements.get(0).isClosed()).isTrue();
                assertThat(catchThrowable(statements.get(0)::close)).isNull();
                shards.probe().reset();
                statements.get(1).close();
                connection.rollback();
            }
            shards.assertIdle(broken.name());
            assertThat(sum(shards)).isEqualTo(before);
        }
    }

    /** Out of a transaction they are kept on connections that linger. */
    @ParameterizedTest
    @EnumSource(Broken.class)
    void keptStatementsOfConnectionsThatLingerAreTold(Broken broken) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            Connection connection = shards.connection();
            PreparedStatement statement =
                    connection.prepareStatement("SELECT amount FROM t_order WHERE user_id = ? AND order_id = ?");
            for (int time = 0; time < 3; time++) {
                for (int order : new int[] {5, 9}) {
                    statement.setInt(1, order / 4);
                    statement.setInt(2, order);
                    statement.executeQuery().close();
                }
            }
            strikeKept(shards, broken);
            broken.check(catchThrowable(connection::close));
            assertThat(shards.probe().strikeCount()).isEqualTo(2);
            shards.probe().reset();
            shards.assertIdle(broken.name());
        }
    }

    /** An Error that the rows of one execution close with leaves neither other executions open nor the transaction. */
    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void connectionsWhoseOpenRowsBreakAreClosed(String sql) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            int before = sum(shards);
            Connection connection = shards.connection();
            List<PreparedStatement> statements = write(connection);
            for (int i = 0; i < 2; i++) {
                assertThat(connection.createStatement().executeQuery(sql).next())
                        .isTrue();
            }
            shards.probe()
                    .strikeWhen(
                            call -> call.method().equals("close")
                                    && (call.type().startsWith("ResultSet")
                                            || call.type().contains("Statement")),
                            Fault.breakingByError());
            assertThat(catchThrowable(connection::close)).isInstanceOf(Error.class);
            shards.probe().reset();
            assertThat(statements.get(0).isClosed()).isTrue();
            shards.assertIdle(sql);
            assertThat(sum(shards)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, SEVERAL})
    void aStatementThatIsClosedWithItsRowsIsSoWhereTheyFailToClose(String sql) throws Exception {
        for (Fault fault : List.of(Fault.throwing(), Fault.breaking(), Fault.breakingByError())) {
            try (FaultyShards shards = new FaultyShards(2);
                    Connection connection = shards.connection();
                    Statement statement = connection.createStatement()) {
                statement.closeOnCompletion();
                ResultSet rows = statement.executeQuery(sql);
                shards.probe().strikeWhen(call -> call.is("Statement", "close"), fault);
                assertThat(catchThrowable(rows::close)).as("%s", fault).isNotNull();
                shards.probe().reset();
                assertThat(statement.isClosed()).as("%s", fault).isTrue();
            }
        }
    }

    /** A rollback that breaks keeps no connection of another branch. */
    @Test
    void connectionsWhoseTransactionBreaksAreClosed() throws Exception {
        for (Fault fault : List.of(Fault.throwing(), Fault.breaking(), Fault.breakingByError())) {
            try (FaultyShards shards = new FaultyShards(2)) {
                int before = sum(shards);
                Connection connection = shards.connection();
                write(connection);
                shards.probe().strikeWhen(call -> call.is("Connection", "rollback"), fault);
                Throwable raised = catchThrowable(connection::close);
                assertThat(raised).isInstanceOfAny(SQLException.class, Error.class);
                assertThat(connection.isClosed()).isTrue();
                shards.probe().reset();
                shards.assertIdle(fault.toString());
                assertThat(sum(shards)).isEqualTo(before);
            }
        }
    }

    /** What only a driver can make is made on a connection that is lent until the logical one is closed, or aborted. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void connectionsLentForCallsGoBack(boolean aborted) throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            Connection connection = shards.connection();
            CallableStatement call = connection.prepareCall("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0 */ CALL 7");
            try (ResultSet rows = call.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
            if (aborted) {
                connection.abort(Runnable::run);
            } else {
                connection.close();
            }
            assertThat(connection.isClosed()).isTrue();
            shards.assertIdle("a call");
        }
    }

    /** An executor that takes no tasks any more: the thread that aborts gives the connections back itself. */
    @Test
    void whatIsAbortedGoesBackWhereTheExecutorRefuses() throws Exception {
        try (FaultyShards shards = new FaultyShards(2)) {
            Connection connection = shards.connection();
            write(connection);
            connection.prepareCall("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0 */ CALL 7");
            connection.abort(task -> {
                throw new RejectedExecutionException("on demand");
            });
            assertThat(connection.isClosed()).isTrue();
            shards.assertIdle("an abort");
        }
    }
}
