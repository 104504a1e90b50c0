package org.shardingjdbc.jdbc.statements;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Two data sources with {@code t(id, a)} as {@code t_0} and {@code t_1} in each, all else loaded as single tables by
 * {@code *.*}; in databases of their own, or in two schemas of one.
 */
final class TwoDataSources implements AutoCloseable {
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t:
                    actualDataNodes: ds_${0..1}.t_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: by_id
                    tableStrategy:
                      standard:
                        shardingColumn: a
                        shardingAlgorithmName: by_a
                shardingAlgorithms:
                  by_id:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${id % 2}
                      allow-range-query-with-inline-sharding: true
                  by_a:
                    type: MOD
                    props:
                      sharding-count: 2
              - !SINGLE
                tables:
                  - "*.*"
            """;

    private final TestServer server;
    private final String[] urls;
    private final ShardingDataSource sharded;

    private TwoDataSources(TestServer server, String[] urls, ShardingDataSource sharded) {
        this.server = server;
        this.urls = urls;
        this.sharded = sharded;
    }

    /** Each data source in a database of its own. */
    static TwoDataSources databases(DatabaseKind kind, String name) throws SQLException {
        TestServer server = TestServer.of(kind);
        return open(server, server.createDatabase(name + "_0"), server.createDatabase(name + "_1"));
    }

    /** Both data sources in one database, H2's or PostgreSQL's, in the schemas s_0 and s_1. */
    static TwoDataSources schemas(DatabaseKind kind, String name) throws SQLException {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase(name);
        run(
                List.of("CREATE SCHEMA s_0", "CREATE SCHEMA s_1"),
                DriverManager.getConnection(url, server.user(), server.password()));
        String[] urls = new String[2];
        for (int i = 0; i < 2; i++) {
            urls[i] = kind == DatabaseKind.H2
                    ? url + ";SCHEMA=S_" + i
                    : url + (url.indexOf('?') < 0 ? "?" : "&") + "currentSchema=s_" + i;
        }
        return open(server, urls[0], urls[1]);
    }

    private static TwoDataSources open(TestServer server, String... urls) throws SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: 5
                    """.formatted(i, urls[i], server.user(), server.password()));
        }
        yaml.append(RULES);
        ShardingDataSource sharded = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        run(
                List.of(
                        "CREATE TABLE t (id INT NOT NULL, a INT NOT NULL, PRIMARY KEY (id, a))",
                        "INSERT INTO t (id, a) VALUES (0, 0), (1, 1), (2, 1), (3, 0)",
                        "CREATE TABLE s (id INT PRIMARY KEY)",
                        "INSERT INTO s (id) VALUES (7)"),
                sharded.getConnection());
        return new TwoDataSources(server, urls, sharded);
    }

    private static void run(List<String> statements, Connection opened) throws SQLException {
        try (Connection connection = opened;
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    /** The JDBC URL of a data source. */
    String url(int dataSource) {
        return urls[dataSource];
    }

    String user() {
        return server.user();
    }

    String password() {
        return server.password();
    }

    /** The first column of a query. */
    static List<String> values(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    @Override
    public void close() throws SQLException {
        sharded.close();
    }
}
