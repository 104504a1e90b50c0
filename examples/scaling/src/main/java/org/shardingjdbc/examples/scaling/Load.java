package org.shardingjdbc.examples.scaling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * The application: threads that insert, update and delete orders through the DataSource and know nothing of sharding.
 * Whatever was acknowledged is noted, so that it can be told in the end whether it is there. Each thread has orders of
 * its own. Nothing is tried again: the first error of a thread is the end of all.
 */
final class Load implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int PAUSE_MILLIS = 4;
    private static final int USERS = 1_000;
    private static final int AMOUNTS = 500;

    /** What was acknowledged: the user of each order by its number, and the amount. */
    private final Map<Long, Order> orders = new ConcurrentHashMap<>();

    private final DataSource dataSource;
    private final int rows;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean ended;
    private volatile Exception failure;

    private record Order(int user, int amount) {}

    /** @param rows how many orders there are, made by {@link #seed} */
    Load(DataSource dataSource, int rows) {
        this.dataSource = dataSource;
        this.rows = rows;
        for (long id = 1; id <= rows; id++) {
            orders.put(id, new Order((int) (id / 7 % USERS), (int) (id % AMOUNTS)));
        }
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(new Thread(() -> write(number), "load-" + number));
        }
        threads.forEach(Thread::start);
    }

    /** The statement that makes the orders of the first day. */
    static String seed(int rows) {
        return "INSERT INTO t_order SELECT i, i / 7 % " + USERS + ", i % " + AMOUNTS + ", 'Thank you for order ' || i"
                + " FROM generate_series(1, " + rows + ") AS i";
    }

    private void write(int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        // Its own orders have the numbers 1 + thread + THREADS * i; so many of them have been used.
        long used = (rows + THREADS - 1 - thread) / THREADS;
        try {
            while (!ended) {
                long old = 1 + thread + THREADS * random.nextLong(used);
                Order order = new Order(random.nextInt(USERS), random.nextInt(AMOUNTS));
                long start = System.nanoTime();
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        long next = 1 + thread + THREADS * used;
                        execute(
                                "INSERT INTO t_order (user_id, amount, order_id) VALUES (?, ?, ?)",
                                order.user,
                                order.amount,
                                next);
                        orders.put(next, order);
                        used++;
                    }
                    case 2 -> {
                        // Another user: the order may go to another data node.
                        if (execute(
                                        "UPDATE t_order SET user_id = ?, amount = ? WHERE order_id = ?",
                                        order.user,
                                        order.amount,
                                        old)
                                == 1) {
                            orders.put(old, order);
                        }
                    }
                    default -> {
                        execute("DELETE FROM t_order WHERE order_id = ?", old);
                        orders.remove(old);
                    }
                }
                longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                writes.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (SQLException | InterruptedException | RuntimeException e) {
            failure = e;
            ended = true;
        }
    }

    private int execute(String sql, Object... values) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    /** How many writes were acknowledged. */
    long writes() {
        return writes.get();
    }

    /** How long the slowest write took since this was asked last. */
    Duration longest() {
        return Duration.ofNanos(longestNanos.getAndSet(0));
    }

    /**
     * Ends it, and compares each order that is found with what was acknowledged.
     *
     * @return how many there are
     * @throws IllegalStateException when one is missing, there twice, or another one than it should be
     */
    int end() throws Exception {
        close();
        if (failure != null) {
            throw failure;
        }
        Map<Long, Order> missing = new ConcurrentHashMap<>(orders);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT order_id, user_id, amount FROM t_order")) {
            while (row.next()) {
                if (!new Order(row.getInt(2), row.getInt(3)).equals(missing.remove(row.getLong(1)))) {
                    throw new IllegalStateException("Order " + row.getLong(1) + " is not what was acknowledged");
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Acknowledged and not there: orders " + missing.keySet());
        }
        return orders.size();
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
