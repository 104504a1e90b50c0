package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/**
 * The tables {@code t} and {@code c}, MOD 4 on {@code id} over two data sources, the single table {@code s} and the
 * broadcast table {@code bc} on a real server, behind a proxy where the server is reached by TCP.
 */
final class ServerShards implements AutoCloseable {
    static final int ROWS = 20;
    private static final int DATA_SOURCES = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final TestServer server;
    private final TcpProxy proxy;
    private final ShardingDataSource dataSource;

    /**
     * @param server whose databases {@code name_0} and {@code name_1} are made anew
     * @param poolSize of each data source
     * @param props lines of the configuration, such as {@code "connection-linger-milliseconds: 0"}
     */
    ServerShards(TestServer server, String name, int poolSize, String... props) throws SQLException, IOException {
        this(server, name, poolSize, "", props);
    }

    /** @param urlParameters behind {@code ?} in the URLs, such as {@code "socketTimeout=2"}; may be empty */
    ServerShards(TestServer server, String name, int poolSize, String urlParameters, String[] props)
            throws SQLException, IOException {
        this.server = server;
        String first = server.createDatabase(name + "_0");
        proxy = server.kind() == DatabaseKind.H2 ? null : TcpProxy.to(first);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < DATA_SOURCES; i++) {
            String direct = i == 0 ? first : server.createDatabase(name + "_" + i);
            String url = proxy == null ? direct : proxy.url(direct);
            String parameters = urlParameters.isEmpty() ? "" : (url.contains("?") ? "&" : "?") + urlParameters;
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: %d
                        connectionTimeout: 10000
                    """.formatted(i, url, parameters, server.user(), server.password(), poolSize));
        }
        yaml.append("""
                rules:
                  - !SHARDING
                    autoTables:
                      t: {actualDataSources: "ds_0, ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: m}}}
                      c: {actualDataSources: "ds_0, ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: m}}}
                    shardingAlgorithms:
                      m: {type: MOD, props: {sharding-count: 4}}
                  - !BROADCAST
                    tables: [bc]
                  - !SINGLE
                    tables: ["ds_0.s"]
                """);
        if (props.length > 0) {
            yaml.append("props:\n");
        }
        for (String prop : props) {
            yaml.append("  ").append(prop).append('\n');
        }
        dataSource = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        fill();
    }

    private void fill() throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100))");
            statement.execute("CREATE TABLE c (id INT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE bc (id INT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE s (id INT PRIMARY KEY, a INT)");
            for (int id = 0; id < ROWS; id++) {
                statement.executeUpdate("INSERT INTO t VALUES (" + id + ", " + id % 3 + ", 'b" + id + "')");
                statement.executeUpdate("INSERT INTO c VALUES (" + id + ", " + id % 5 + ")");
            }
            statement.executeUpdate("INSERT INTO bc VALUES (1, 1)");
            statement.executeUpdate("INSERT INTO s VALUES (1, 1)");
        }
    }

    Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    ShardingDataSource dataSource() {
        return dataSource;
    }

    TestServer server() {
        return server;
    }

    /** The way to the server; null on H2. */
    TcpProxy proxy() {
        return proxy;
    }

    /** The pool of a data source. */
    HikariDataSource pool(int index) {
        return (HikariDataSource) dataSource.dataSources().get("ds_" + index);
    }

    /** How many connections of a data source are not in its pool. */
    int active(int index) {
        return pool(index).getHikariPoolMXBean().getActiveConnections();
    }

    /** Waits until all connections are in their pools again. */
    void awaitIdle() {
        await("connections come back", () -> active(0) == 0 && active(1) == 0);
    }

    /** Waits for what must happen by itself. */
    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    /** The only number that a query returns. */
    static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    @Override
    public void close() {
        dataSource.close();
        if (proxy != null) {
            proxy.close();
        }
    }
}
