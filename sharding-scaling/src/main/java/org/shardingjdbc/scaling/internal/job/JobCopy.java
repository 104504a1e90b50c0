package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.copy.NodeCopy;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.flow.Threads;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingOptions;

/**
 * Copies the data nodes of a job: those of a data source one after the other, and some data sources at the same time.
 * From time to time it notes how far each data node is, to go on from there another time; what was copied since is
 * there already then, and stays. Used by one thread.
 */
final class JobCopy {
    /** So many data sources, so that neither connections nor memory grow with them. */
    private static final int AT_ONCE = 4;

    private static final long NOTE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Layouts layouts;
    private final JobStore store;
    private final JobTables tables;
    private final CopyCounts counts;
    private final Supplier<ScalingOptions> options;
    private final Flows.Patience patience;
    /** The first one that broke off the copy of a data source, and so of all. Guarded by this. */
    private @Nullable Throwable failure;
    /** Whether somebody wants it to end before all is copied. */
    private volatile boolean over;

    /**
     * @param options those that count at that moment
     * @param patience asked by any of its threads whether to go on
     */
    JobCopy(
            Layouts layouts,
            JobStore store,
            JobTables tables,
            CopyCounts counts,
            Supplier<ScalingOptions> options,
            Flows.Patience patience) {
        this.layouts = layouts;
        this.store = store;
        this.tables = tables;
        this.counts = counts;
        this.options = options;
        this.patience = patience;
    }

    /** @return whether all is copied; else somebody wanted it to end */
    boolean run() throws SQLException {
        Map<String, List<NodeTable>> byDataSource = new LinkedHashMap<>();
        for (NodeTable node : layouts.sources()) {
            if (!counts.of(node).all()) {
                byDataSource
                        .computeIfAbsent(node.dataSource(), any -> new ArrayList<>())
                        .add(node);
            }
        }
        Queue<List<NodeTable>> left = new ConcurrentLinkedQueue<>(byDataSource.values());
        int parts = Math.min(AT_ONCE, left.size());
        try (CopyTurns turns =
                new CopyTurns(new RowProbe(layouts), () -> options.get().slowdownPercent())) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                Thread thread = new Thread(() -> copyAll(left, turns, parts), "sharding-jdbc-scaling-copy-" + i);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
            threads.forEach(Threads::join);
        }
        synchronized (this) {
            if (failure != null) {
                Closing.raise(failure);
            }
        }
        return !over;
    }

    private void copyAll(Queue<List<NodeTable>> left, CopyTurns turns, int parts) {
        for (List<NodeTable> nodes = left.poll(); nodes != null && !over; nodes = left.poll()) {
            copy(nodes, turns, parts);
        }
    }

    /**
     * @param nodes of one data source
     * @param parts in how many the rows in a second, and the memory, are divided
     */
    private void copy(List<NodeTable> nodes, CopyTurns turns, int parts) {
        String dataSource = nodes.get(0).dataSource();
        Supplier<ScalingOptions> its = () -> part(options.get(), parts);
        try (CopyThrottle throttle =
                new CopyThrottle(layouts, its, turns, this::goesOn, why -> counts.rests(dataSource, why))) {
            for (NodeTable node : nodes) {
                if (!copy(node, throttle, turns, parts)) {
                    over = true;
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over = true;
        } catch (SQLException | RuntimeException | Error e) {
            synchronized (this) {
                failure = Closing.first(failure, e);
            }
            over = true;
        }
    }

    private static ScalingOptions part(ScalingOptions whole, int parts) {
        return whole.rowsPerSecond() == 0 ? whole : whole.rowsPerSecond(Math.max(1, whole.rowsPerSecond() / parts));
    }

    private boolean goesOn() throws SQLException {
        return !over && patience.goesOn();
    }

    private boolean copy(NodeTable node, CopyThrottle throttle, CopyTurns turns, int parts)
            throws SQLException, InterruptedException {
        MovedTable form = tables.form(node);
        NodeCopy copy = new NodeCopy(
                layouts.databases(),
                node,
                form,
                layouts.forward().route(node.logic(), form),
                options.get().chunkRows(),
                NodeCopy.CHUNK_BYTES / parts);
        Pace pace = new Pace(node, form, throttle, turns);
        boolean end;
        try {
            turns.beginsBehindRest(this::goesOn);
            end = copy.run(counts.of(node).key(), pace);
        } finally {
            turns.ends();
            turns.left(node.dataSource());
        }
        pace.note(end ? counts.end(node) : counts.of(node));
        return end;
    }

    /** What is done between two chunks of a data node. */
    private final class Pace implements NodeCopy.Pace {
        private final NodeTable node;
        private final MovedTable form;
        private final CopyThrottle throttle;
        private final CopyTurns turns;
        private long notedNanos = System.nanoTime();

        private Pace(NodeTable node, MovedTable form, CopyThrottle throttle, CopyTurns turns) {
            this.node = node;
            this.form = form;
            this.throttle = throttle;
            this.turns = turns;
        }

        @Override
        public void reads() {
            turns.begins();
        }

        @Override
        public void hasRead() {
            turns.ends();
        }

        @Override
        public boolean wrote(String reached, int rows) throws SQLException {
            CopyCounts.Reached now = counts.reached(node, reached, rows);
            if (System.nanoTime() - notedNanos > NOTE_NANOS) {
                note(now);
            }
            try {
                throttle.rest(
                        new RowProbe.Row(node, form, layouts.databases().kind().key(reached)), rows);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            return goesOn();
        }

        private void note(CopyCounts.Reached reached) throws SQLException {
            if (reached.all() || reached.key() != null) {
                store.write(CopyCounts.COPIED + node, reached.text());
            }
            notedNanos = System.nanoTime();
        }
    }
}
