package org.shardingjdbc.transaction.xa.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.transaction.IncompleteCommitException;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * One of two database servers dies in the middle of transfers, at each step of the protocol and anywhere, and comes
 * back. The process lives on: it ends by itself what is in doubt, and then the sum is right, nothing acknowledged is
 * lost, nothing that was said to be rolled back is there, and nothing is half done. How often it dies anywhere is the
 * property {@code crash.kills}; what it drew, {@code crash.seed}; who coordinates, {@code crash.provider}.
 */
@Tag("crash")
@Timeout(900)
class DatabaseCrashTest {
    private static final XaProvider PROVIDER = XaProvider.valueOf(System.getProperty("crash.provider", "ATOMIKOS"));
    private static final int KILLS = Integer.getInteger("crash.kills", 1);
    private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final int TIMEOUT_SECONDS = 2;
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(90);
    private static final int WARM = 3;

    @TempDir
    private Path logs;

    private final Random random = new Random(SEED);
    private final List<Integer> acknowledged = new ArrayList<>();
    private int nextNumber = 1;
    private int unknown;

    @ParameterizedTest
    @MethodSource("kinds")
    void nothingIsHalfDone(DatabaseKind kind) throws Exception {
        TestServer stays = TestServer.of(kind);
        TestServer mortal = TestServer.own(kind);
        try {
            assumeThat(stays.user()).isEqualTo(mortal.user());
            Accounts accounts = new Accounts(
                    new String[] {mortal.createDatabase("dies_0"), stays.createDatabase("dies_1")},
                    mortal.user(),
                    mortal.password());
            try (ShardingDataSource dataSource = accounts.open(transactions(), each -> each)) {
                Accounts.create(dataSource);
            }
            for (StopPoint point : points()) {
                int times = point == StopPoint.ANYWHERE ? KILLS : 1;
                for (int i = 0; i < times; i++) {
                    die(accounts, kind, point, mortal, kind + " " + point + " " + i + ", seed " + SEED);
                }
            }
        } finally {
            mortal.end();
        }
    }

    /** Where the build runs it, the one that comes back soonest. */
    static List<DatabaseKind> kinds() {
        return KILLS > 1
                ? List.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL, DatabaseKind.MARIADB)
                : List.of(DatabaseKind.POSTGRESQL);
    }

    /** Where the build runs it, those at which what follows differs. */
    private static List<StopPoint> points() {
        return KILLS > 1
                ? StopPoint.OF_XA
                : List.of(
                        StopPoint.BEFORE_PREPARE,
                        StopPoint.AFTER_PREPARES,
                        StopPoint.AFTER_DECISION,
                        StopPoint.BETWEEN_COMMITS,
                        StopPoint.ANYWHERE);
    }

    private TransactionConfiguration transactions() {
        return PROVIDER.configuration(logs, "node", Map.of("timeout-seconds", Integer.toString(TIMEOUT_SECONDS)));
    }

    private void die(Accounts accounts, DatabaseKind kind, StopPoint point, TestServer mortal, String what)
            throws Exception {
        CountDownLatch died = new CountDownLatch(1);
        StoppingDataSource stopping = new StoppingDataSource(point, () -> {
            mortal.kill();
            died.countDown();
        });
        try (ShardingDataSource dataSource = accounts.open(transactions(), stopping::around)) {
            for (int i = 0; i < WARM; i++) {
                assertThat(transfer(dataSource)).as(what).isTrue();
            }
            stopping.arm();
            if (point == StopPoint.ANYWHERE) {
                killLater(mortal, died);
            }
            CompletableFuture<Void> back = comesBackSoon(point)
                    ? CompletableFuture.runAsync(() -> restart(died, mortal))
                    : CompletableFuture.completedFuture(null);
            int unknownBefore = unknown;
            boolean failed = false;
            while (!failed && died.getCount() > 0) {
                failed = !transfer(dataSource);
            }
            if (point == StopPoint.BEFORE_PREPARE) {
                // it could not be prepared, so it is rolled back
                assertThat(unknown).as("outcomes that nobody knows, %s", what).isEqualTo(unknownBefore);
            }
            back.get(60, TimeUnit.SECONDS);
            if (!comesBackSoon(point)) {
                restart(died, mortal);
            }
            accounts.awaitNothingInDoubt(kind, LONGEST_RECOVERY);
            assertThat(transfer(dataSource)).as(what).isTrue();
            Accounts.check(dataSource, acknowledged, unknown, what);
        }
    }

    /** Before those who wait for it give up. */
    private static boolean comesBackSoon(StopPoint point) {
        return point == StopPoint.AFTER_DECISION || point == StopPoint.ANYWHERE;
    }

    private static void restart(CountDownLatch died, TestServer mortal) {
        try {
            assertThat(died.await(60, TimeUnit.SECONDS)).isTrue();
            mortal.restart();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killLater(TestServer mortal, CountDownLatch died) {
        int millis = random.nextInt(100);
        Thread killer = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            mortal.kill();
            died.countDown();
        });
        killer.setDaemon(true);
        killer.start();
    }

    /** @return false when it was not acknowledged */
    private boolean transfer(ShardingDataSource dataSource) {
        int number = nextNumber++;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Accounts.transfer(connection, number);
            acknowledged.add(number);
            return true;
        } catch (IncompleteCommitException e) {
            unknown++;
            return false;
        } catch (SQLException e) {
            // rolled back
            return false;
        }
    }
}
