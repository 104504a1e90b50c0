package org.shardingjdbc.scaling.internal.flow;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log of one database and writes what changes to its new place, on a thread of its own, until it is closed
 * or something fails. A transaction of the source is written whole; several of them together, when they come faster
 * than they can be written. Written again after a stop between two commits, they end the same: of each row the last
 * state counts, and it replaces whatever is there. Safe for all threads.
 */
public final class Flow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Flow.class);
    private static final int TOGETHER = 2_000;
    private static final long IDLE_MILLIS = 50;

    private final String dataSource;
    private final ChangeLog log;
    private final Function<MovedTable, Function<MovedRow, NodeTable>> routes;
    private final TargetRows target;
    private final Thread thread;
    private final AtomicLong changes = new AtomicLong();
    private final Set<String> passed = new HashSet<>();
    private final Object passing = new Object();
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    /**
     * @param log begun; this opens and closes it
     * @param routes of the actual tables, where their rows go
     * @param target closed with this
     */
    public Flow(
            String dataSource,
            ChangeLog log,
            Function<MovedTable, Function<MovedRow, NodeTable>> routes,
            TargetRows target) {
        this.dataSource = dataSource;
        this.log = log;
        this.routes = routes;
        this.target = target;
        this.thread = new Thread(this::run, "sharding-jdbc-scaling-" + dataSource);
        thread.setDaemon(true);
    }

    /** Begins to follow. */
    public void start() {
        thread.start();
    }

    private void run() {
        try (log;
                target) {
            log.open();
            Batch batch = new Batch();
            while (!ended) {
                if (!log.next(batch, batch.isEmpty() ? IDLE_MILLIS : 0) || batch.isFull()) {
                    batch.write();
                }
            }
        } catch (Exception | Error e) {
            if (!ended) {
                failure = e;
                LOG.error("The changes of data source {} are not followed any more", dataSource, e);
            }
        } finally {
            synchronized (passing) {
                passing.notifyAll();
            }
        }
    }

    /** What is written together. Of the flow's thread. */
    private final class Batch implements ChangeLog.Listener {
        private final Map<MovedTable, Map<NodeTable, Map<List<Object>, @Nullable MovedRow>>> rows =
                new LinkedHashMap<>();
        private final Map<MovedTable, Function<MovedRow, NodeTable>> known = new HashMap<>();
        private final List<String> marks = new ArrayList<>();
        private int size;
        /** Whether what was told last is a whole transaction. */
        private boolean whole = true;

        boolean isEmpty() {
            return size == 0 && marks.isEmpty();
        }

        boolean isFull() {
            return size >= TOGETHER;
        }

        @Override
        public void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) {
            whole = false;
            Function<MovedRow, NodeTable> route = known.computeIfAbsent(table, routes);
            Map<NodeTable, Map<List<Object>, @Nullable MovedRow>> nodes =
                    rows.computeIfAbsent(table, each -> new LinkedHashMap<>());
            if (before != null) {
                put(nodes, route.apply(before), before.key(table), null);
            }
            if (after != null) {
                put(nodes, route.apply(after), after.key(table), after);
            }
            size++;
        }

        private void put(
                Map<NodeTable, Map<List<Object>, @Nullable MovedRow>> nodes,
                NodeTable node,
                List<Object> key,
                @Nullable MovedRow row) {
            nodes.computeIfAbsent(node, each -> new LinkedHashMap<>()).put(key, row);
        }

        @Override
        public void committed() {
            whole = true;
        }

        @Override
        public void marked(String text) {
            whole = false;
            marks.add(text);
        }

        @Override
        public void defined(String what) throws SQLException {
            throw new SQLException("Something other than rows changed in data source " + dataSource + ": " + what);
        }

        /** Writes all, where it is whole. */
        void write() throws SQLException {
            if (!whole || isEmpty()) {
                return;
            }
            for (Map.Entry<MovedTable, Map<NodeTable, Map<List<Object>, @Nullable MovedRow>>> table : rows.entrySet()) {
                for (Map.Entry<NodeTable, Map<List<Object>, @Nullable MovedRow>> node :
                        table.getValue().entrySet()) {
                    write(table.getKey(), node.getKey(), node.getValue());
                }
            }
            target.commit();
            log.done();
            changes.addAndGet(size);
            size = 0;
            rows.clear();
            synchronized (passing) {
                passed.addAll(marks);
                passing.notifyAll();
            }
            marks.clear();
        }

        private void write(MovedTable form, NodeTable node, Map<List<Object>, @Nullable MovedRow> byKey)
                throws SQLException {
            target.delete(node, form, byKey.keySet());
            List<MovedRow> there = new ArrayList<>();
            for (MovedRow row : byKey.values()) {
                if (row != null) {
                    there.add(row);
                }
            }
            target.insert(node, form, there);
        }
    }

    /** Lets a mark be told behind all that is committed now. */
    public void mark(String text) throws SQLException {
        log.mark(text);
    }

    /**
     * Waits until all before a mark is written.
     *
     * @throws TimeoutException when it takes longer
     * @throws SQLException when changes are not followed any more
     */
    public void await(String mark, long millis) throws SQLException, TimeoutException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (passing) {
            while (!passed.remove(mark)) {
                check();
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new TimeoutException("the changes of data source " + dataSource + " are not all written");
                }
                passing.wait(left);
            }
        }
    }

    /** @throws SQLException where it has failed, or was closed */
    public void check() throws SQLException {
        Throwable known = failure;
        if (known != null) {
            throw new SQLException(
                    "The changes of data source " + dataSource + " are not followed: " + known.getMessage(), known);
        }
        if (ended) {
            throw new SQLException("The changes of data source " + dataSource + " are not followed any more");
        }
    }

    /** How many changes were written. */
    public long changes() {
        return changes.get();
    }

    /** How many bytes of the log are not written. */
    public long lagBytes() throws SQLException {
        return log.lagBytes();
    }

    /** Ends it, between two transactions; waits for that. */
    @Override
    public void close() throws SQLException {
        ended = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted while changes of data source " + dataSource + " are ended", e);
        }
    }
}
