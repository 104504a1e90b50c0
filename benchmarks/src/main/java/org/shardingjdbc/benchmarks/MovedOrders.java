package org.shardingjdbc.benchmarks;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A plain table of rows of 1 KB in one of two databases of a server, which a scaling job spreads over both. */
final class MovedOrders implements AutoCloseable {
    static final String COLUMNS =
            "(order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, note VARCHAR(1000) NOT NULL)";
    private static final int NOTE = 1_000;

    private final TestServer server;
    private final String from;
    private final String to;

    MovedOrders(DatabaseKind database, int rows) throws SQLException {
        server = TestServer.followed(database, 1);
        from = server.createDatabase("from_here");
        to = server.createDatabase("to_there");
        execute(
                from,
                "CREATE TABLE t_order " + COLUMNS,
                "INSERT INTO t_order VALUES (0, 0, '" + "x".repeat(NOTE) + "')");
        for (int there = 1; there < rows; there *= 2) {
            execute(
                    from,
                    "INSERT INTO t_order SELECT order_id + " + there
                            + ", user_id + 1, note FROM t_order WHERE order_id < " + (rows - there));
        }
    }

    /** A connection to the database that has the table. */
    Connection source(String options) throws SQLException {
        return direct(from, options);
    }

    /** A connection to the other database. */
    Connection target(String options) throws SQLException {
        return direct(to, options);
    }

    void atTarget(String... statements) throws SQLException {
        execute(to, statements);
    }

    private Connection direct(String url, String options) throws SQLException {
        String given = options.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + options;
        return DriverManager.getConnection(given, server.user(), server.password());
    }

    private void execute(String url, String... statements) throws SQLException {
        try (Connection connection = direct(url, "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Knows the table as it is. */
    ShardingDataSource dataSource() throws SQLException {
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml(false).getBytes(StandardCharsets.UTF_8)));
    }

    /** Moves it to two tables in each database; it is not started. */
    ScalingJob job(ShardingDataSource dataSource) throws SQLException {
        return ScalingJob.of(
                dataSource,
                "costs",
                YamlConfigurations.parse(yaml(true), "next", PlaceholderType.NONE),
                List.of("t_order"));
    }

    private String yaml(boolean next) {
        String pools = """
                dataSources:
                  ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 8}
                  ds_1: {<<: *pool, jdbcUrl: '%s'}
                rules:
                - !SINGLE
                  tables: ["*.*"]
                """.formatted(from, server.user(), server.password(), to);
        return next ? pools + """
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_${0..1}
                      databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: nodes}}
                      tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: nodes}}
                  shardingAlgorithms:
                    nodes: {type: MOD, props: {sharding-count: 2}}
                """ : pools;
    }

    @Override
    public void close() {
        server.end();
    }
}
