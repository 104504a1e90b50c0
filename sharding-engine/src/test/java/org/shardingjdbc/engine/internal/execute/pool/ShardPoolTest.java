package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.h2.H2Dialect;

/** The end of a pool that no configuration names any more. */
class ShardPoolTest {
    private final HikariDataSource hikari = new HikariDataSource();
    private final ShardPool pool = pool(hikari);

    private static ShardPool pool(HikariDataSource hikari) {
        hikari.setJdbcUrl("jdbc:h2:mem:shard_pool");
        return new ShardPool(0, "ds_0", new H2Dialect(), hikari, true);
    }

    private static void work(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    @Test
    void whoReadsMetadataReadsToItsEnd() throws SQLException, InterruptedException {
        try (Connection aside = pool.openAside()) {
            pool.retire();
            work(aside);
            assertThat(hikari.isClosed()).isFalse();
            try (Connection later = pool.openAside()) {
                assertThat(later).isInstanceOf(JdbcConnection.class);
                work(later);
            }
            work(aside);
        }
        long start = System.nanoTime();
        while (!hikari.isClosed()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void endsAtOnceWhereNobodyReads() {
        pool.retire();
        assertThat(hikari.isClosed()).isTrue();
    }

    /** As what a type of transactions puts around connections does that no longer knows their data source. */
    @Test
    void nothingIsLostWhereWhatIsPutAroundAConnectionFails() throws SQLException {
        HikariDataSource one = new HikariDataSource();
        one.setMaximumPoolSize(1);
        ShardPool small = pool(one);
        small.around(connection -> {
            throw new IllegalArgumentException("unknown");
        });
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> small.openAtOnce(false, null)).isInstanceOf(IllegalArgumentException.class);
            assertThat(one.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        small.around(connection -> connection);
        PhysicalConnection connection = small.openAtOnce(false, null);
        assertThat(connection).isNotNull();
        connection.release();
        small.retire();
        assertThat(one.isClosed()).isTrue();
    }
}
