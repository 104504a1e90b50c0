package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.pool.ProxyResultSet;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/** How often shards' statements are prepared, and that none stays open. */
class CachedStatementsTest {
    private final JdbcProbe probe = new JdbcProbe();
    private Fixture<ShardingDataSource> shards;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.H2, "kept")
                .grid("t_order", "user_id", "order_id")
                .pool("maximumPoolSize: 2")
                .through(probe)
                .open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, status VARCHAR(20))");
        }
        probe.reset();
    }

    @AfterEach
    void close() throws SQLException {
        shards.close();
    }

    private Stream<String> prepared() {
        return probe.calls().stream()
                .filter(call -> call.is("Connection", "prepareStatement"))
                .map(call -> call.sql())
                .filter(sql -> sql.contains("t_order"));
    }

    private static void insert(PreparedStatement statement, int order, int user) throws SQLException {
        statement.setLong(1, order);
        statement.setInt(2, user);
        statement.executeUpdate();
    }

    @Test
    void insideATransactionAStatementIsPreparedOncePerNode() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 20; i++) {
                insert(statement, i, i / 2);
            }
            connection.commit();
        }
        assertThat(prepared()).hasSize(4);
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
    }

    @Test
    void cancelEndsTheExecutionOnOneNodeAndSparesTheNext() throws Exception {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)")) {
            insert(insert, 1, 1);
            AtomicBoolean struck = new AtomicBoolean();
            probe.strikeWhen(
                    call -> call.is("PreparedStatement", "execute") && struck.compareAndSet(false, true), Fault.hang());
            FutureTask<Boolean> cancelling = new FutureTask<>(() -> {
                boolean hangs = probe.awaitHanging(1, 30_000);
                insert.cancel();
                return hangs;
            });
            new Thread(cancelling).start();
            assertThatThrownBy(() -> insert(insert, 3, 1))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(ErrorCode.CANCELLED.number()));
            assertThat(cancelling.get()).as("hung until it was cancelled").isTrue();
            probe.reset();
            insert(insert, 5, 1);
        }
        assertThat(probe.open().statements()).isZero();
    }

    private static WeakReference<ResultSet> closedRows(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            return new WeakReference<>(rows);
        }
    }

    /** What the pool made of the driver's rows; it holds them itself as long as their statement is open. */
    private static WeakReference<ResultSet> closedRowsOfThePool(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            return new WeakReference<>(rows.unwrap(ProxyResultSet.class));
        }
    }

    private static boolean isHeld(WeakReference<ResultSet> closed) {
        for (int i = 0; i < 50 && closed.get() != null; i++) {
            System.gc();
        }
        return closed.get() != null;
    }

    @Test
    void aStatementThatIsKeptHoldsNoRowsThatAreClosed() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE user_id = ? AND order_id = ?")) {
            query.setInt(1, 1);
            query.setLong(2, 1);
            assertThat(isHeld(closedRowsOfThePool(query))).isFalse();
            assertThat(isHeld(closedRows(query))).isFalse();
            connection.setAutoCommit(false);
            assertThat(isHeld(closedRows(query))).as("in a transaction").isFalse();
            query.setQueryTimeout(20);
            assertThat(isHeld(closedRows(query))).as("in a group").isFalse();
            assertThat(query.getResultSet().isClosed()).isTrue();
        }
    }

    @Test
    void keptStatementsAreOpenInTheNextTransactionOrPreparedAnew() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE user_id = ? AND order_id = ?")) {
            connection.setAutoCommit(false);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 3; i++) {
                    query.setInt(1, 1);
                    query.setLong(2, 1);
                    try (ResultSet rows = query.executeQuery()) {
                        assertThat(rows.next()).isFalse();
                    }
                }
                connection.commit();
            }
        }
        assertThat(prepared().count()).isLessThanOrEqualTo(3);
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
    }

    @Test
    void changedSettingsReachTheNextExecution() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE user_id = ? ORDER BY order_id")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 10; i++) {
                insert(insert, i, 1);
            }
            query.setInt(1, 1);
            for (int maxRows : new int[] {0, 3, 0, 5}) {
                query.setMaxRows(maxRows);
                int count = 0;
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        count++;
                    }
                }
                assertThat(count).isEqualTo(maxRows == 0 ? 10 : maxRows);
            }
            connection.rollback();
        }
        assertThat(probe.open().statements()).isZero();
    }

    @Test
    void parametersOfAnOpenResultMayBeSetForTheNextExecution() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)");
                PreparedStatement query = connection.prepareStatement("SELECT status, COUNT(*) FROM t_order"
                        + " GROUP BY status HAVING COUNT(*) > ? ORDER BY status")) {
            for (int i = 0; i < 10; i++) {
                insert(insert, i, i);
            }
            query.setInt(1, 9);
            try (ResultSet rows = query.executeQuery()) {
                query.setInt(1, 10);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(2)).isEqualTo(10);
            }
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isFalse();
            }
        }
    }
}
