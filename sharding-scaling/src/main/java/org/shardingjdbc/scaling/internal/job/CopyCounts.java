package org.shardingjdbc.scaling.internal.job;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingProgress;

/** What a job has copied, of how much. One for each job; safe for all threads. */
final class CopyCounts {
    /** Items of what a job keeps: how far a data node is copied, and how large it is. */
    static final String COPIED = "copied ";

    /** Of such an item: its rows are to be copied from the first one on. */
    static final String NOTHING = "";

    static final String SIZE = "size ";
    /** How long statements waited, and how far behind the logs it was. */
    static final String STALL = "stall";

    static final String LAG = "lag";

    private final List<NodeTable> nodes;
    private final Map<NodeTable, Reached> reached = new ConcurrentHashMap<>();
    private final Map<NodeTable, long[]> sizes = new ConcurrentHashMap<>();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong stall = new AtomicLong();
    /** Why the copy of a data source rests; it is absent while it does not. */
    private final Map<String, String> resting = new ConcurrentSkipListMap<>();
    /** When the first rows were copied here; 0 before. */
    private volatile long sinceNanos;

    /**
     * How far the copy of a data node is.
     *
     * @param rows how many are copied
     * @param key of the last one; null for none
     * @param all whether all are copied
     */
    record Reached(long rows, @Nullable String key, boolean all) {
        private static final String ALL = "all ";
        private static final String BEHIND = "behind ";

        /** Of a text of {@link #text}. */
        static Reached of(String text) {
            if (text.startsWith(ALL)) {
                return new Reached(Long.parseLong(text.substring(ALL.length())), null, true);
            }
            int blank = text.indexOf(' ', BEHIND.length());
            return new Reached(
                    Long.parseLong(text.substring(BEHIND.length(), blank)), text.substring(blank + 1), false);
        }

        String text() {
            return all ? ALL + rows : BEHIND + rows + " " + key;
        }
    }

    CopyCounts(List<NodeTable> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** What was kept. */
    void read(Map<String, String> items) {
        for (NodeTable node : nodes) {
            String kept = items.get(COPIED + node);
            if (kept == null || NOTHING.equals(kept)) {
                reached.remove(node);
            } else {
                reached.put(node, Reached.of(kept));
            }
            String size = items.get(SIZE + node);
            if (size != null) {
                sizes.put(node, numbers(size));
            }
        }
        stall(Long.parseLong(items.getOrDefault(STALL, "0")));
    }

    private static long[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }

    /** How far it was when it was kept. */
    ScalingProgress kept(ScalingPhase phase, Map<String, String> items) {
        long[] lag = numbers(items.getOrDefault(LAG, "0 0 0"));
        String abandoned = JobCatalog.abandoned(items);
        return progress(phase, lag[0], lag[1], Duration.ofMillis(lag[2]), abandoned.isEmpty() ? null : abandoned);
    }

    Reached of(NodeTable node) {
        return reached.getOrDefault(node, new Reached(0, null, false));
    }

    /** So many more rows are copied. */
    Reached reached(NodeTable node, String key, int more) {
        if (sinceNanos == 0) {
            sinceNanos = System.nanoTime() - 1;
        }
        rows.addAndGet(more);
        Reached next = new Reached(of(node).rows() + more, key, false);
        reached.put(node, next);
        return next;
    }

    /** All its rows are copied. */
    Reached end(NodeTable node) {
        Reached next = new Reached(of(node).rows(), null, true);
        reached.put(node, next);
        return next;
    }

    /** @param size rows and bytes, about, and what else is known of it */
    void size(NodeTable node, long[] size) {
        sizes.put(node, new long[] {size[0], size[1]});
    }

    /** Statements waited for so long; returns the longest one. */
    long stall(long millis) {
        return stall.accumulateAndGet(millis, Math::max);
    }

    /** The copy of a data source rests for that reason, or goes on. */
    void rests(String dataSource, @Nullable String why) {
        if (why == null) {
            resting.remove(dataSource);
        } else {
            resting.put(dataSource, why);
        }
    }

    ScalingProgress progress(ScalingPhase phase, long changes, long lagBytes, Duration lag, @Nullable String failure) {
        long since = sinceNanos;
        long millis = since == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        return new ScalingProgress(
                phase,
                nodes.stream().map(this::node).toList(),
                phase == ScalingPhase.COPYING ? TimeUnit.SECONDS.toMillis(rows.get()) / Math.max(1, millis) : 0,
                changes,
                lagBytes,
                lag,
                Duration.ofMillis(stall.get()),
                resting.isEmpty() ? null : String.join("; ", resting.values()),
                failure);
    }

    private ScalingProgress.Node node(NodeTable node) {
        Reached known = of(node);
        long[] size = sizes.getOrDefault(node, new long[2]);
        return new ScalingProgress.Node(node.toString(), known.rows(), size[0], size[1], known.all());
    }
}
