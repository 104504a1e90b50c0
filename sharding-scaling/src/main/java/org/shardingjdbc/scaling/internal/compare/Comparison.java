package org.shardingjdbc.scaling.internal.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.database.KeyRange;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.BucketSum;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.internal.layout.OwnConnections;

/**
 * Compares every row of one logic table in two layouts, by ranges of keys, each of which the primary key finds. Rows of
 * a range fall into buckets by their keys; each side says of each bucket how many rows it has and a sum over what they
 * hold, which one query for each data node tells. Of buckets that differ the rows are read, of several ranges together.
 * What differs then may only lag behind, since the two sides are not read at one moment: it is read again when all that
 * was committed before has been written, and again, until it is alike. Rows that change too often for that are locked
 * for a moment. Used by one thread.
 *
 * <p>Ranges are only there so that little is read again. Each row is in one of them, whatever order a database gives
 * its keys: where two databases have other ones, rows differ that are found alike when they are read again by their
 * keys.
 */
public final class Comparison {
    /** About how many rows a range has, over all data nodes that it is taken from. */
    private static final int RANGE_ROWS = 20_000;

    private static final int FEWEST_ROWS = 1_000;
    private static final int BUCKETS = 256;
    /** Of a range that has many more rows, as data nodes have other keys than the one that it was taken from. */
    private static final int MANY_BUCKETS = 16_384;
    /** How many rows of buckets that differ are read at once. */
    private static final long TOGETHER = 50_000;

    /** How many keys of rows that seem to differ are read again at once. */
    private static final int DIFFERING_TOGETHER = 20_000;

    private static final int ALL = 100;
    private static final int TRIES = 8;
    /** For how long transactions are waited for that have locked rows. */
    private static final long LOCK_PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long LOCK_PAUSE_MILLIS = 100;

    private final Databases databases;
    private final MovedTable form;
    private final List<NodeTable> left;
    private final List<NodeTable> right;
    private final CatchingUp catchingUp;
    private final OwnConnections connections;
    private final List<Differing> pending = new ArrayList<>();
    private final Set<List<Object>> differ = new HashSet<>();
    private long pendingRows;
    private long rows;

    /** Waits until all that was committed before is written. */
    @FunctionalInterface
    public interface CatchingUp {
        /** Returns when it is. */
        void await() throws SQLException;

        /**
         * Waits for a moment only, as while rows are locked.
         *
         * @return whether it is
         */
        default boolean awaitMoment() throws SQLException {
            await();
            return true;
        }
    }

    /** @param form of the table, as all of its nodes have it */
    public Comparison(
            Databases databases, MovedTable form, List<NodeTable> left, List<NodeTable> right, CatchingUp catchingUp) {
        this.databases = databases;
        this.connections = new OwnConnections(databases);
        this.form = form;
        this.left = left;
        this.right = right;
        this.catchingUp = catchingUp;
    }

    /**
     * What was found.
     *
     * @param rows how many rows the left side has, of those that were compared
     * @param keys of the rows that differ
     */
    public record Outcome(long rows, List<List<Object>> keys) {}

    /** Buckets of a range that differ. */
    private record Differing(KeyRange range, int buckets, List<Integer> which) {}

    /** Compares all rows. */
    public Outcome run() throws SQLException {
        return run(ALL);
    }

    /**
     * Compares ranges of rows that are spread over all of them, from a random one on.
     *
     * @param percent how many of a hundred ranges, from 1 to 100; the last one always
     */
    public Outcome run(int percent) throws SQLException {
        int due = ThreadLocalRandom.current().nextInt(ALL);
        // also what is no change of a row, and has stopped what follows them, is known then
        catchingUp.await();
        try {
            List<Object> after = null;
            for (NodeTable node : left) {
                int share = Math.max(FEWEST_ROWS, RANGE_ROWS / left.size());
                List<Object> to = kind().end(connection(node), named(node), after, share);
                while (to != null) {
                    due += percent;
                    if (due >= ALL) {
                        due -= ALL;
                        compare(new KeyRange(after, to), BUCKETS);
                    }
                    after = to;
                    to = kind().end(connection(node), named(node), after, share);
                }
            }
            compare(new KeyRange(after, null), BUCKETS);
            readPending();
            return new Outcome(rows, new ArrayList<>(settled(differ)));
        } finally {
            connections.close();
        }
    }

    private Connection connection(NodeTable node) throws SQLException {
        return connections.to(node.dataSource());
    }

    private void compare(KeyRange range, int buckets) throws SQLException {
        Map<Integer, BucketSum> here = sums(left, range, buckets);
        Map<Integer, BucketSum> there = sums(right, range, buckets);
        Set<Integer> unlike = new TreeSet<>(here.keySet());
        unlike.addAll(there.keySet());
        unlike.removeIf(bucket -> {
            BucketSum its = here.get(bucket);
            return its != null && its.equals(there.get(bucket));
        });
        long its = here.values().stream().mapToLong(BucketSum::rows).sum();
        long others = there.values().stream().mapToLong(BucketSum::rows).sum();
        if (!unlike.isEmpty() && buckets < MANY_BUCKETS && Math.max(its, others) > TOGETHER) {
            compare(range, MANY_BUCKETS);
            return;
        }
        rows += its;
        List<Integer> which = new ArrayList<>();
        for (int bucket : unlike) {
            which.add(bucket);
            pendingRows += rows(here, bucket) + rows(there, bucket);
            if (pendingRows >= TOGETHER) {
                pending.add(new Differing(range, buckets, List.copyOf(which)));
                which.clear();
                readPending();
            }
        }
        if (!which.isEmpty()) {
            pending.add(new Differing(range, buckets, which));
        }
    }

    private void readPending() throws SQLException {
        if (!pending.isEmpty()) {
            differ.addAll(differing(rows(left), rows(right)));
            pending.clear();
        }
        pendingRows = 0;
        if (differ.size() > DIFFERING_TOGETHER) {
            Set<List<Object>> still = again(differ);
            differ.clear();
            differ.addAll(still);
        }
    }

    /** Those of them that differ in the end. */
    private Set<List<Object>> settled(Set<List<Object>> found) throws SQLException {
        Set<List<Object>> differ = found;
        for (int i = 0; i < TRIES && !differ.isEmpty(); i++) {
            differ = again(differ);
        }
        long end = System.nanoTime() + LOCK_PATIENCE_NANOS;
        int tries = 0;
        while (tries < TRIES && !differ.isEmpty()) {
            catchingUp.await();
            try {
                Set<List<Object>> now = locked(differ);
                tries++;
                if (now == null && tries == TRIES) {
                    throw new SQLException("Rows of " + form.name() + " are written faster than they follow, as "
                            + differ.iterator().next() + "; compare again when fewer are written");
                }
                differ = now == null ? differ : now;
            } catch (SQLException e) {
                if (!kind().gaveWay(e) || System.nanoTime() - end > 0) {
                    throw e;
                }
                pause();
            }
        }
        return differ;
    }

    private static void pause() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(LOCK_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted while rows are compared", e);
        }
    }

    /**
     * Those of them that still differ, by one wait for all data nodes. A row that changes meanwhile is alike where the
     * right side has it as it was before or as it is behind the wait: it differs only where it changes twice.
     */
    private Set<List<Object>> again(Collection<List<Object>> keys) throws SQLException {
        Map<List<Object>, String> before = rowsOf(left, keys);
        catchingUp.await();
        Map<List<Object>, String> there = rowsOf(right, keys);
        Set<List<Object>> differ = differing(before, there);
        Map<List<Object>, String> behind = rowsOf(left, differ);
        differ.removeIf(key -> Objects.equals(behind.get(key), there.get(key)));
        return differ;
    }

    /**
     * The same of rows that change again and again, while they are kept from changing; null where that takes long.
     * Where somebody else has locked one of them it gives way: those that it has locked already wait for nobody's
     * transaction.
     */
    private @Nullable Set<List<Object>> locked(Collection<List<Object>> keys) throws SQLException {
        Map<List<Object>, String> here = new HashMap<>();
        List<Connection> holding = new ArrayList<>();
        try {
            for (NodeTable node : left) {
                Connection connection = databases.open(node.dataSource());
                holding.add(connection);
                kind().hurry(connection);
                connection.setAutoCommit(false);
                add(here, kind().rowsOf(connection, named(node), keys, true));
            }
            return catchingUp.awaitMoment() ? differing(here, rowsOf(right, keys)) : null;
        } finally {
            Closing.close(holding);
        }
    }

    private static Set<List<Object>> differing(Map<List<Object>, String> one, Map<List<Object>, String> other) {
        Set<List<Object>> differ = new HashSet<>();
        one.forEach((key, row) -> {
            if (!row.equals(other.get(key))) {
                differ.add(key);
            }
        });
        other.keySet().forEach(key -> {
            if (!one.containsKey(key)) {
                differ.add(key);
            }
        });
        return differ;
    }

    private ScalingDatabase kind() {
        return databases.kind();
    }

    private MovedTable named(NodeTable node) {
        return new MovedTable(node.table(), form.columns(), form.key());
    }

    private Map<Integer, BucketSum> sums(List<NodeTable> nodes, KeyRange range, int buckets) throws SQLException {
        Map<Integer, BucketSum> sums = new HashMap<>();
        for (NodeTable node : nodes) {
            kind().sums(connection(node), named(node), range, buckets)
                    .forEach((bucket, sum) -> sums.merge(bucket, sum, BucketSum::plus));
        }
        return sums;
    }

    private static long rows(Map<Integer, BucketSum> sums, int bucket) {
        BucketSum sum = sums.get(bucket);
        return sum == null ? 0 : sum.rows();
    }

    /** Of the buckets that are pending. */
    private Map<List<Object>, String> rows(List<NodeTable> nodes) throws SQLException {
        Map<List<Object>, String> rows = new HashMap<>();
        for (NodeTable node : nodes) {
            for (Differing each : pending) {
                add(rows, kind().rows(connection(node), named(node), each.range(), each.buckets(), each.which()));
            }
        }
        return rows;
    }

    private Map<List<Object>, String> rowsOf(List<NodeTable> nodes, Collection<List<Object>> keys) throws SQLException {
        Map<List<Object>, String> rows = new HashMap<>();
        if (keys.isEmpty()) {
            return rows;
        }
        for (NodeTable node : nodes) {
            add(rows, kind().rowsOf(connection(node), named(node), keys, false));
        }
        return rows;
    }

    /** A key that two nodes have is a difference, which both together make. */
    private static void add(Map<List<Object>, String> rows, Map<List<Object>, String> its) {
        its.forEach((key, row) -> rows.merge(key, row, (one, other) -> one + " and " + other));
    }
}
