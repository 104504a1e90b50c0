package org.shardingjdbc.jdbc.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/**
 * How often a statement goes to each of two data sources with four tables each, counted on the way there: once, where
 * one statement of one table goes once.
 */
class RoundTripsTest {
    private static final int ROWS = 80;
    private static final int DATA_SOURCES = 2;
    /**
     * After so many executions the driver has prepared a statement on the server, and we have seen how long it takes.
     */
    private static final int WARM = 8;

    private static final List<String> READS = List.of(
            "SELECT id, b FROM t ORDER BY id LIMIT 10",
            "SELECT id, b FROM t ORDER BY a DESC, id LIMIT 10 OFFSET 20",
            "SELECT id, b FROM t WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
            "SELECT id, b FROM t WHERE id BETWEEN 10 AND 30",
            "SELECT id, n FROM t WHERE a = 1",
            "SELECT COUNT(*), SUM(a), AVG(n), MAX(n) FROM t WHERE a = 1",
            "SELECT a, COUNT(*) FROM t GROUP BY a",
            "SELECT b, COUNT(*), MIN(n) FROM t GROUP BY b ORDER BY b");

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aReadGoesToEachDataSourceOnce(DatabaseKind kind) throws SQLException, IOException {
        List<TcpProxy> ways = new ArrayList<>();
        try (ShardingDataSource dataSource = open(TestServer.of(kind), ways);
                Connection connection = dataSource.getConnection()) {
            fill(connection);
            for (boolean autoCommit : new boolean[] {true, false}) {
                connection.setAutoCommit(autoCommit);
                for (String sql : READS) {
                    for (int i = 0; i < WARM; i++) {
                        assertThat(rows(connection, sql)).as(sql).isPositive();
                    }
                    List<Long> before = trips(ways);
                    rows(connection, sql);
                    List<Long> after = trips(ways);
                    for (int way = 0; way < DATA_SOURCES; way++) {
                        assertThat(after.get(way) - before.get(way)).as(sql).isOne();
                    }
                }
            }
            connection.commit();
        } finally {
            ways.forEach(TcpProxy::close);
        }
    }

    private static ShardingDataSource open(TestServer server, List<TcpProxy> ways) throws SQLException, IOException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < DATA_SOURCES; i++) {
            String direct = server.createDatabase("round_trips_" + i);
            TcpProxy way = TcpProxy.to(direct);
            ways.add(way);
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: 1
                    """.formatted(i, way.url(direct), server.user(), server.password()));
        }
        yaml.append("""
                rules:
                  - !SHARDING
                    autoTables:
                      t: {actualDataSources: "ds_0, ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: m}}}
                    shardingAlgorithms:
                      m: {type: MOD, props: {sharding-count: 8}}
                """);
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(100), n DECIMAL(10, 2))");
            for (int id = 0; id < ROWS; id++) {
                statement.executeUpdate(
                        "INSERT INTO t VALUES (" + id + ", " + id % 3 + ", 'b" + id % 4 + "', " + id + ".5)");
            }
        }
    }

    private static List<Long> trips(List<TcpProxy> ways) {
        return ways.stream().map(TcpProxy::roundTrips).toList();
    }

    private static int rows(Connection connection, String sql) throws SQLException {
        int count = 0;
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }
}
