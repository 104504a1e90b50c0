package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fault.JdbcProbe.OpenHandles;

/** A sharded DataSource over eight data nodes in two databases, each behind a probe. */
final class FaultyShards implements AutoCloseable {
    static final int ROWS = 40;

    private static final String PROBE = "faulty_shards";
    private static final int DATA_SOURCES = 2;
    private static final int POOL_SIZE = 6;
    private static final int PATIENT_MILLIS = 60_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final DatabaseKind kind;
    private final JdbcProbe probe = new JdbcProbe();
    private final ShardingDataSource dataSource;

    /**
     * Over H2.
     *
     * @param maxConnections {@code max-connections-size-per-query}
     */
    FaultyShards(int maxConnections) throws SQLException, IOException {
        this(DatabaseKind.H2, maxConnections);
    }

    /** @param maxConnections {@code max-connections-size-per-query} */
    FaultyShards(DatabaseKind kind, int maxConnections) throws SQLException, IOException {
        this(kind, maxConnections, PATIENT_MILLIS);
    }

    /**
     * @param maxConnections {@code max-connections-size-per-query}
     * @param connectionTimeoutMillis how long the pools let someone wait for a connection
     */
    FaultyShards(DatabaseKind kind, int maxConnections, int connectionTimeoutMillis) throws SQLException, IOException {
        this.kind = kind;
        FaultyDriver.register(PROBE, probe);
        TestServer server = TestServer.of(kind);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < DATA_SOURCES; i++) {
            String url = FaultyDriver.url(PROBE, "ds_" + i, server.createDatabase("faulty_" + i));
            yaml.append("""
                      ds_%d:
                        driverClassName: org.shardingjdbc.testkit.fault.FaultyDriver
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        poolName: faulty_ds_%d
                        registerMbeans: true
                        maximumPoolSize: 6
                        minimumIdle: 6
                        connectionTimeout: %d
                    """.formatted(i, url, server.user(), server.password(), i, connectionTimeoutMillis));
        }
        yaml.append("""
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
                  max-connections-size-per-query:""").append(' ').append(maxConnections);
        dataSource = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        fill();
    }

    private void fill() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL, amount INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
                for (int id = 1; id <= ROWS; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, id / 4);
                    insert.setInt(3, id % 7);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    JdbcProbe probe() {
        return probe;
    }

    Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    /**
     * Waits until all connections are back, and checks that they left nothing open. A pool that makes a connection in
     * place of a lost one has a statement open for a moment, on a thread of its own: what counts is what stays.
     */
    void assertIdle(String after) throws JMException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        OpenHandles open = probe.open();
        while (!isIdle(open) && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            open = probe.open();
        }
        for (int i = 0; i < DATA_SOURCES; i++) {
            assertThat(active(i))
                    .as("connections of ds_%d in use after %s", i, after)
                    .isZero();
        }
        assertThat(open.statements()).as("statements open after %s", after).isZero();
        assertThat(open.resultSets()).as("result sets open after %s", after).isZero();
    }

    /** Checks on every connection of every pool that no temporary table is left. */
    void assertNoTables(String after) throws SQLException {
        for (Map.Entry<String, DataSource> pool : dataSource.dataSources().entrySet()) {
            List<Connection> connections = new ArrayList<>();
            try {
                for (int i = 0; i < POOL_SIZE; i++) {
                    connections.add(pool.getValue().getConnection());
                    assertThat(TemporaryTables.on(kind, connections.get(i)))
                            .as("temporary tables of %s after %s", pool.getKey(), after)
                            .isEmpty();
                }
            } finally {
                for (Connection connection : connections) {
                    connection.close();
                }
            }
        }
    }

    private static boolean isIdle(OpenHandles open) throws JMException {
        return open.statements() == 0 && open.resultSets() == 0 && active(0) == 0 && active(1) == 0;
    }

    private static int active(int index) throws JMException {
        ObjectName pool = new ObjectName("com.zaxxer.hikari:type=Pool (faulty_ds_" + index + ")");
        return (Integer) ManagementFactory.getPlatformMBeanServer().getAttribute(pool, "ActiveConnections");
    }

    /** Closes the DataSource and checks that no thread of it stays. */
    @Override
    public void close() throws SQLException {
        dataSource.close();
        FaultyDriver.unregister(PROBE);
        long end = System.nanoTime() + PATIENCE_NANOS;
        List<String> left = threads();
        while (!left.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            left = threads();
        }
        assertThat(left).as("threads left").isEmpty();
        // who used the data source while it closed may be on the way out
        while (probe.open().connections() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(probe.open().connections()).as("connections left").isZero();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.contains("faulty_ds_") || name.contains("sharding"))
                .toList();
    }
}
