package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.shardingjdbc.jdbc.faults.ServerShards.number;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * PostgreSQL's driver sends BEGIN along with the first statement of a transaction. Where BEGIN is refused, as by a
 * cancel that strikes it, the server executes the statement all the same, and commits it. Whoever executed that is
 * told; and our cancels wait until BEGIN is over.
 */
@Timeout(300)
class StruckBeginningTest {
    private static final String BEGIN = "BEGIN\0";
    private static final String REFUSED = "BEGIX\0";
    private static final int OUTSIDE = ErrorCode.STATEMENT_OUTSIDE_TRANSACTION.number();

    private static ServerShards shards;

    @BeforeAll
    static void start() throws SQLException, IOException {
        shards = new ServerShards(TestServer.of(DatabaseKind.POSTGRESQL), "struck_beginning", 4);
    }

    @AfterAll
    static void stop() throws SQLException {
        shards.awaitIdle();
        shards.close();
    }

    @BeforeEach
    void undo() throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE t SET a = id % 3");
        }
    }

    private static SQLException struck(Connection connection, String sql, Object... parameters) {
        shards.proxy().misread(BEGIN, REFUSED);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return catchThrowableOfType(SQLException.class, statement::execute);
        } catch (SQLException e) {
            throw new AssertionError("It could not be prepared or closed", e);
        } finally {
            shards.proxy().misread(null, "");
        }
    }

    private static void assertTold(SQLException thrown, String dataSource) {
        assertThat((Throwable) thrown).hasMessageContaining("SHD-6024").hasMessageContaining(dataSource);
        assertThat(thrown.getErrorCode()).isEqualTo(OUTSIDE);
        assertThat(thrown.getSQLState()).isEqualTo("40003");
        assertThat((Throwable) thrown).hasStackTraceContaining("BEGIX");
    }

    @Test
    void aStatementInATransactionSaysWhatIsCommitted() throws SQLException {
        try (Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            assertTold(struck(connection, "UPDATE t SET a = 100 WHERE id = ?", 5), "ds_1");
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(number(connection, "SELECT a FROM t WHERE id = 5")).isEqualTo(100);
        }
    }

    @Test
    void whatWasWrittenElsewhereIsRolledBack() throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET a = 100 WHERE id = 4");
            assertTold(struck(connection, "UPDATE t SET a = 100 WHERE id = 5"), "ds_1");
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET a = 100 WHERE id = 7"))
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(number(connection, "SELECT COUNT(*) FROM t WHERE a = 100"))
                    .isOne();
        }
    }

    /** Also the one that failed for a reason of its own comes behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"UPDATE t SET a = 100", "UPDATE t SET a = CASE WHEN id = 4 THEN 1 / (id - 4) ELSE 100 END"})
    void aStatementOnSeveralDataSourcesSaysIt(String sql) throws SQLException {
        try (Connection connection = shards.connection()) {
            assertTold(struck(connection, sql), "ds_");
            assertThat(number(connection, "SELECT COUNT(*) FROM t WHERE a = 100"))
                    .isPositive();
        }
    }

    /** The last transaction wrote once, so that its only statement began it. */
    @Test
    void whatFailsBehindItIsToldAsItIs() throws SQLException {
        try (Connection connection = shards.connection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET a = 7 WHERE id = 5");
                PreparedStatement query = connection.prepareStatement("SELECT a FROM t WHERE id = 5 AND b = ?")) {
            connection.setAutoCommit(false);
            update.executeUpdate();
            connection.commit();
            connection.setAutoCommit(true);
            query.setObject(1, new Object());
            SQLException thrown = catchThrowableOfType(SQLException.class, query::executeQuery);
            assertThat((Throwable) thrown).hasMessageContaining("java.lang.Object");
            assertThat(thrown.getErrorCode()).isNotEqualTo(OUTSIDE);
        }
    }

    @Test
    void aConnectionThatIsLostIsToldAsLost() throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            SQLException thrown = catchThrowableOfType(
                    SQLException.class,
                    () -> statement.executeUpdate("UPDATE t SET a = CASE WHEN pg_terminate_backend(pg_backend_pid())"
                            + " THEN 1 ELSE 2 END WHERE id = 5"));
            assertThat(thrown.getErrorCode()).isNotEqualTo(OUTSIDE);
            assertThat(thrown.getSQLState()).startsWith("57P");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aBatchSaysIt(int rows) throws SQLException {
        try (Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            shards.proxy().misread(BEGIN, REFUSED);
            try (PreparedStatement statement = connection.prepareStatement("UPDATE t SET a = 100 WHERE id = ?")) {
                for (int i = 0; i < rows; i++) {
                    statement.setInt(1, 4 * i + 1);
                    statement.addBatch();
                }
                SQLException thrown = catchThrowableOfType(SQLException.class, statement::executeBatch);
                assertThat((Throwable) thrown).hasStackTraceContaining("SHD-6024");
            } finally {
                shards.proxy().misread(null, "");
            }
            connection.rollback();
        }
    }

    /** A driver may ask for the description of rows first, which fails then: nothing is executed. */
    @ParameterizedTest
    @CsvSource({"true, 0", "true, 10", "false, 0", "false, 10"})
    void whatReturnsRowsSaysItWhereItIsExecuted(boolean byWord, int before) throws SQLException {
        String sql = "INSERT INTO t VALUES (?, 1, 'x')";
        try (Connection connection = shards.connection();
                PreparedStatement insert = byWord
                        ? connection.prepareStatement(sql + " RETURNING id")
                        : connection.prepareStatement(sql, new String[] {"id"})) {
            connection.setAutoCommit(false);
            for (int i = 0; i < before; i++) {
                insert.setInt(1, 201 + 4 * i);
                insert.execute();
                connection.commit();
            }
            insert.setInt(1, 101);
            shards.proxy().misread(BEGIN, REFUSED);
            SQLException thrown;
            try {
                thrown = catchThrowableOfType(SQLException.class, insert::execute);
            } finally {
                shards.proxy().misread(null, "");
            }
            connection.rollback();
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                int written = statement.executeUpdate("DELETE FROM t WHERE id = 101");
                assertThat(statement.executeUpdate("DELETE FROM t WHERE id > 200"))
                        .isEqualTo(before);
                assertThat(thrown.getErrorCode() == OUTSIDE).isEqualTo(written == 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT a FROM t WHERE id = 5", "SELECT a FROM t"})
    void whatReadsIsToldWhatTheDriverSays(String sql) throws SQLException {
        try (Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            SQLException thrown = struck(connection, sql);
            assertThat((Throwable) thrown).hasMessageContaining("BEGIX");
            assertThat(thrown.getErrorCode()).isNotEqualTo(OUTSIDE);
            connection.rollback();
        }
    }

    @Test
    void aStatementThatFailsByItselfIsToldSo() throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET a = 1 / (id - 5) WHERE id = 5"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("division by zero");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" WHERE id = 5", ""})
    void aCancelAtOnceIsHeardAndLeavesNothing(String where) throws Exception {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            CompletableFuture<Integer> running = CompletableFuture.supplyAsync(() -> sleepAndWrite(statement, where));
            while (!running.isDone()) {
                // one that comes before the statement runs does nothing
                statement.cancel();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertThatThrownBy(running::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasStackTraceContaining("SHD-5003");
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(number(connection, "SELECT COUNT(*) FROM t WHERE a = 100"))
                    .isZero();
        }
    }

    private static int sleepAndWrite(Statement statement, String where) {
        try {
            return statement.executeUpdate(
                    "UPDATE t SET a = CASE WHEN pg_sleep(4) IS NULL THEN 0 ELSE 100 END" + where);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
