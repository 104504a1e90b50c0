package org.shardingjdbc.testkit.isolation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Up to three transactions whose steps are begun one after the other: the next when the one before is over, or when its
 * database says that it waits for a lock. A transaction whose step fails is rolled back, and its later steps fail. For
 * one thread.
 */
final class Interleaving implements AutoCloseable {
    private static final int TRANSACTIONS = 3;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LockWaits waits;
    private final List<Part> parts = new ArrayList<>();

    /** One transaction, on its own connection and thread. */
    private static final class Part {
        final Connection connection;
        final ExecutorService thread = Executors.newSingleThreadExecutor();
        /** Of its thread. */
        SQLException failure;

        Step last;

        /** What it executes; null between statements. */
        volatile Statement running;

        Part(Connection connection) {
            this.connection = connection;
        }
    }

    private interface Work {
        List<Integer> on(Connection connection) throws SQLException;
    }

    /** @param isolation a constant of {@link Connection} */
    Interleaving(DataSource dataSource, int isolation, LockWaits waits) throws SQLException {
        this.waits = waits;
        for (int i = 0; i < TRANSACTIONS; i++) {
            Connection connection = dataSource.getConnection();
            parts.add(new Part(connection));
            try (Statement statement = connection.createStatement()) {
                statement.execute(waits.patience());
            }
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
        }
    }

    /** @param transaction from 1 */
    Step execute(int transaction, String sql) throws SQLException {
        return begin(transaction, connection -> {
            try (Statement statement = connection.createStatement()) {
                parts.get(transaction - 1).running = statement;
                statement.executeUpdate(sql);
                return List.of();
            }
        });
    }

    /** @return sees the integers of the first column */
    Step read(int transaction, String sql) throws SQLException {
        return begin(transaction, connection -> {
            List<Integer> found = new ArrayList<>();
            try (Statement statement = connection.createStatement()) {
                parts.get(transaction - 1).running = statement;
                try (ResultSet rows = statement.executeQuery(sql)) {
                    while (rows.next()) {
                        found.add(rows.getInt(1));
                    }
                }
            }
            return found;
        });
    }

    Step commit(int transaction) throws SQLException {
        return begin(transaction, connection -> {
            connection.commit();
            return List.of();
        });
    }

    Step rollback(int transaction) throws SQLException {
        return begin(transaction, connection -> {
            connection.rollback();
            return List.of();
        });
    }

    private Step begin(int transaction, Work work) throws SQLException {
        Part part = parts.get(transaction - 1);
        Step step = new Step();
        part.last = step;
        part.thread.execute(() -> make(part, work, step));
        awaitOverOrWaiting();
        return step;
    }

    private static void make(Part part, Work work, Step step) {
        if (part.failure != null) {
            step.failed(part.failure);
            return;
        }
        try {
            step.done(work.on(part.connection));
        } catch (SQLException e) {
            part.failure = e;
            try {
                part.connection.rollback();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            step.failed(e);
        } catch (RuntimeException e) {
            part.failure = new SQLException(e);
            step.failed(part.failure);
        } finally {
            part.running = null;
        }
    }

    /** @return the transactions that wait for locks */
    private List<Part> awaitOverOrWaiting() throws SQLException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int seen = 0;
        while (System.nanoTime() < end) {
            List<Part> running = parts.stream()
                    .filter(part -> part.last != null && !part.last.isOver())
                    .toList();
            if (running.isEmpty()) {
                return running;
            }
            if (isOverWithin(waits.staleMillis(), running)) {
                continue;
            }
            seen = waits.count() >= running.size() ? seen + 1 : 0;
            if (seen == 2) {
                return running;
            }
        }
        throw new IllegalStateException("neither over nor waiting for a lock");
    }

    private static boolean isOverWithin(int millis, List<Part> running) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        do {
            if (running.stream().anyMatch(part -> part.last.isOver())) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        } while (System.nanoTime() < end);
        return false;
    }

    /**
     * Returns when all steps are over. Transactions that wait now wait for each other, or for one that does nothing
     * more: nobody but a time-out would end that, so that the last one is cancelled.
     */
    void finish() throws SQLException {
        List<Part> waiting = awaitOverOrWaiting();
        while (!waiting.isEmpty()) {
            Statement cancelled = waiting.get(waiting.size() - 1).running;
            if (cancelled != null) {
                cancelled.cancel();
            }
            waiting = awaitOverOrWaiting();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Part part : parts) {
            part.thread.shutdown();
            part.connection.rollback();
            part.connection.close();
        }
    }
}
