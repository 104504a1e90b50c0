package org.shardingjdbc.jdbc.modes;

import java.io.IOException;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A plain database and a sharded one of two data sources on the same server, with the same schema and rows. */
final class ShardedPair {
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..3}
                  t_order_item:
                    actualDataNodes: ds_${0..1}.t_order_item_${0..3}
                  t_note:
                    actualDataNodes: ds_${0..1}.t_note_${0..1}
                    tableStrategy:
                      standard:
                        shardingColumn: note_id
                        shardingAlgorithmName: hash_2
                autoTables:
                  t_user:
                    actualDataSources: ds_${0..1}
                    shardingStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: hash_3
                bindingTables:
                  - t_order, t_order_item
                defaultDatabaseStrategy:
                  standard:
                    shardingColumn: user_id
                    shardingAlgorithmName: by_user
                defaultTableStrategy:
                  standard:
                    shardingColumn: order_id
                    shardingAlgorithmName: mod_4
                shardingAlgorithms:
                  by_user:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${user_id % 2}
                      allow-range-query-with-inline-sharding: true
                  mod_4:
                    type: MOD
                    props:
                      sharding-count: 4
                  hash_2:
                    type: HASH_MOD
                    props:
                      sharding-count: 2
                  hash_3:
                    type: HASH_MOD
                    props:
                      sharding-count: 3
              - !BROADCAST
                tables:
                  - t_country
                  - t_currency
              - !SINGLE
                tables:
                  - ds_0.t_config
                defaultDataSource: ds_0
            """;

    private ShardedPair() {}

    /**
     * Creates and fills both.
     *
     * @param maxConnections {@code max-connections-size-per-query}
     * @param unionAll {@code union-all}
     */
    static Fixture<ShardingDataSource> create(DatabaseKind kind, int maxConnections, String unionAll)
            throws SQLException, IOException {
        Fixture<ShardingDataSource> shards = Fixture.on(kind, "modes")
                .rules(RULES)
                .pool("maximumPoolSize: 8")
                .props("max-connections-size-per-query: " + maxConnections, "union-all: " + unionAll)
                .open(ShardingDataSourceFactory::create);
        ModesData.create(kind, shards.both());
        return shards;
    }
}
