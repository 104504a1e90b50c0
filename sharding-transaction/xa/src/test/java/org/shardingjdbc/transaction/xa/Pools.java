package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** The pools under a sharded data source. Stateless. */
public final class Pools {
    private static final int MOST_LOOKS = 6_000;

    private Pools() {}

    /** Every connection was given back, but for those that recovery looks through for a moment. */
    public static void assertIdle(ShardingDataSource dataSource) throws SQLException, InterruptedException {
        assertIdle(dataSource, 0);
    }

    /** @param lingering for connections that are open, at most, in each pool */
    static void assertIdle(ShardingDataSource dataSource, int lingering) throws SQLException, InterruptedException {
        for (Map.Entry<String, DataSource> each : dataSource.dataSources().entrySet()) {
            HikariPoolMXBean pool =
                    each.getValue().unwrap(HikariDataSource.class).getHikariPoolMXBean();
            for (int i = 0; i < MOST_LOOKS && pool.getActiveConnections() > lingering; i++) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(pool.getActiveConnections())
                    .as("connections of %s that are out", each.getKey())
                    .isLessThanOrEqualTo(lingering);
        }
    }
}
