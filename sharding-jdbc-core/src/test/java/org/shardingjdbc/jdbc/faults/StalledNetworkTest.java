package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.jdbc.faults.ServerShards.number;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * On a network that carries nothing any more a statement still ends soon after its time-out or its cancel. In a
 * transaction, which has its connections: to take one is bounded by its pool.
 */
@Timeout(300)
class StalledNetworkTest {
    /** Less than what drivers wait for a connection on which they would cancel. */
    private static final int SOON_SECONDS = 8;

    private static final String ONE_NODE = "SELECT a FROM t WHERE id = 4";
    private static final String ALL_NODES = "SELECT COUNT(*) FROM t";

    private static ServerShards shards(DatabaseKind kind) throws SQLException, IOException {
        return new ServerShards(TestServer.of(kind), "stalled", 4);
    }

    private static void assertGoesOn(ServerShards shards, Connection connection) throws SQLException {
        shards.proxy().restore();
        connection.rollback();
        connection.setAutoCommit(true);
        ServerShards.await("statements succeed again", () -> {
            try {
                return number(connection, ALL_NODES) == ServerShards.ROWS;
            } catch (SQLException e) {
                // What was idle in the pools may not have been looked at yet.
                return false;
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, " + ONE_NODE,
        "POSTGRESQL, " + ALL_NODES,
        "MARIADB, " + ONE_NODE,
        "MARIADB, " + ALL_NODES,
        "MYSQL, " + ONE_NODE,
        "MYSQL, " + ALL_NODES
    })
    void aQueryTimeoutEndsTheStatement(DatabaseKind kind, String sql) throws Exception {
        try (ServerShards shards = shards(kind)) {
            try (Connection connection = shards.connection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                number(connection, sql);
                shards.proxy().stall();
                statement.setQueryTimeout(1);
                CompletableFuture<ResultSet> running = CompletableFuture.supplyAsync(() -> query(statement, sql));
                assertThatThrownBy(() -> running.get(SOON_SECONDS, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasRootCauseInstanceOf(SQLTimeoutException.class);
                assertGoesOn(shards, connection);
            }
            shards.awaitIdle();
        }
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, " + ONE_NODE, "POSTGRESQL, " + ALL_NODES, "MYSQL, " + ONE_NODE, "MYSQL, " + ALL_NODES})
    void aCancelEndsTheStatement(DatabaseKind kind, String sql) throws Exception {
        try (ServerShards shards = shards(kind)) {
            try (Connection connection = shards.connection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                number(connection, sql);
                shards.proxy().stall();
                CompletableFuture<ResultSet> running = CompletableFuture.supplyAsync(() -> query(statement, sql));
                CompletableFuture<Void> cancelling = CompletableFuture.runAsync(() -> cancel(statement, running));
                assertThatThrownBy(() -> running.get(SOON_SECONDS, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .hasMessageContaining("SHD-");
                assertThat(cancelling).isNotCompletedExceptionally();
                assertGoesOn(shards, connection);
            }
            shards.awaitIdle();
        }
    }

    private static ResultSet query(Statement statement, String sql) {
        try {
            return statement.executeQuery(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** A cancel that comes before the statement runs does nothing. */
    private static void cancel(Statement statement, CompletableFuture<?> running) {
        try {
            while (!running.isDone()) {
                statement.cancel();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
