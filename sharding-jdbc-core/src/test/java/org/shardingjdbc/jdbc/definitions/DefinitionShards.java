package org.shardingjdbc.jdbc.definitions;

import java.io.IOException;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Tables of each kind by rules alone; the tests define them. */
final class DefinitionShards {
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

    private DefinitionShards() {}

    static Fixture<ShardingDataSource> create(DatabaseKind kind, String name) throws SQLException, IOException {
        return Fixture.on(kind, name)
                .rules(RULES)
                .pool("maximumPoolSize: 8", "minimumIdle: 0")
                .props("max-connections-size-per-query: 2")
                .open(ShardingDataSourceFactory::create);
    }
}
