package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Writers of t_order and what was acknowledged to them: new rows, other amounts, other users (and so other data nodes),
 * rows that go, and several of them in a transaction. Each writer has rows of its own, so that it is known what each
 * must be.
 */
final class WrittenTable implements AutoCloseable {
    private static final int USERS = 50;

    private static final long KEYS_OF_A_RUN = 100_000_000L;
    private static final long KEYS_OF_A_WRITER = 1_000_000L;

    private final DataSource dataSource;
    private final long firstKey;
    private final int rows;
    private final int writers;
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    /** By key the user and the amount; empty for a row that went. */
    private final Map<Long, List<Integer>> ledger = new ConcurrentHashMap<>();

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    /**
     * @param rows with the keys from 1 on are there, with the users and amounts of {@link #user} and {@link #amount}
     */
    WrittenTable(DataSource dataSource, int rows, int writers) {
        this(dataSource, rows, writers, KEYS_OF_A_RUN);
    }

    private WrittenTable(DataSource dataSource, int rows, int writers, long firstKey) {
        this.firstKey = firstKey;
        this.dataSource = dataSource;
        this.rows = rows;
        this.writers = writers;
        for (long key = 1; key <= rows; key++) {
            ledger.put(key, List.of(user(key), amount(key)));
        }
    }

    /** More writers over the rows that are there. */
    WrittenTable goOn() {
        WrittenTable next = new WrittenTable(dataSource, rows, writers, firstKey + KEYS_OF_A_RUN);
        next.ledger.clear();
        next.ledger.putAll(ledger);
        next.start();
        return next;
    }

    static int user(long key) {
        return (int) (key % 97);
    }

    static int amount(long key) {
        return (int) (key % 1000);
    }

    void start() {
        for (int i = 0; i < writers; i++) {
            int number = i;
            Thread thread = new Thread(() -> write(number), "writer-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void write(int number) {
        SplittableRandom random = new SplittableRandom(number);
        long next = firstKey + KEYS_OF_A_WRITER * number;
        while (!ended) {
            long old = random.nextLong(rows / writers) * writers + number + 1;
            int amount = random.nextInt(100_000);
            int user = random.nextInt(USERS);
            List<Integer> before = ledger.getOrDefault(old, List.of());
            boolean inserts = random.nextBoolean();
            int kind = random.nextInt(4);
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                if (inserts) {
                    execute(
                            connection,
                            "INSERT INTO t_order (order_id, user_id, amount) VALUES (?, ?, ?)",
                            next,
                            user,
                            amount);
                }
                if (kind == 1) {
                    execute(connection, "UPDATE t_order SET amount = ? WHERE order_id = ?", amount, old);
                } else if (kind == 2) {
                    execute(
                            connection,
                            "UPDATE t_order SET user_id = ?, amount = ? WHERE order_id = ?",
                            user,
                            amount,
                            old);
                } else if (kind == 3) {
                    execute(connection, "DELETE FROM t_order WHERE order_id = ?", old);
                }
                connection.commit();
            } catch (SQLTransactionRollbackException e) {
                // of two writers that wait for each other one is taken back: MySQL locks gaps between rows, too
                continue;
            } catch (SQLException e) {
                wrong.add(e.toString());
                return;
            }
            if (inserts) {
                ledger.put(next, List.of(user, amount));
                next++;
            }
            if (kind != 0 && !before.isEmpty()) {
                ledger.put(
                        old,
                        kind == 1 ? List.of(before.get(0), amount) : kind == 2 ? List.of(user, amount) : List.of());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    /** How many rows there were and are. */
    int size() {
        return ledger.size();
    }

    /** Ends the writers and looks whether all that was acknowledged is there, once, and nothing else. */
    void end() throws SQLException {
        close();
        assertThat(wrong).isEmpty();
        assertAll();
    }

    /** To be asked while nobody writes. */
    void assertAll() throws SQLException {
        Map<Long, List<Integer>> found = new ConcurrentHashMap<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT order_id, user_id, amount FROM t_order")) {
            while (row.next()) {
                assertThat(found.put(row.getLong(1), List.of(row.getInt(2), row.getInt(3))))
                        .isNull();
            }
        }
        Map<Long, List<Integer>> expected = new ConcurrentHashMap<>(ledger);
        expected.values().removeIf(List::isEmpty);
        assertThat(found).isEqualTo(expected);
    }

    @Override
    public void close() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
