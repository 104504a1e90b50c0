package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.jdbc.faults.ServerShards.number;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Connections that linger with idle sessions are sound, go back in time and are there for those who need them. */
@Timeout(300)
class LingeringFaultsTest {
    private static final String NEVER = "connection-linger-milliseconds: 1000000";
    private static final String ALL = "SELECT COUNT(*) FROM t";

    /** Longer than pools trust a connection that nobody uses. */
    private static void letTrustExpire() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /**
     * What the pool itself is asked for meanwhile, as while it starts, goes back at once; sooner or later one stays.
     */
    private static void letLinger(ServerShards shards, Connection connection) throws SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        do {
            assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
        } while (shards.active(0) != 1 && System.nanoTime() < end);
        assertThat(shards.active(0)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aConnectionThatWasCutIsNotHandedOut(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = new ServerShards(TestServer.of(kind), "cut_lingering", 2, NEVER);
                Connection connection = shards.connection()) {
            for (int i = 0; i < 3; i++) {
                letLinger(shards, connection);
                shards.proxy().cut();
                letTrustExpire();
            }
            assertThat(number(connection, "SELECT a FROM t WHERE id = 4")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aConnectionThatWasCutIsNotHandedToTheNextSession(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = new ServerShards(TestServer.of(kind), "cut_lingering", 2, NEVER)) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = shards.connection()) {
                    assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
                    shards.proxy().cut();
                    letTrustExpire();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aValidConnectionAnswers(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = new ServerShards(TestServer.of(kind), "cut_valid", 2, NEVER);
                Connection connection = shards.connection()) {
            // What else is in the pools is looked at by them.
            letTrustExpire();
            assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
            shards.proxy().cut();
            assertThat(connection.isValid(5)).isTrue();
            assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
            connection.setAutoCommit(false);
            assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
            shards.proxy().down();
            assertThat(connection.isValid(5)).isFalse();
            shards.proxy().restore();
        }
    }

    @Test
    void anIdleSessionsConnectionsGoBackInTime() throws SQLException, IOException {
        try (ServerShards shards = new ServerShards(TestServer.of(DatabaseKind.H2), "linger_time", 2);
                Connection connection = shards.connection()) {
            for (int i = 0; i < 2; i++) {
                assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
                shards.awaitIdle();
            }
        }
    }

    @Test
    void whoTakesFromThePoolItselfIsServed() throws SQLException, IOException {
        try (ServerShards shards = new ServerShards(TestServer.of(DatabaseKind.H2), "linger_direct", 1, NEVER);
                Connection connection = shards.connection()) {
            for (int i = 0; i < 3; i++) {
                assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
                try (Connection direct = shards.pool(0).getConnection()) {
                    assertThat(direct.isValid(1)).isTrue();
                }
            }
        }
    }

    /** Each needs two connections of each of two pools that have two. */
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL"})
    void nobodyWaitsForWhatOthersKeep(DatabaseKind kind) throws Exception {
        try (ServerShards shards =
                new ServerShards(TestServer.of(kind), "linger_many", 2, NEVER, "max-connections-size-per-query: 2")) {
            runTogether(24, thread -> {
                try (Connection connection = shards.connection()) {
                    if (thread % 4 == 3) {
                        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    }
                    for (int i = 0; i < 20; i++) {
                        assertThat(number(connection, "SELECT COUNT(DISTINCT a) FROM t"))
                                .isEqualTo(3);
                        assertThat(number(connection, "SELECT a FROM t WHERE id = " + i % ServerShards.ROWS))
                                .isEqualTo(i % 3);
                    }
                }
            });
            shards.awaitIdle();
        }
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private static void runTogether(int threads, Work work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                tasks.add(() -> {
                    work.run(number);
                    return null;
                });
            }
            for (Future<Void> done : executor.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void theApplicationGoesOnAfterTheServerDied(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.own(kind);
        try (ServerShards shards = new ServerShards(server, "server_dies", 4)) {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger goodSinceRestart = new AtomicInteger();
            AtomicBoolean restarted = new AtomicBoolean();
            ExecutorService executor = Executors.newFixedThreadPool(6);
            try {
                List<Future<?>> users = new ArrayList<>();
                for (int user = 0; user < 6; user++) {
                    boolean transactions = user % 2 == 1;
                    users.add(executor.submit(() -> {
                        while (!stop.get()) {
                            useUntilItFails(shards, transactions, stop, () -> {
                                if (restarted.get()) {
                                    goodSinceRestart.incrementAndGet();
                                }
                            });
                        }
                    }));
                }
                server.kill();
                server.restart();
                restarted.set(true);
                ServerShards.await("statements succeed again", () -> goodSinceRestart.get() > 500);
                stop.set(true);
                for (Future<?> user : users) {
                    user.get();
                }
            } finally {
                stop.set(true);
                executor.shutdownNow();
            }
            shards.awaitIdle();
            for (int pool = 0; pool < 2; pool++) {
                assertThat(shards.pool(pool).getHikariPoolMXBean().getThreadsAwaitingConnection())
                        .isZero();
            }
            try (Connection connection = shards.connection()) {
                assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
            }
        } finally {
            server.end();
        }
    }

    /** One logical connection, used until a statement fails, as an application does that has no pool around ours. */
    private static void useUntilItFails(
            ServerShards shards, boolean transactions, AtomicBoolean stop, Runnable succeeded) {
        try (Connection connection = shards.connection()) {
            connection.setAutoCommit(!transactions);
            for (int i = 0; !stop.get(); i++) {
                assertThat(number(connection, "SELECT a FROM t WHERE id = " + i % ServerShards.ROWS))
                        .isEqualTo(i % ServerShards.ROWS % 3);
                assertThat(number(connection, ALL)).isEqualTo(ServerShards.ROWS);
                if (transactions) {
                    connection.commit();
                }
                succeeded.run();
            }
        } catch (SQLTransientConnectionException e) {
            // The server is away.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        } catch (SQLException e) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
