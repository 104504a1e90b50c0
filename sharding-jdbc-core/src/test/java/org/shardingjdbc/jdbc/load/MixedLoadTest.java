package org.shardingjdbc.jdbc.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * A hundred threads over pools of ten connections, with statements that want up to eight nodes at once: nobody waits
 * for ever, nothing is lost, nothing leaks. {@code -Dsharding.test.load.seconds=} chooses how long, on H2; on the
 * others it is less.
 */
@Tag("load")
@Timeout(600)
class MixedLoadTest {
    private static final int THREADS = 100;
    private static final int ROWS_EACH = 16;
    private static final int START_AMOUNT = 1_000;
    private static final int SECONDS = Integer.getInteger("sharding.test.load.seconds", 10);

    @ParameterizedTest
    @CsvSource({"H2, 4, 50", "H2, 10, 25", "H2, 1, 25", "POSTGRESQL, 4, 30", "MARIADB, 4, 30", "MYSQL, 4, 20"})
    void noDeadlockNoTimeoutNoLeak(DatabaseKind kind, int maxConnections, int percentOfTheTime) throws Exception {
        TestServer server = TestServer.of(kind);
        byte[] yaml = yaml(server, maxConnections).getBytes(StandardCharsets.UTF_8);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml))) {
            fill(dataSource);
            long done = load(dataSource, TimeUnit.SECONDS.toNanos(SECONDS) * percentOfTheTime / 100);
            assertThat(done).isGreaterThan(THREADS * 2L);
            assertTotalIsKept(dataSource);
            for (int i = 0; i < 2; i++) {
                ObjectName pool = new ObjectName("com.zaxxer.hikari:type=Pool (load_ds_" + i + ")");
                assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(pool, "ActiveConnections"))
                        .as("connections of ds_%d in use", i)
                        .isEqualTo(0);
            }
        }
    }

    private static long load(ShardingDataSource dataSource, long nanos) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long end = System.nanoTime() + nanos;
            AtomicLong done = new AtomicLong();
            List<Callable<Void>> users = new ArrayList<>();
            for (int user = 0; user < THREADS; user++) {
                User work = new User(dataSource, user, end, done);
                users.add(work::run);
            }
            for (Future<Void> result : threads.invokeAll(users)) {
                result.get();
            }
            return done.get();
        } finally {
            threads.shutdownNow();
        }
    }

    /** One thread; it changes its own rows only, so that the database itself has no reason to refuse. */
    private static final class User {
        private final ShardingDataSource dataSource;
        private final int id;
        private final long endNanos;
        private final AtomicLong done;
        private final SplittableRandom random;

        User(ShardingDataSource dataSource, int id, long endNanos, AtomicLong done) {
            this.dataSource = dataSource;
            this.id = id;
            this.endNanos = endNanos;
            this.done = done;
            this.random = new SplittableRandom(id);
        }

        Void run() throws SQLException {
            while (System.nanoTime() < endNanos) {
                step();
                done.incrementAndGet();
            }
            return null;
        }

        private void step() throws SQLException {
            switch (random.nextInt(10)) {
                case 0, 1 -> readPoint();
                case 2 -> readAllOrdered();
                case 3 -> readHalfAndLeave();
                case 4 -> aggregate();
                case 5 -> transfer();
                case 6 -> transferAndRollBack();
                case 7 -> pull();
                case 8 -> pullInTransaction();
                default -> insertAndDelete();
            }
        }

        private int orderOf(int row) {
            return id * ROWS_EACH + row;
        }

        private void readPoint() throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(
                            "SELECT amount FROM t_order WHERE order_id = ? AND user_id = ?")) {
                int row = random.nextInt(ROWS_EACH);
                statement.setInt(1, orderOf(row));
                statement.setInt(2, row / 4);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.next()).isFalse();
                }
            }
        }

        private void readAllOrdered() throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT order_id FROM t_order WHERE order_id < "
                            + THREADS * ROWS_EACH + " ORDER BY order_id")) {
                int expected = 0;
                while (rows.next()) {
                    assertThat(rows.getInt(1)).isEqualTo(expected++);
                }
                assertThat(expected).isEqualTo(THREADS * ROWS_EACH);
            }
        }

        private void readHalfAndLeave() throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                ResultSet rows =
                        connection.createStatement().executeQuery("SELECT * FROM t_order ORDER BY amount, order_id");
                for (int i = 0; i < 20; i++) {
                    assertThat(rows.next()).isTrue();
                }
            }
        }

        private void aggregate() throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT user_id, COUNT(*), AVG(amount) FROM t_order"
                            + " WHERE order_id < " + THREADS * ROWS_EACH + " GROUP BY user_id ORDER BY user_id")) {
                int groups = 0;
                while (rows.next()) {
                    groups++;
                    assertThat(rows.getInt(2)).isEqualTo(THREADS * 4);
                }
                assertThat(groups).isEqualTo(4);
            }
        }

        private void pull() throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                assertNeighbours(connection);
            }
        }

        /** While it holds connections that others wait for. */
        private void pullInTransaction() throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                change(connection);
                assertNeighbours(connection);
                connection.rollback();
            }
        }

        /** Joins this user's orders with the next ones, which other data nodes have. */
        private void assertNeighbours(Connection connection) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT o.order_id, n.order_id FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1"
                            + " WHERE o.order_id BETWEEN ? AND ? AND n.order_id BETWEEN ? AND ? ORDER BY 1")) {
                for (int i = 0; i < 4; i++) {
                    statement.setInt(i + 1, orderOf(i % 2 * (ROWS_EACH - 1)));
                }
                try (ResultSet rows = statement.executeQuery()) {
                    int expected = orderOf(0);
                    while (rows.next()) {
                        assertThat(rows.getInt(1)).isEqualTo(expected++);
                        assertThat(rows.getInt(2)).isEqualTo(expected);
                    }
                    assertThat(expected).isEqualTo(orderOf(ROWS_EACH - 1));
                }
            }
        }

        private void transfer() throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                change(connection);
                connection.commit();
            }
        }

        private void transferAndRollBack() throws SQLException {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                change(connection);
                connection.rollback();
            }
        }

        private void change(Connection connection) throws SQLException {
            int amount = 1 + random.nextInt(5);
            int from = random.nextInt(ROWS_EACH);
            add(connection, from, -amount);
            add(connection, (from + 5) % ROWS_EACH, amount);
        }

        private void add(Connection connection, int row, int amount) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(
                    "UPDATE t_order SET amount = amount + ? WHERE order_id = ? AND user_id = ?")) {
                statement.setInt(1, amount);
                statement.setInt(2, orderOf(row));
                statement.setInt(3, row / 4);
                assertThat(statement.executeUpdate()).isOne();
            }
        }

        private void insertAndDelete() throws SQLException {
            int base = 1_000_000 + id * 100;
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                int inserted = statement.executeUpdate("INSERT INTO t_order (order_id, user_id, amount) VALUES ("
                        + base + ", 0, 0), (" + (base + 1) + ", 1, 0), (" + (base + 2) + ", 0, 0), ("
                        + (base + 3) + ", 1, 0)");
                assertThat(inserted).isEqualTo(4);
                int deleted = statement.executeUpdate("DELETE FROM t_order WHERE order_id IN (" + base + ", "
                        + (base + 1) + ", " + (base + 2) + ", " + (base + 3) + ")");
                assertThat(deleted).isEqualTo(4);
            }
        }
    }

    private static void fill(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL, amount INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
                for (int id = 0; id < THREADS * ROWS_EACH; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, id % ROWS_EACH / 4);
                    insert.setInt(3, START_AMOUNT);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    private static void assertTotalIsKept(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*), SUM(amount) FROM t_order")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(THREADS * ROWS_EACH);
            assertThat(rows.getLong(2)).isEqualTo((long) THREADS * ROWS_EACH * START_AMOUNT);
        }
    }

    private static String yaml(TestServer server, int maxConnections) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        transactionIsolation: TRANSACTION_READ_COMMITTED
                        poolName: load_ds_%d
                        registerMbeans: true
                        maximumPoolSize: 10
                        connectionTimeout: 60000
                    """.formatted(i, server.createDatabase("load_" + i), server.user(), server.password(), i));
        }
        return yaml.append("""
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_${0..1}.t_order_${0..3}
                        databaseStrategy:
                          standard:
                            shardingColumn: user_id
                            shardingAlgorithmName: by_user
                        tableStrategy:
                          standard:
                            shardingColumn: order_id
                            shardingAlgorithmName: by_order
                    shardingAlgorithms:
                      by_user:
                        type: INLINE
                        props:
                          algorithm-expression: ds_${user_id % 2}
                      by_order:
                        type: MOD
                        props:
                          sharding-count: 4
                props:
                  max-connections-size-per-query:""").append(' ').append(maxConnections).toString();
    }
}
