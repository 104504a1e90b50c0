package org.shardingjdbc.jdbc.check;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Two databases with tables of all sorts, made past the sharding data source: all as they should be. */
final class CheckedShop implements AutoCloseable {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_order: {actualDataNodes: "ds_${0..1}.t_order_${0..1}"}
                t_item: {actualDataNodes: "ds_${0..1}.t_item_${0..1}"}
                t_wide:
                  actualDataNodes: "ds_${0..1}.t_wide_${0..9}"
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: wide}}
                t_first: {actualDataNodes: "ds_${0..1}.t_first_${0..1}"}
                t_second: {actualDataNodes: "ds_${0..1}.t_second_${0..1}"}
                t_named: {actualDataNodes: "ds_${0..1}.t_named_${0..1}", keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}}
              bindingTables:
              - {tables: "t_order, t_item", dependences: order_id -> user_id}
              - t_first, t_second
              defaultDatabaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: database}}
              defaultTableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: table}}
              shardingAlgorithms:
                database: {type: INLINE, props: {algorithm-expression: "ds_${user_id % 2}"}}
                table: {type: HASH_MOD, props: {sharding-count: 2}}
                wide: {type: MOD, props: {sharding-count: 10}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
            - !BROADCAST
              tables: [t_config]
            - !SINGLE
              tables: ["*.*"]
            """;

    private final TestServer server;
    private final String name;
    private final ShardingDataSource sharded;

    CheckedShop(DatabaseKind kind, String name) throws SQLException {
        this.server = TestServer.of(kind);
        this.name = name;
        for (int source = 0; source < 2; source++) {
            server.createDatabase(name + "_" + source);
            for (int i = 0; i < 10; i++) {
                run(
                        source,
                        "CREATE TABLE t_wide_" + i
                                + " (id BIGINT NOT NULL, user_id BIGINT NOT NULL, status VARCHAR(20) DEFAULT 'new',"
                                + " code VARCHAR(30) NOT NULL, PRIMARY KEY (id, user_id))",
                        "CREATE INDEX idx_status_t_wide_" + i + " ON t_wide_" + i + " (status)",
                        "CREATE UNIQUE INDEX uk_code_t_wide_" + i + " ON t_wide_" + i + " (id, user_id, code)");
            }
            for (int i = 0; i < 2; i++) {
                run(
                        source,
                        "CREATE TABLE t_order_" + i
                                + " (order_id BIGINT NOT NULL, user_id BIGINT NOT NULL, PRIMARY KEY (order_id, user_id))",
                        "CREATE TABLE t_item_" + i + " (item_id BIGINT NOT NULL, order_id BIGINT NOT NULL,"
                                + " user_id BIGINT NOT NULL, PRIMARY KEY (item_id, user_id), CONSTRAINT fk_item_" + i
                                + " FOREIGN KEY (order_id, user_id) REFERENCES t_order_" + i + " (order_id, user_id))",
                        "CREATE TABLE t_first_" + i + " (user_id BIGINT, title VARCHAR(20))",
                        "CREATE TABLE t_second_" + i + " (user_id BIGINT, title VARCHAR(20))",
                        "CREATE TABLE t_named_" + i
                                + " (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, title VARCHAR(20))");
            }
            run(
                    source,
                    "CREATE TABLE t_config (id INT NOT NULL PRIMARY KEY, title VARCHAR(20))",
                    "INSERT INTO t_config VALUES (1, 'one'), (2, 'two')");
        }
        run(0, "CREATE TABLE t_lonely (id INT NOT NULL PRIMARY KEY)");
        this.sharded = open(RULES, "");
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            for (int user = 1; user <= 8; user++) {
                statement.execute("INSERT INTO t_order (order_id, user_id) VALUES (" + user * 10 + ", " + user + ")");
                statement.execute("INSERT INTO t_item (item_id, order_id, user_id) VALUES (" + user * 100 + ", "
                        + user * 10 + ", " + user + ")");
                statement.execute("INSERT INTO t_wide (id, user_id, code) VALUES (" + user + ", " + user + ", 'c')");
            }
        }
    }

    /** One more sharding data source over the same databases. */
    ShardingDataSource open(String rules, String props) throws SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("  ds_%d: {jdbcUrl: \"%s\", username: \"%s\", password: \"%s\", maximumPoolSize: 3}\n"
                    .formatted(i, server.jdbcUrl(name + "_" + i), server.user(), server.password()));
        }
        yaml.append(rules).append(props);
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    ShardingDataSource withProps(String props) throws SQLException {
        return open(RULES, props);
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    /** Runs statements on one database. */
    void run(int source, String... statements) throws SQLException {
        try (Connection connection = server.dataSource(name + "_" + source).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() {
        sharded.close();
    }
}
