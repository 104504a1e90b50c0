package org.shardingjdbc.feature.lookup.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Writers of the same few unique values at the same time, as they would be at a unique index: one has a value, the
 * others wait for it and are told. Longer by {@code -Dlookup.seconds=600}.
 */
class EntriesOfManyWritersTest {
    private static final int SECONDS = Integer.getInteger("lookup.seconds", 4);
    private static final int WRITERS = 16;
    private static final int VALUES = 6;
    /** For who comes second to get as far as to wait. */
    private static final int AHEAD_MILLIS = 200;

    private static final String INSERT =
            "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, 'm', 0)";
    /** Duplicates; deadlocks, waits that were given up, and rows that others changed meanwhile. */
    private static final Set<String> EXPECTED =
            Set.of("23505", "23000", "40001", "40P01", "55P03", "HYT00", "41000", "25P02");

    @TempDir
    private static Path logs;

    static Stream<Arguments> cells() {
        return Stream.of(
                Arguments.of(DatabaseKind.H2, "XA", 2),
                Arguments.of(DatabaseKind.POSTGRESQL, "XA", 2),
                Arguments.of(DatabaseKind.MYSQL, "XA", 2),
                Arguments.of(DatabaseKind.MARIADB, "LOCAL", 1));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void neverTwoRowsOfAValueNorARowWithoutItsEntry(DatabaseKind kind, String type, int sources) throws Exception {
        Set<String> unexpected = ConcurrentHashMap.newKeySet();
        AtomicInteger ids = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (OrdersFixture fixture = OrdersFixture.on(kind, type, sources, logs)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            long late = end + TimeUnit.SECONDS.toNanos(60);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Random random = new Random(i);
                all.add(writers.submit(() -> {
                    try (Connection connection = fixture.open()) {
                        // who waits for each other across two databases waits for long on a busy machine
                        while (System.nanoTime() < end || written.get() <= VALUES && System.nanoTime() < late) {
                            write(connection, random, ids, written, unexpected);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(SECONDS + 180, TimeUnit.SECONDS);
            }
            assertThat(unexpected).isEmpty();
            try (Connection connection = fixture.open()) {
                List<String> numbers =
                        OrdersFixture.rows(connection, "SELECT order_no FROM t_order WHERE order_no IS NOT NULL");
                assertThat(numbers).hasSameSizeAs(new HashSet<>(numbers));
                assertThat(OrdersFixture.strays(connection)).isEmpty();
            }
            assertThat(written.get()).as("writes").isGreaterThan(VALUES);
        } finally {
            writers.shutdownNow();
        }
    }

    private static void write(
            Connection connection, Random random, AtomicInteger ids, AtomicInteger written, Set<String> unexpected)
            throws SQLException {
        int statements = 1 + random.nextInt(2);
        connection.setAutoCommit(statements == 1);
        try {
            for (int i = 0; i < statements; i++) {
                written.addAndGet(write(connection, random, ids));
            }
            if (statements > 1) {
                if (random.nextInt(4) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            if (!EXPECTED.contains(e.getSQLState())) {
                unexpected.add(e.getSQLState() + " " + e.getMessage());
            }
            if (statements > 1) {
                connection.rollback();
            }
        }
    }

    private static int write(Connection connection, Random random, AtomicInteger ids) throws SQLException {
        String value = "v" + random.nextInt(VALUES);
        int user = random.nextInt(8);
        return switch (random.nextInt(6)) {
            case 0, 1 -> OrdersFixture.update(connection, INSERT, ids.incrementAndGet(), user, value);
            case 2 -> OrdersFixture.update(connection, "DELETE FROM t_order WHERE order_no = ?", value);
            case 3 ->
                OrdersFixture.update(
                        connection,
                        "UPDATE t_order SET order_no = ? WHERE order_no = ?",
                        "v" + random.nextInt(VALUES),
                        value);
            case 4 ->
                OrdersFixture.update(connection, "UPDATE t_order SET user_id = ? WHERE order_no = ?", user, value);
            default ->
                OrdersFixture.update(
                        connection,
                        "UPDATE t_order SET order_no = ? WHERE user_id = ? AND id > ?",
                        value,
                        user,
                        ids.get() - 3);
        };
    }

    /** Opens a connection. */
    @FunctionalInterface
    private interface Opening {
        Connection open() throws SQLException;
    }

    /** Whether the second one may write is decided by how the first one's transaction ends, as at a unique index. */
    @ParameterizedTest
    @EnumSource
    void whoWritesAValueWaitsForTheTransactionThatHasIt(DatabaseKind kind) throws Exception {
        try (OrdersFixture fixture = OrdersFixture.on(kind, "XA", 2, logs)) {
            List<String> told = oneAfterTheOther(fixture::open);
            assertThat(told).isEqualTo(oneAfterTheOther(fixture::openPlain));
            assertThat(told.subList(0, 3)).containsExactly("1", "duplicate", "duplicate");
            try (Connection connection = fixture.open()) {
                assertThat(OrdersFixture.strays(connection)).isEmpty();
            }
        }
    }

    private static List<String> oneAfterTheOther(Opening opening) throws Exception {
        List<String> told = new ArrayList<>();
        ExecutorService second = Executors.newSingleThreadExecutor();
        try (Connection first = opening.open()) {
            OrdersFixture.update(first, INSERT, 1, 1, "x");
            first.setAutoCommit(false);
            OrdersFixture.update(first, INSERT, 2, 2, "y");
            Future<String> waits = inserting(opening, second, 3, "y");
            first.rollback();
            told.add(waits.get());

            OrdersFixture.update(first, INSERT, 4, 2, "z");
            waits = inserting(opening, second, 5, "z");
            first.commit();
            told.add(waits.get());

            OrdersFixture.update(first, "DELETE FROM t_order WHERE order_no = 'x'");
            waits = inserting(opening, second, 6, "x");
            first.rollback();
            told.add(waits.get());

            OrdersFixture.update(first, "DELETE FROM t_order WHERE order_no = ?", "x");
            waits = inserting(opening, second, 7, "x");
            first.commit();
            told.add(waits.get());
            told.addAll(OrdersFixture.rows(first, "SELECT id, order_no FROM t_order"));
            first.commit();
        } finally {
            second.shutdownNow();
        }
        return told;
    }

    /** The count of an INSERT on another connection, which waits for the first one, or what is told instead. */
    private static Future<String> inserting(Opening opening, ExecutorService thread, int id, String value)
            throws InterruptedException {
        CountDownLatch begins = new CountDownLatch(1);
        Future<String> told = thread.submit(() -> {
            try (Connection connection = opening.open()) {
                begins.countDown();
                return String.valueOf(OrdersFixture.update(connection, INSERT, id, 3 + id, value));
            } catch (SQLException e) {
                return e.getSQLState().startsWith("23") ? "duplicate" : e.getSQLState();
            }
        });
        begins.await();
        TimeUnit.MILLISECONDS.sleep(AHEAD_MILLIS);
        return told;
    }
}
