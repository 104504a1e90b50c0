package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.h2.H2Dialect;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;

/**
 * Sessions that let connections linger, against those who reclaim them: those who wait at the gate, the timer, and the
 * pool's end. Each connection has one user at a time, and each right comes back once.
 */
@Tag("random")
@Timeout(300)
class LingeringRacesTest {
    private static final int ROUNDS = Integer.getInteger("races.rounds", 5_000);
    private static final int SESSIONS = 6;
    private static final int CONNECTIONS = 3;
    /** So that a session often comes before the timer, and often after it. */
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final HikariDataSource hikari = new HikariDataSource();
    private final Workers workers = new Workers("races", 0, WorkerThreads.AUTO);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** Who uses the database's connections now. */
    private final Map<Connection, Thread> users = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        threads.shutdownNow();
        workers.close();
        hikari.close();
    }

    private ShardPool pool() {
        hikari.setJdbcUrl("jdbc:h2:mem:lingering_races");
        hikari.setMaximumPoolSize(CONNECTIONS);
        hikari.setConnectionTimeout(30_000);
        ShardPool pool = new ShardPool(0, "ds_0", new H2Dialect(), hikari, true);
        pool.lingering(TimeUnit.HOURS.toNanos(1), workers);
        return pool;
    }

    @Test
    void eachConnectionHasOneUserAndComesBackOnce() throws Exception {
        ShardPool pool = pool();
        List<Future<Integer>> sessions = new ArrayList<>();
        for (int session = 0; session < SESSIONS; session++) {
            SplittableRandom random = new SplittableRandom(session);
            sessions.add(threads.submit(() -> session(pool, random)));
        }
        int again = 0;
        for (Future<Integer> session : sessions) {
            again += session.get();
        }
        // both ways were gone: it was found as it was left, and it was taken meanwhile
        assertThat(again).isBetween(1, SESSIONS * ROUNDS - 1);
        assertThat(pool.inUse()).isZero();
        assertThat(users).isEmpty();
        assertThat(hikari.getHikariPoolMXBean().getActiveConnections()).isZero();
        // no right is there twice, and none was lost
        assertThat(pool.gate.tryAcquire(CONNECTIONS, false)).isTrue();
        assertThat(pool.gate.tryAcquire(1, false)).isFalse();
        pool.gate.release(CONNECTIONS);
    }

    /** One after the other, as an application's; returns how often it found the connection that lingered. */
    private int session(ShardPool pool, SplittableRandom random) throws SQLException {
        PhysicalConnection mine = null;
        int again = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextInt(50) == 0) {
                // changed all the time; often the timer takes connections at its next tick
                pool.lingering(random.nextBoolean() ? SHORT_NANOS : TimeUnit.HOURS.toNanos(1), workers);
            }
            if (mine != null && mine.resumeSound()) {
                again++;
            } else {
                mine = pool.take(false, ShardPool.WhenBusy.WAIT, null);
            }
            use(mine, random);
            boolean left = random.nextInt(8) > 0 && mine.linger();
            if (!left) {
                mine.release();
                mine = null;
            }
        }
        if (mine != null && mine.resume()) {
            mine.releaseIdle();
        }
        return again;
    }

    private void use(PhysicalConnection connection, SplittableRandom random) throws SQLException {
        Connection database = connection.jdbc().unwrap(JdbcConnection.class);
        assertThat(users.put(database, Thread.currentThread())).isNull();
        assertThat(connection.isReleased()).isFalse();
        if (random.nextInt(4) == 0) {
            Thread.yield();
        }
        assertThat(connection.jdbc().isClosed()).isFalse();
        assertThat(users.remove(database)).isSameAs(Thread.currentThread());
    }

    @Test
    void whatLingersWhenThePoolEndsComesBackToo() throws Exception {
        ShardPool pool = pool();
        List<Future<Integer>> sessions = new ArrayList<>();
        for (int session = 0; session < CONNECTIONS; session++) {
            SplittableRandom random = new SplittableRandom(session);
            sessions.add(threads.submit(() -> session(pool, random)));
        }
        pool.retire();
        for (Future<Integer> session : sessions) {
            session.get();
        }
        assertThat(pool.inUse()).isZero();
    }
}
