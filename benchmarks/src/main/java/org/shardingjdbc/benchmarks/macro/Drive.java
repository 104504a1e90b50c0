package org.shardingjdbc.benchmarks.macro;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;

/**
 * Lets terminals run at the same time, each without a pause between its transactions. What is measured begins after a
 * warm-up.
 */
record Drive(Workload workload, int threads, double warmUpSeconds, double seconds, ServerTime server) {
    private static final int DIGITS = 3;

    /** @param seed of the first terminal */
    Figures run(DataSource dataSource, long seed) throws SQLException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long begin = System.nanoTime() + (long) (warmUpSeconds * 1e9);
        long end = begin + (long) (seconds * 1e9);
        ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        try {
            Future<double[]> before = executor.submit(() -> {
                waitUntil(begin);
                return new double[] {system.getProcessCpuTime() / 1e9, server.seconds()};
            });
            List<Future<Log>> running = IntStream.range(0, threads)
                    .mapToObj(number -> executor.submit(
                            () -> new Log(begin, end).fill(workload.terminal(dataSource, number, seed))))
                    .toList();
            List<Log> logs = new ArrayList<>();
            for (Future<Log> log : running) {
                logs.add(log.get());
            }
            double cpu = system.getProcessCpuTime() / 1e9 - before.get()[0];
            return figures(logs, cpu, server.seconds() - before.get()[1]);
        } catch (ExecutionException e) {
            throw new SQLException(workload.name() + " failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static void waitUntil(long nanoTime) throws InterruptedException {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    private Figures figures(List<Log> logs, double cpuSeconds, double serverSeconds) {
        Histogram latency = new Histogram(DIGITS);
        List<Histogram> kinds = new ArrayList<>();
        for (int kind = 0; kind < workload.kinds().size(); kind++) {
            Histogram all = new Histogram(DIGITS);
            for (Log log : logs) {
                all.add(log.latencies.get(kind));
            }
            kinds.add(all);
            latency.add(all);
        }
        long retries = logs.stream().mapToLong(log -> log.retries).sum();
        return new Figures(latency.getTotalCount(), retries, seconds, cpuSeconds, serverSeconds, latency, kinds);
    }

    /** What one terminal did. Times of {@link System#nanoTime}. */
    private final class Log {
        private final long begin;
        private final long end;
        private final List<Histogram> latencies = new ArrayList<>();
        private long retries;

        Log(long begin, long end) {
            this.begin = begin;
            this.end = end;
            workload.kinds().forEach(kind -> latencies.add(new Histogram(DIGITS)));
        }

        Log fill(Terminal terminal) throws SQLException {
            long now = System.nanoTime();
            while (now < end) {
                long start = now;
                int kind = tried(terminal);
                now = System.nanoTime();
                if (start < begin || now >= end) {
                    continue;
                }
                if (kind < 0) {
                    retries++;
                } else {
                    latencies.get(kind).recordValue(now - start);
                }
            }
            return this;
        }

        private int tried(Terminal terminal) throws SQLException {
            try {
                return terminal.transaction();
            } catch (SQLException e) {
                if (isConflict(e)) {
                    return -1;
                }
                throw e;
            }
        }
    }

    /** Whether another transaction was in the way: a deadlock, a lock waited for in vain, the same key inserted. */
    private static boolean isConflict(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("40")
                || state.startsWith("23")
                || state.equals("55P03")
                || state.equals("HYT00")
                || e.getErrorCode() == 1205
                || e.getErrorCode() == 1213;
    }
}
