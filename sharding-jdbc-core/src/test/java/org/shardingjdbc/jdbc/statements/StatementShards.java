package org.shardingjdbc.jdbc.statements;

import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Two data sources with the tables that tests of statements need, and a plain database with the same tables:
 * {@code t_order} (two nodes in each data source), {@code t_serial} (key made by the database), {@code t_keyed} (key
 * made by a generator), {@code t_value} (a column of each type), {@code t_country} (broadcast), {@code t_config}
 * (single).
 */
final class StatementShards implements AutoCloseable {
    private static final String DEFAULT_PROP = "max-connections-size-per-query: 2";
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: mod_2
                  t_serial:
                    actualDataNodes: ds_${0..1}.t_serial_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: kind
                        shardingAlgorithmName: mod_2
                  t_keyed:
                    actualDataNodes: ds_${0..1}.t_keyed
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      none:
                    keyGenerateStrategy:
                      column: id
                      keyGeneratorName: snowflake
                  t_value:
                    actualDataNodes: ds_0.t_value_${0..1}
                    databaseStrategy:
                      none:
                    tableStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: mod_2
                shardingAlgorithms:
                  by_user:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${user_id % 2}
                      allow-range-query-with-inline-sharding: true
                  mod_2:
                    type: MOD
                    props:
                      sharding-count: 2
                keyGenerators:
                  snowflake:
                    type: SNOWFLAKE
                    props:
                      worker-id: 7
              - !BROADCAST
                tables:
                  - t_country
              - !SINGLE
                tables:
                  - ds_1.t_config
                defaultDataSource: ds_1
            """;

    private final DatabaseKind kind;
    private final Fixture<ShardingDataSource> fixture;

    private StatementShards(DatabaseKind kind, Fixture<ShardingDataSource> fixture) {
        this.kind = kind;
        this.fixture = fixture;
    }

    /**
     * Creates both databases with empty tables.
     *
     * @param name begins the names of the databases
     */
    static StatementShards create(DatabaseKind kind, String name) throws SQLException, IOException {
        return create(kind, name, DEFAULT_PROP);
    }

    /** Creates both databases with empty tables, with a prop of its own. */
    static StatementShards create(DatabaseKind kind, String name, String prop) throws SQLException, IOException {
        return create(TestServer.of(kind), name, prop);
    }

    /** Creates both databases with empty tables, with settings of the driver in each URL; null for none. */
    static StatementShards through(String settings, DatabaseKind kind, String name) throws SQLException, IOException {
        TestServer server = TestServer.of(kind);
        return create(settings == null ? server : server.with(settings), name, DEFAULT_PROP);
    }

    private static StatementShards create(TestServer server, String name, String prop)
            throws SQLException, IOException {
        StatementShards shards = new StatementShards(
                server.kind(),
                Fixture.on(server, name)
                        .rules(RULES)
                        .pool("maximumPoolSize: 5")
                        .props(prop)
                        .open(ShardingDataSourceFactory::create));
        shards.fixture.onBoth(shards.schema());
        return shards;
    }

    private String[] schema() {
        String serial = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL
                ? "BIGINT AUTO_INCREMENT PRIMARY KEY"
                : "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
        return new String[] {
            "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(20),"
                    + " amount DECIMAL(10,2))",
            "CREATE TABLE t_serial (id " + serial + ", user_id INT NOT NULL, kind INT NOT NULL, name VARCHAR(20))",
            "CREATE TABLE t_keyed (id BIGINT PRIMARY KEY, user_id INT NOT NULL, name VARCHAR(20))",
            "CREATE TABLE t_value (id INT PRIMARY KEY, " + ValueColumn.definitions(kind) + ")",
            "CREATE TABLE t_country (code VARCHAR(10) PRIMARY KEY, flag " + bytesType() + ", anthem " + textType()
                    + ")",
            "CREATE TABLE t_config (name VARCHAR(50) PRIMARY KEY, content VARCHAR(100))"
        };
    }

    private String bytesType() {
        return kind == DatabaseKind.POSTGRESQL ? "BYTEA" : kind == DatabaseKind.H2 ? "BLOB" : "LONGBLOB";
    }

    private String textType() {
        return kind == DatabaseKind.H2 ? "CLOB" : kind == DatabaseKind.POSTGRESQL ? "TEXT" : "LONGTEXT";
    }

    DatabaseKind kind() {
        return kind;
    }

    /** One database with all rows. */
    DataSource plain() {
        return fixture.plain();
    }

    ShardingDataSource sharded() {
        return fixture.sharded();
    }

    /** A data source behind the sharded one. */
    DataSource raw(int dataSource) {
        return fixture.raw(dataSource);
    }

    @Override
    public void close() throws SQLException {
        fixture.close();
    }
}
