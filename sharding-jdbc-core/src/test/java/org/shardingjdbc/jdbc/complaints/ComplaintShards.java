package org.shardingjdbc.jdbc.complaints;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.function.BinaryOperator;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fault.FaultyDriver;

/**
 * The tables that the complaints are about, filled alike in one plain database and in a sharded one of two data
 * sources. Orders and their items are binding tables by user_id, one data node of which has no items; accounts are
 * bound to nothing; people are sharded by a text; small and big keys by numbers of two types; documents hold bytes;
 * t_typed is created by the test that wants it. Countries are broadcast, the configuration is a single table of ds_1.
 */
final class ComplaintShards implements AutoCloseable {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t_order:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_4}}
                  t_item:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_4}}
                  t_account:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: account_id, shardingAlgorithmName: mod_4}}
                  t_person:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: name, shardingAlgorithmName: hash_4}}
                  t_small:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: hash_4}}
                  t_big:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: hash_4}}
                  t_doc:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: doc_id, shardingAlgorithmName: mod_4}}
                  t_typed:
                    actualDataSources: "ds_0,ds_1"
                    shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                bindingTables:
                  - t_order, t_item
                shardingAlgorithms:
                  mod_4: {type: MOD, props: {sharding-count: 4}}
                  hash_4: {type: HASH_MOD, props: {sharding-count: 4}}
              - !BROADCAST
                tables: [t_country]
              - !SINGLE
                tables: [ds_1.t_config]
                defaultDataSource: ds_1
            """;

    private final TestServer server;
    private final String name;
    private final ShardingDataSource sharded;

    private ComplaintShards(TestServer server, String name, ShardingDataSource sharded) {
        this.server = server;
        this.name = name;
        this.sharded = sharded;
    }

    /**
     * Creates and fills both databases.
     *
     * @param name begins the names of the databases
     */
    static ComplaintShards create(DatabaseKind kind, String name) throws SQLException, IOException {
        return create(kind, name, (dataSource, url) -> url);
    }

    /** As {@link #create}, with the data sources behind the probe of that name. */
    static ComplaintShards probed(DatabaseKind kind, String name, String probe) throws SQLException, IOException {
        return create(kind, name, (dataSource, url) -> FaultyDriver.url(probe, dataSource, url));
    }

    private static ComplaintShards create(DatabaseKind kind, String name, BinaryOperator<String> urls)
            throws SQLException, IOException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(name);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            String url = urls.apply("ds_" + i, server.createDatabase(name + "_" + i));
            yaml.append("  ds_").append(i).append(": {jdbcUrl: \"").append(url);
            yaml.append("\", username: \"").append(server.user()).append("\", password: \"");
            yaml.append(server.password()).append("\", maximumPoolSize: 10, minimumIdle: 0}\n");
        }
        yaml.append(RULES).append("props:\n  max-connections-size-per-query: 2\n");
        ComplaintShards shards = new ComplaintShards(
                server,
                name,
                ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8))));
        try (PlainAndSharded both = shards.both()) {
            both.setUp(schema(kind));
            both.setUp(ROWS);
        }
        return shards;
    }

    private static String[] schema(DatabaseKind kind) {
        String bytes = kind == DatabaseKind.POSTGRESQL ? "BYTEA" : kind == DatabaseKind.H2 ? "BLOB" : "LONGBLOB";
        String text = kind == DatabaseKind.H2 ? "CLOB" : kind == DatabaseKind.POSTGRESQL ? "TEXT" : "LONGTEXT";
        return new String[] {
            "CREATE TABLE t_order (order_id INT NOT NULL, user_id INT NOT NULL, status VARCHAR(20),"
                    + " amount DECIMAL(10,2), created DATE, PRIMARY KEY (order_id, user_id))",
            "CREATE TABLE t_item (item_id INT NOT NULL, order_id INT NOT NULL, user_id INT NOT NULL,"
                    + " product VARCHAR(20), quantity INT, PRIMARY KEY (item_id, user_id))",
            "CREATE TABLE t_account (account_id INT PRIMARY KEY, owner_id INT, balance DECIMAL(12,2), city VARCHAR(20))",
            "CREATE TABLE t_person (name VARCHAR(20) NOT NULL, person_id INT NOT NULL, city VARCHAR(20))",
            "CREATE TABLE t_small (k INT PRIMARY KEY, s VARCHAR(10))",
            "CREATE TABLE t_big (k BIGINT PRIMARY KEY, b VARCHAR(10))",
            "CREATE TABLE t_doc (doc_id INT PRIMARY KEY, content " + bytes + ", txt " + text + ", n INT)",
            "CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, name VARCHAR(20), flag " + bytes + ")",
            "CREATE TABLE t_config (name VARCHAR(20) PRIMARY KEY, content VARCHAR(50))"
        };
    }

    private static final String[] ROWS = {
        "INSERT INTO t_order (order_id, user_id, status, amount, created) VALUES (1, 1, 'new', 10.00, '2024-01-01'),"
                + " (2, 1, 'paid', 20.50, '2024-01-02'), (3, 2, 'new', 10.00, '2024-01-02'), (4, 3, 'sent', NULL, NULL),"
                + " (5, 4, 'new', 99.99, '2024-01-03'), (6, 5, 'paid', 5.25, '2024-01-01'), (7, 5, NULL, 20.50, NULL),"
                + " (8, 6, 'sent', 0.00, '2024-02-29'), (9, 8, 'paid', -3.10, '2024-01-03'), (10, 9, 'new', 10.00, NULL)",
        "INSERT INTO t_item (item_id, order_id, user_id, product, quantity) VALUES (1, 1, 1, 'pen', 3),"
                + " (2, 1, 1, 'ink', 1), (3, 2, 1, 'pen', 2), (4, 3, 2, 'pad', 5), (5, 5, 4, 'pen', NULL),"
                + " (6, 5, 4, 'ink', 4), (7, 6, 5, 'pad', 2), (8, 8, 6, NULL, 1), (9, 9, 8, 'pen', 3)",
        "INSERT INTO t_account (account_id, owner_id, balance, city) VALUES (1, 5, 100.00, 'Rome'), (2, 1, -5.50, 'Bonn'),"
                + " (3, 2, 20.50, NULL), (4, 9, 10.00, 'Rome'), (5, NULL, 7.00, 'Ulm'), (6, 1, 10.00, 'Bonn')",
        "INSERT INTO t_person (name, person_id, city) VALUES ('Anna', 1, 'Rome'), ('anna', 2, 'rome'),"
                + " ('ANNA', 3, 'ROME'), ('bert', 4, 'Bonn'), ('Bert', 5, 'bonn'), ('Zoe', 6, 'Ulm'),"
                + " ('zoé', 7, 'ulm'), ('eva', 8, NULL), ('Eva', 9, NULL)",
        "INSERT INTO t_small (k, s) VALUES (-2147483648, 'min'), (-3, 'm3'), (-1, 'm1'), (0, 'zero'), (1, 'p1'),"
                + " (2, 'p2'), (7, 'p7'), (2147483647, 'max')",
        "INSERT INTO t_big (k, b) VALUES (-2147483648, 'min'), (-3, 'm3'), (-1, 'm1'), (0, 'zero'), (1, 'p1'),"
                + " (2, 'p2'), (7, 'p7'), (2147483647, 'max'), (4294967296, 'huge')",
        "INSERT INTO t_doc (doc_id, n) VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)",
        "INSERT INTO t_country (code, name) VALUES ('de', 'Germany'), ('it', 'Italy'), ('xx', NULL)",
        "INSERT INTO t_config (name, content) VALUES ('mode', 'dark'), ('size', '12')"
    };

    DatabaseKind kind() {
        return server.kind();
    }

    /** A new pair of connections; the caller closes it. */
    PlainAndSharded both() {
        return new PlainAndSharded(plain(), sharded);
    }

    /** One database with all rows. */
    DataSource plain() {
        return server.dataSource(name);
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    /** A data source behind the sharded one. */
    DataSource raw(int dataSource) {
        return server.dataSource(name + "_" + dataSource);
    }

    @Override
    public void close() throws SQLException {
        sharded.close();
    }
}
