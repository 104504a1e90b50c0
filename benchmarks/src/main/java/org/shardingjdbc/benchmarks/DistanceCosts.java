package org.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/**
 * What a statement takes that goes to eight tables in two data sources, each a millisecond away: a round trip through a
 * proxy takes so much longer. {@code ONE} is the measure: whatever the operation, the plain driver runs one statement
 * of one table.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh DistanceCosts"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DistanceCosts {
    private static final Duration ONE_WAY = Duration.ofNanos(500_000);
    private static final int ORDERS = 8_000;
    private static final int STEP = 37;
    private static final int RANGE = 20;
    private static final int KEYS = 10;
    private static final int POOL_SIZE = 10;

    /** Who runs them. */
    public enum Who {
        /** A statement of one table, instead of each operation. */
        ONE,
        OURS,
        SHARDINGSPHERE
    }

    @Param({"POSTGRESQL", "MARIADB", "MYSQL"})
    private DatabaseKind database;

    @Param({"ONE", "OURS", "SHARDINGSPHERE"})
    private Who who;

    private final List<TcpProxy> ways = new ArrayList<>();
    private DataSource dataSource;
    private Connection connection;
    private long next;

    /** Starts the server, fills the tables, and goes away from it. */
    @Setup(Level.Trial)
    public void open() throws Exception {
        TestServer server = TestServer.of(database);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        String first = null;
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            String direct = server.createDatabase("distance_" + i);
            fill(direct, server, i);
            TcpProxy way = TcpProxy.to(direct);
            ways.add(way);
            first = first == null ? way.url(direct) : first;
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: %d
                    """.formatted(
                            i, server.driverClassName(), way.url(direct), server.user(), server.password(), POOL_SIZE));
        }
        dataSource = switch (who) {
            case ONE -> pool(first, server);
            case OURS -> Contender.OURS.sharding(yaml + Contender.RULES);
            case SHARDINGSPHERE -> Contender.SHARDINGSPHERE.sharding(yaml + Contender.RULES);
        };
        connection = dataSource.getConnection();
        ways.forEach(way -> way.delay(ONE_WAY));
    }

    private static DataSource pool(String url, TestServer server) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setMaximumPoolSize(POOL_SIZE);
        return new HikariDataSource(config);
    }

    private static void fill(String url, TestServer server, int dataSource) throws SQLException {
        String[] states = {"NEW", "PAID", "SENT", "DONE"};
        try (Connection direct = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = direct.createStatement()) {
            for (int table = 0; table < Data.TABLES; table++) {
                String name = "t_order_" + table;
                statement.execute("CREATE TABLE " + name
                        + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10) NOT NULL)");
                StringBuilder rows = new StringBuilder();
                for (long order = 0; order < ORDERS; order++) {
                    if (Data.table(order) == table && Data.dataSource(order) == dataSource) {
                        rows.append(rows.isEmpty() ? "" : ", ")
                                .append("(%d, %d, '%s')"
                                        .formatted(order, Data.user(order), states[Data.user(order) % states.length]));
                    }
                }
                statement.execute("INSERT INTO " + name + " (order_id, user_id, status) VALUES " + rows);
            }
        }
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        connection.close();
        ((AutoCloseable) dataSource).close();
        ways.forEach(TcpProxy::close);
        TestServer.stopAll();
    }

    private long run(String sql, long... parameters) throws SQLException {
        next = (next + STEP) % (ORDERS / 2);
        if (who == Who.ONE) {
            return read("SELECT order_id FROM t_order_0 WHERE order_id = ?", next * 8);
        }
        return read(sql, parameters);
    }

    private long read(String sql, long... parameters) throws SQLException {
        long sum = 0;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(1);
                }
            }
        }
        return sum;
    }

    /** The first ten of all tables. */
    @Benchmark
    public long top10() throws SQLException {
        return run(Data.Sql.top("t_order"), 10, 0);
    }

    /** Twenty neighbours. */
    @Benchmark
    public long range20() throws SQLException {
        return run(Data.Sql.range("t_order"), next, next + RANGE - 1);
    }

    /** Ten orders, of which the users are not said. */
    @Benchmark
    public long in10() throws SQLException {
        long[] keys = new long[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = (next + i * 41L) % ORDERS;
        }
        return run(Data.Sql.in("t_order", KEYS), keys);
    }

    /** One number of all tables. */
    @Benchmark
    public long count() throws SQLException {
        return run("SELECT COUNT(*) FROM t_order");
    }

    /** Four groups of all tables. */
    @Benchmark
    public long groups() throws SQLException {
        return run("SELECT COUNT(*), status FROM t_order GROUP BY status ORDER BY status");
    }
}
