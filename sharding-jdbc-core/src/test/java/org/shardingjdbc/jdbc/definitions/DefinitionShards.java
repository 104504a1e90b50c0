package org.shardingjdbc.jdbc.definitions;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/**
 * A plain database and a sharded one of two data sources, both empty: t, c, d and u are sharded by id over four nodes
 * (t and c are binding tables), w by id over the two nodes of ds_1, one is a node of ds_0; bc and bd are broadcast; s,
 * s2 and CTAS targets single tables of ds_0, o one of ds_1.
 */
final class DefinitionShards implements AutoCloseable {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t: {actualDataSources: "ds_0,ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}}
                  c: {actualDataSources: "ds_0,ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}}
                  d: {actualDataSources: "ds_0,ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}}
                  u: {actualDataSources: "ds_0,ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}}
                  w: {actualDataSources: "ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}}
                tables:
                  one:
                    actualDataNodes: ds_0.one_0
                    databaseStrategy:
                      none:
                    tableStrategy:
                      none:
                bindingTables:
                  - t, c
                shardingAlgorithms:
                  mod_4: {type: MOD, props: {sharding-count: 4}}
                  mod_2: {type: MOD, props: {sharding-count: 2}}
              - !BROADCAST
                tables: [bc, bd]
              - !SINGLE
                tables: [ds_0.s, ds_0.s2, ds_1.o]
                defaultDataSource: ds_0
            """;

    private final TestServer server;
    private final String name;
    private final List<ShardingDataSource> opened = new ArrayList<>();

    private DefinitionShards(TestServer server, String name) {
        this.server = server;
        this.name = name;
    }

    /** @param name begins the names of the databases */
    static DefinitionShards create(DatabaseKind kind, String name) throws SQLException, IOException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(name);
        for (int i = 0; i < 2; i++) {
            server.createDatabase(name + "_" + i);
        }
        DefinitionShards shards = new DefinitionShards(server, name);
        shards.instance();
        return shards;
    }

    /** One more sharded data source over the same databases, as another process would have it. */
    ShardingDataSource instance(String... props) throws SQLException, IOException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("  ds_").append(i).append(": {jdbcUrl: \"").append(server.jdbcUrl(name + "_" + i));
            yaml.append("\", username: \"").append(server.user()).append("\", password: \"");
            yaml.append(server.password()).append("\", maximumPoolSize: 8, minimumIdle: 0}\n");
        }
        yaml.append(RULES).append("props:\n  max-connections-size-per-query: 2\n");
        for (String prop : props) {
            yaml.append("  ").append(prop).append('\n');
        }
        ShardingDataSource made = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        opened.add(made);
        return made;
    }

    /** A new pair of connections; the caller closes it. */
    PlainAndSharded both() {
        return new PlainAndSharded(plain(), sharded());
    }

    /** One database. */
    DataSource plain() {
        return server.dataSource(name);
    }

    /** The first instance. */
    ShardingDataSource sharded() {
        return opened.get(0);
    }

    /** A data source behind the sharded ones. */
    DataSource raw(int dataSource) {
        return server.dataSource(name + "_" + dataSource);
    }

    @Override
    public void close() throws SQLException {
        for (ShardingDataSource each : opened) {
            each.close();
        }
    }
}
