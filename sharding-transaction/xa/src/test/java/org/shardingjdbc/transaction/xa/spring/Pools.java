package org.shardingjdbc.transaction.xa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** The pools under a sharded data source. Stateless. */
final class Pools {
    private Pools() {}

    /** Every connection was given back. */
    static void assertIdle(ShardingDataSource dataSource) throws SQLException {
        for (Map.Entry<String, DataSource> each : dataSource.dataSources().entrySet()) {
            assertThat(each.getValue()
                            .unwrap(HikariDataSource.class)
                            .getHikariPoolMXBean()
                            .getActiveConnections())
                    .as("connections of %s that are out", each.getKey())
                    .isZero();
        }
    }
}
