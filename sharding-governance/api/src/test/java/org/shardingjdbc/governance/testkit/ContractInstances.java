package org.shardingjdbc.governance.testkit;

import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * Instances over two databases in memory, with one registry.
 *
 * @param name of the databases
 * @param mode lines below {@code mode:}
 */
record ContractInstances(String name, String mode) {
    /** With t_order over so many nodes in each database, and more lines at the end. */
    ShardingConfiguration configuration(int nodes, String more) {
        String yaml = "mode:\n" + mode + """
                dataSources:
                  ds_0: {username: sa, jdbcUrl: 'jdbc:h2:mem:%1$s_0;DB_CLOSE_DELAY=-1'}
                  ds_1: {username: sa, jdbcUrl: 'jdbc:h2:mem:%1$s_1;DB_CLOSE_DELAY=-1'}
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_${0..%2$d}
                      tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
                      databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  shardingAlgorithms:
                    tables: {type: INLINE, props: {algorithm-expression: 't_order_${order_id %% %3$d}'}}
                    databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id %% 2}'}}
                """.formatted(name, nodes - 1, nodes) + more;
        return YamlConfigurations.parse(yaml, "contract.yaml", PlaceholderType.NONE);
    }

    ShardingDataSource open(int nodes) throws SQLException {
        return ShardingDataSourceFactory.create(configuration(nodes, ""));
    }
}
