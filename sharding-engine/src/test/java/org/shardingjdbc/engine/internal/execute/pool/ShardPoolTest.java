package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.dialect.internal.h2.H2Dialect;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.run.Models;

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
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
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
            assertThatThrownBy(() -> small.take(false, ShardPool.WhenBusy.NONE, null))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(one.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        small.around(connection -> connection);
        PhysicalConnection connection = small.take(false, ShardPool.WhenBusy.NONE, null);
        assertThat(connection).isNotNull();
        connection.release();
        small.retire();
        assertThat(one.isClosed()).isTrue();
    }

    /** Who waits for a connection, as far as he is before he looks whether he has got it. */
    private static final class Pausing extends ConnectionWait {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        protected SQLException reason() {
            reached.countDown();
            boolean interrupted = Thread.interrupted();
            while (goesOn.getCount() > 0) {
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            // The latch may have taken what wakes who waits.
            LockSupport.unpark(Thread.currentThread());
            return null;
        }
    }

    private static HikariDataSource one() {
        HikariDataSource one = new HikariDataSource();
        one.setMaximumPoolSize(1);
        return one;
    }

    /** He has the right that the last one gave back, and is interrupted before he knows. */
    @Test
    @Timeout(300)
    void endsWhereWhoGotTheLastRightIsInterrupted() throws Exception {
        HikariDataSource connections = one();
        ShardPool small = pool(connections);
        PhysicalConnection last = small.take(false, ShardPool.WhenBusy.NONE, null);
        Pausing pausing = new Pausing();
        FutureTask<Throwable> taking =
                new FutureTask<>(() -> catchThrowable(() -> small.take(false, ShardPool.WhenBusy.WAIT, pausing)));
        Thread taker = new Thread(taking);
        taker.start();
        pausing.reached.await();
        last.release();
        assertThat(small.inUse()).isEqualTo(1);
        small.retire();
        assertThat(connections.isClosed()).isFalse();
        taker.interrupt();
        pausing.goesOn.countDown();
        assertThat(taking.get()).isInstanceOf(SQLException.class).hasMessageContaining("SHD-");
        assertThat(small.inUse()).isZero();
        assertThat(connections.isClosed()).isTrue();
    }

    /** He has the right of one pool, and gives it back as there is none of another one. */
    @Test
    @Timeout(300)
    void endsWhereTheLastRightIsGivenBackUnused() throws Exception {
        HikariDataSource connections = one();
        HikariDataSource others = one();
        ShardPool small = pool(connections);
        ShardPool other = pool(others);
        PhysicalConnection last = small.take(false, ShardPool.WhenBusy.NONE, null);
        Pausing pausing = new Pausing();
        FutureTask<PhysicalConnection[]> taking = new FutureTask<>(() -> Acquisition.take(
                new ShardPool[] {other, small}, new int[] {1, 1}, false, ShardPool.WhenBusy.WAIT, pausing));
        Thread taker = new Thread(taking);
        taker.start();
        pausing.reached.await();
        PhysicalConnection ofOther = other.take(false, ShardPool.WhenBusy.NONE, null);
        last.release();
        small.retire();
        assertThat(connections.isClosed()).isFalse();
        pausing.goesOn.countDown();
        long start = System.nanoTime();
        while (!connections.isClosed()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
            TimeUnit.MILLISECONDS.sleep(1);
        }
        ofOther.release();
        for (PhysicalConnection each : taking.get()) {
            each.release();
        }
        other.retire();
        assertThat(others.isClosed()).isTrue();
    }

    /**
     * Of two pools: one has a right to give, the other one's only connection lingers, and fails as it is given back.
     */
    @Test
    void noRightIsLostWhereReclaimingFails() throws SQLException {
        HikariDataSource connections = one();
        HikariDataSource others = one();
        ShardPool small = pool(connections);
        ShardPool other = pool(others);
        try (Workers clock = new Workers("test", 0, WorkerThreads.AUTO)) {
            other.lingering(TimeUnit.MINUTES.toNanos(1), clock);
            other.around(ShardPoolTest::failingToClose);
            assertThat(other.take(false, ShardPool.WhenBusy.NONE, null).linger())
                    .isTrue();
            other.around(connection -> connection);
            ShardPool[] both = {small, other};
            assertThatThrownBy(() -> Acquisition.take(both, new int[] {1, 1}, false, ShardPool.WhenBusy.NONE, null))
                    .hasMessage("on demand");
            assertThat(small.inUse()).isZero();
            assertThat(other.inUse()).isZero();
        } finally {
            small.close();
            other.close();
        }
    }

    private static Connection failingToClose(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                ShardPoolTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        connection.close();
                        throw new AssertionError("on demand");
                    }
                    return method.invoke(connection, arguments);
                });
    }

    /**
     * The first question comes while others have all of its connections, or it is retired: besides it, the driver is
     * the same.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatItsDriverDoesWithFailedStatementsIsLearnedBesidesThePoolToo(boolean undoes) throws SQLException {
        Dialect dialect = aborting(undoes);
        for (boolean retired : new boolean[] {true, false}) {
            HikariDataSource one = new HikariDataSource();
            one.setJdbcUrl("jdbc:h2:mem:shard_pool");
            one.setMaximumPoolSize(1);
            ShardPool small = new ShardPool(0, "ds_0", dialect, one, true);
            assertThat(small.tryAcquire(1, false)).isTrue();
            if (retired) {
                small.retire();
            }
            assertThat(small.failureAbortsTransaction()).isEqualTo(!undoes);
            small.released(1);
            small.close();
        }
    }

    /** A database where a failed statement aborts its transaction, with a driver that undoes it or not. */
    private static Dialect aborting(boolean undoes) {
        Sessions sessions = Models.answering(
                Sessions.class, method -> method.equals("failureAbortsTransaction") ? Boolean.TRUE : null);
        Drivers drivers = Models.answering(Drivers.class, method -> switch (method) {
            case "undoesFailedStatements" -> undoes;
            case "bufferFetchSize" -> 0;
            default -> null;
        });
        return Models.answering(Dialect.class, method -> switch (method) {
            case "drivers" -> drivers;
            case "sessions" -> sessions;
            default -> null;
        });
    }

    /** Who was late where a pool is retired has one besides it; nobody has one of a data source that is closed. */
    @Test
    void givesNoneAfterTheEndOfTheDataSource() throws SQLException {
        pool.retire();
        pool.openAside().close();
        pool.close();
        assertThatThrownBy(pool::openAside).hasMessageContaining("SHD-").hasMessageContaining("closed");
    }
}
