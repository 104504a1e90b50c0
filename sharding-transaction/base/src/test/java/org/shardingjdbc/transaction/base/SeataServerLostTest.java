package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.transaction.base.BaseAccounts.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * The Seata server is killed in the middle of transfers, and started again: in the end each is there wholly or not at
 * all.
 */
@Tag("crash")
class SeataServerLostTest {
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(120);

    /** The property {@code seata.kinds} names others, with commas between them. */
    static List<DatabaseKind> kinds() {
        return Arrays.stream(System.getProperty("seata.kinds", "POSTGRESQL").split(",", -1))
                .map(DatabaseKind::valueOf)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void transfersAreWholeInTheEnd(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind)) {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger committed = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            ExecutorService workers = Executors.newFixedThreadPool(2);
            try {
                List<Future<?>> running = IntStream.range(0, 2)
                        .<Future<?>>mapToObj(i -> workers.submit(() -> transfer(dataSource, stop, committed, failed)))
                        .toList();
                await(() -> committed.get() > 20);
                SeataServer.shared().kill();
                await(() -> failed.get() > 0);
                SeataServer.shared().start();
                int before = committed.get();
                await(() -> committed.get() > before + 20);
                stop.set(true);
                for (Future<?> each : running) {
                    each.get(60, TimeUnit.SECONDS);
                }
            } finally {
                stop.set(true);
                workers.shutdownNow();
            }
            await(() -> BaseAccounts.undoRecords(kind, BaseAccounts.PLAIN) == 0);
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT SUM(balance), COUNT(*) FROM t_account")) {
                rows.next();
                assertThat(rows.getInt(2)).isEqualTo(4);
                assertThat(rows.getInt(1)).isEqualTo(400);
            }
        }
    }

    private static void transfer(
            ShardingDataSource dataSource, AtomicBoolean stop, AtomicInteger committed, AtomicInteger failed) {
        while (!stop.get()) {
            int even = 2 * ThreadLocalRandom.current().nextInt(2);
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, "UPDATE t_account SET balance = balance - 1 WHERE id = " + even);
                execute(connection, "UPDATE t_account SET balance = balance + 1 WHERE id = " + (even + 1));
                connection.commit();
                committed.incrementAndGet();
            } catch (SQLException e) {
                if (!"40001".equals(e.getSQLState())) {
                    failed.incrementAndGet();
                }
            }
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + SETTLES_WITHIN.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - deadline).as("it takes too long").isNegative();
            Thread.sleep(100);
        }
    }
}
