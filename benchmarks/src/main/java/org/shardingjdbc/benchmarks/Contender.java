package org.shardingjdbc.benchmarks;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Who takes part in a benchmark. All get the same pool settings and, if they shard, the same YAML but for one
 * declaration.
 */
public enum Contender {
    /** Sharding by hand: the limit. */
    RAW {
        @Override
        Target open(Backend backend, String props) throws Exception {
            return new HandTarget(backend);
        }

        @Override
        DataSource dataSource(Backend backend, String props) {
            return HandTarget.pool(backend, Data.dataSource(Data.KNOWN_ORDER));
        }

        @Override
        String ordersTable() {
            return "t_order_" + Data.table(Data.KNOWN_ORDER);
        }
    },
    OURS {
        @Override
        DataSource sharding(String yaml) throws Exception {
            byte[] declared = yaml.replace(BOUND, DECLARED).getBytes(StandardCharsets.UTF_8);
            return ShardingDataSourceFactory.create(new ByteArrayInputStream(declared));
        }
    },
    /** Apache ShardingSphere-JDBC, on the class path that Maven resolves for it alone. */
    SHARDINGSPHERE {
        @Override
        DataSource sharding(String yaml) throws Exception {
            ClassLoader own = ShardingSphereClasses.loader();
            Thread.currentThread().setContextClassLoader(own);
            Class<?> factory =
                    own.loadClass("org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory");
            return (DataSource) factory.getMethod("createDataSource", byte[].class)
                    .invoke(null, (Object) yaml.getBytes(StandardCharsets.UTF_8));
        }
    };

    /** Of each data source; the system property {@code benchmark.pool-size} may say more. */
    static final int POOL_SIZE = Integer.getInteger("benchmark.pool-size", 10);

    private static final String BOUND = "- t_order,t_order_item\n";

    /** That an order has one user is said to this library only: ShardingSphere has no word for it. */
    private static final String DECLARED = "- {tables: 't_order,t_order_item', dependences: 'order_id -> user_id'}\n";

    static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..3}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: by_order
                  t_order_item:
                    actualDataNodes: ds_${0..1}.t_order_item_${0..3}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: by_order_of_item
                bindingTables:
                  - t_order,t_order_item
                shardingAlgorithms:
                  by_user:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${user_id % 2}
                  by_order:
                    type: INLINE
                    props:
                      algorithm-expression: t_order_${order_id % 4}
                      allow-range-query-with-inline-sharding: true
                  by_order_of_item:
                    type: INLINE
                    props:
                      algorithm-expression: t_order_item_${order_id % 4}
                      allow-range-query-with-inline-sharding: true
            """;

    /**
     * Opens it over the tables of {@link Data}.
     *
     * @param props lines of the YAML's props, may be empty
     */
    Target open(Backend backend, String props) throws Exception {
        return new DataSourceTarget(dataSource(backend, props));
    }

    /**
     * The data source alone; by hand it is the pool of the one that has {@link Data#KNOWN_ORDER}.
     *
     * @param props lines of the YAML's props, may be empty
     */
    DataSource dataSource(Backend backend, String props) throws Exception {
        return sharding(yaml(backend, props));
    }

    /** The data source that a YAML document describes; by hand there is none. */
    DataSource sharding(String yaml) throws Exception {
        throw new UnsupportedOperationException(this + " reads no YAML");
    }

    /** The table to ask for {@link Data#KNOWN_ORDER} over {@link #dataSource}. */
    String ordersTable() {
        return "t_order";
    }

    static String yaml(Backend backend, String props) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: %s
                        username: %s
                        password: ""
                        maximumPoolSize: %d
                    """.formatted(i, backend.driver(), backend.url(i), backend.user(), POOL_SIZE));
        }
        yaml.append(RULES);
        return props.isEmpty() ? yaml.toString() : yaml + "props:\n" + props.indent(2);
    }
}
