package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.testkit.BareDataSource;
import org.shardingjdbc.testkit.DriverDataSource;

/** What is learnt of a pool of HikariCP whose database is lost. */
class PoolLossesTest {
    private static final long UNSET_MILLIS = 30_000;
    /** After which a pool is asked why it has no connection. */
    private static final long ASKED_MILLIS = 250;

    /** HikariCP reads its configuration again this long after it started, and then every 30 seconds only. */
    private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final List<SQLException> told = new ArrayList<>();
    private volatile boolean lost;
    private volatile String state = "08001";

    @Test
    void whoWaitsForAConnectionOfALostDatabaseLearnsItLongBeforeTheTimeout() throws SQLException {
        try (HikariDataSource pool = pool()) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < FIRST_LOOK_NANOS) {
                pool.getConnection().close();
            }
            PoolLosses losses = PoolLosses.of(told::add, pool, null, UNSET_MILLIS);
            assertThat(losses.patienceMillis()).isEqualTo(UNSET_MILLIS);
            lost = true;
            pool.getHikariPoolMXBean().softEvictConnections();
            long begin = System.nanoTime();
            assertThatThrownBy(() -> losses.connection(pool)).isInstanceOfSatisfying(SQLException.class, e -> {
                assertThat(e.getSQLState()).isEqualTo("08001");
                losses.failed(e);
            });
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.MILLISECONDS.toNanos(UNSET_MILLIS / 2));
            assertThat(told).hasSize(1);
            assertThat(pool.getConnectionTimeout()).as("as configured").isEqualTo(UNSET_MILLIS);
        }
    }

    @ParameterizedTest
    @CsvSource({"55000, true", "28P01, true", "53300, false"})
    void onlyWhoMayBeLetInLaterWaits(String refusal, boolean soon) throws SQLException {
        state = refusal;
        try (HikariDataSource pool = pool()) {
            PoolLosses losses = PoolLosses.of(told::add, pool, null, UNSET_MILLIS);
            lost = true;
            pool.getHikariPoolMXBean().softEvictConnections();
            CompletableFuture<Connection> waits = CompletableFuture.supplyAsync(() -> {
                try {
                    return losses.connection(pool);
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            if (soon) {
                assertThat(waits)
                        .failsWithin(UNSET_MILLIS / 2, TimeUnit.MILLISECONDS)
                        .withThrowableThat()
                        .havingRootCause()
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                                .isEqualTo(refusal));
            } else {
                assertThatThrownBy(() -> waits.get(6 * ASKED_MILLIS, TimeUnit.MILLISECONDS))
                        .isInstanceOf(TimeoutException.class);
                lost = false;
                assertThat(waits).succeedsWithin(UNSET_MILLIS, TimeUnit.MILLISECONDS);
                waits.join().close();
            }
        }
    }

    @Test
    void aPoolThatIsClosedSaysSo() {
        HikariDataSource pool = pool();
        PoolLosses losses = PoolLosses.of(told::add, pool, null, UNSET_MILLIS);
        pool.close();
        assertThatThrownBy(() -> losses.connection(pool))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("closed");
        assertThat(told).isEmpty();
    }

    private HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setMaximumPoolSize(1);
        pool.setDataSource(new Losable());
        assertThat(pool.getConnectionTimeout()).isEqualTo(UNSET_MILLIS);
        try (Connection first = pool.getConnection()) {
            assertThat(first.isClosed()).isFalse();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return pool;
    }

    /** H2, until it is lost. */
    private final class Losable extends BareDataSource {
        private final DataSource h2 = new DriverDataSource("jdbc:h2:mem:pool_losses", "", "");

        @Override
        public Connection getConnection() throws SQLException {
            if (lost) {
                throw new SQLNonTransientConnectionException("No connection is made", state);
            }
            return h2.getConnection();
        }
    }
}
