package io.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardingjdbc.jdbc.ShardingDataSourceFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** Who takes part in a benchmark. All get the same pool settings and, if they shard, the same YAML. */
public enum Contender {
    /** A HikariCP pool on the data node itself, with the actual SQL: the floor. */
    RAW {
        @Override
        DataSource open(String database, String yaml, String driver) {
            HikariConfig config = new HikariConfig();
            config.setDriverClassName(driver);
            config.setJdbcUrl(url(database, 0));
            config.setUsername("sa");
            config.setPassword("");
            config.setMaximumPoolSize(POOL_SIZE);
            return new HikariDataSource(config);
        }
    },
    SHARDING_JDBC {
        @Override
        DataSource open(String database, String yaml, String driver) throws SQLException, IOException {
            return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        }
    },
    SHARDINGSPHERE {
        @Override
        DataSource open(String database, String yaml, String driver) throws SQLException, IOException {
            return YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8));
        }
    };

    private static final int POOL_SIZE = 10;
    private static final int DATA_SOURCES = 2;

    /**
     * Opens the contender's DataSource over the databases {@code <database>_0} and {@code <database>_1}.
     *
     * @param driver the JDBC driver class of the data sources
     */
    DataSource open(String database, String driver) throws SQLException, IOException {
        return open(database, yaml(database, driver), driver);
    }

    abstract DataSource open(String database, String yaml, String driver) throws SQLException, IOException;

    static String url(String database, int index) {
        return "jdbc:h2:mem:" + database + "_" + index + ";DB_CLOSE_DELAY=-1";
    }

    private static String yaml(String database, String driver) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < DATA_SOURCES; i++) {
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: %s
                        username: sa
                        password: ""
                        maximumPoolSize: %d
                    """.formatted(i, driver, url(database, i), POOL_SIZE));
        }
        return yaml.append("""
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
                    shardingAlgorithms:
                      by_user:
                        type: INLINE
                        props:
                          algorithm-expression: ds_${user_id % 2}
                      by_order:
                        type: INLINE
                        props:
                          algorithm-expression: t_order_${order_id % 4}
                """).toString();
    }
}
