package org.shardingjdbc.benchmarks.macro;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.benchmarks.ShardingSphereClasses;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Opens those who take part, over the databases of a site. All get the same pool settings; who shards, the same YAML.
 * Used by one thread.
 */
final class Contenders {
    private final int poolSize;
    private final String props;
    private ClassLoader shardingSphere;

    /**
     * @param poolSize of each database
     * @param props lines of the YAML's props, may be empty
     */
    Contenders(int poolSize, String props) {
        this.poolSize = poolSize;
        this.props = props;
    }

    /** Who takes part. */
    enum Name {
        /** One database without any sharding, the driver over a pool. */
        RAW,
        /** The databases that the others shard over, where a statement has one key. */
        HAND,
        OURS,
        /** Apache ShardingSphere-JDBC, on the class path that Maven resolves for it alone. */
        SHARDINGSPHERE;

        boolean isSharded() {
            return this != RAW;
        }
    }

    /** The caller closes it, which closes its pools. */
    DataSource open(Name name, Site site, Workload workload) throws SQLException {
        return switch (name) {
            case RAW -> pool(site, Site.RAW);
            case HAND -> {
                List<HikariDataSource> pools = new ArrayList<>();
                for (int i = 0; i < Layout.DATA_SOURCES; i++) {
                    pools.add(pool(site, Site.SHARD + i));
                }
                yield new HandShards(open(Name.OURS, site, workload), pools);
            }
            case OURS -> ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml(site, workload)));
            case SHARDINGSPHERE -> shardingSphere(yaml(site, workload));
        };
    }

    /** Closes the pools as well. */
    static void close(DataSource dataSource) throws SQLException {
        try {
            if (dataSource instanceof AutoCloseable closeable) {
                closeable.close();
            }
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException("Cannot close " + dataSource, e);
        }
    }

    private HikariDataSource pool(Site site, String database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(site.url(database));
        config.setUsername(site.user());
        config.setPassword(site.password());
        config.setConnectionInitSql(site.initSql());
        config.setMaximumPoolSize(poolSize);
        return new HikariDataSource(config);
    }

    private DataSource shardingSphere(byte[] yaml) throws SQLException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            if (shardingSphere == null) {
                // One for all, so that what is compiled for one workload is for the next.
                shardingSphere = ShardingSphereClasses.loader();
            }
            thread.setContextClassLoader(shardingSphere);
            Class<?> factory = shardingSphere.loadClass(
                    "org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory");
            return (DataSource)
                    factory.getMethod("createDataSource", byte[].class).invoke(null, (Object) yaml);
        } catch (InvocationTargetException e) {
            throw new SQLException("ShardingSphere does not start", e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw new SQLException("ShardingSphere is not there; build benchmarks first", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private byte[] yaml(Site site, Workload workload) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < Layout.DATA_SOURCES; i++) {
            yaml.append("""
                      ds_%d:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: "%s"
                        username: %s
                        password: "%s"
                        connectionInitSql: "%s"
                        maximumPoolSize: %d
                    """.formatted(
                            i,
                            site.driver(),
                            site.url(Site.SHARD + i),
                            site.user(),
                            site.password(),
                            site.initSql(),
                            poolSize));
        }
        yaml.append(workload.rules());
        if (!props.isEmpty()) {
            yaml.append("props:\n").append(props.indent(2));
        }
        return yaml.toString().getBytes(StandardCharsets.UTF_8);
    }
}
