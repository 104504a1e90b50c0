package org.shardingjdbc.scaling.internal.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.BucketSum;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Compares every row of one logic table in two layouts. Rows fall into buckets by their keys; each side says of each
 * bucket how many rows it has and a sum over what they hold, which one query for each data node tells. Of buckets that
 * differ the rows are read. What differs then may only lag behind, since the two sides are not read at one moment: it
 * is read again when all that was committed before has been written, and again, until it is alike. Rows that change too
 * often for that are locked for a moment. Used by one thread.
 */
public final class Comparison {
    private static final int BUCKETS = 16_384;
    /** How many rows of them are read at once. */
    private static final long TOGETHER = 50_000;

    private static final int TRIES = 8;

    private final Databases databases;
    private final MovedTable form;
    private final List<NodeTable> left;
    private final List<NodeTable> right;
    private final CatchingUp catchingUp;

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
        this.form = form;
        this.left = left;
        this.right = right;
        this.catchingUp = catchingUp;
    }

    /**
     * What was found.
     *
     * @param rows how many rows the left side has
     * @param keys of the rows that differ
     */
    public record Outcome(long rows, List<List<Object>> keys) {}

    /** Compares all rows. */
    public Outcome run() throws SQLException {
        Map<Integer, BucketSum> here = sums(left);
        catchingUp.await();
        Map<Integer, BucketSum> there = sums(right);
        Set<Integer> buckets = new HashSet<>(here.keySet());
        buckets.addAll(there.keySet());
        buckets.removeIf(bucket -> {
            BucketSum its = here.get(bucket);
            return its != null && its.equals(there.get(bucket));
        });
        Set<List<Object>> differ = new HashSet<>();
        List<Integer> together = new ArrayList<>();
        long size = 0;
        for (int bucket : buckets) {
            together.add(bucket);
            size += rows(here, bucket) + rows(there, bucket);
            if (size >= TOGETHER) {
                differ.addAll(differing(rows(left, together), rows(right, together)));
                together.clear();
                size = 0;
            }
        }
        if (!together.isEmpty()) {
            differ.addAll(differing(rows(left, together), rows(right, together)));
        }
        for (int i = 0; i < TRIES && !differ.isEmpty(); i++) {
            differ = again(differ);
        }
        for (int i = 0; i < TRIES && !differ.isEmpty(); i++) {
            catchingUp.await();
            Set<List<Object>> now = locked(differ);
            if (now == null && i == TRIES - 1) {
                throw new SQLException("Rows of " + form.name() + " are written faster than they follow, as "
                        + differ.iterator().next() + "; compare again when fewer are written");
            }
            differ = now == null ? differ : now;
        }
        long rows = here.values().stream().mapToLong(BucketSum::rows).sum();
        return new Outcome(rows, new ArrayList<>(differ));
    }

    /** Those of them that still differ. */
    private Set<List<Object>> again(Collection<List<Object>> keys) throws SQLException {
        Map<List<Object>, String> here = rowsOf(left, keys);
        catchingUp.await();
        return differing(here, rowsOf(right, keys));
    }

    /** The same of rows that change again and again, while they are kept from changing; null where that takes long. */
    private @Nullable Set<List<Object>> locked(Collection<List<Object>> keys) throws SQLException {
        Map<List<Object>, String> here = new HashMap<>();
        List<Connection> holding = new ArrayList<>();
        try {
            for (NodeTable node : left) {
                Connection connection = databases.open(node.dataSource());
                holding.add(connection);
                connection.setAutoCommit(false);
                add(here, kind().rowsOf(connection, named(node), keys, true));
            }
            return catchingUp.awaitMoment() ? differing(here, rowsOf(right, keys)) : null;
        } finally {
            closeAll(holding);
        }
    }

    private static void closeAll(List<Connection> connections) throws SQLException {
        SQLException failure = null;
        for (Connection each : connections) {
            try {
                each.close();
            } catch (SQLException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
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

    private Map<Integer, BucketSum> sums(List<NodeTable> nodes) throws SQLException {
        Map<Integer, BucketSum> sums = new HashMap<>();
        for (NodeTable node : nodes) {
            try (Connection connection = databases.open(node.dataSource())) {
                kind().sums(connection, named(node), BUCKETS)
                        .forEach((bucket, sum) -> sums.merge(bucket, sum, BucketSum::plus));
            }
        }
        return sums;
    }

    private static long rows(Map<Integer, BucketSum> sums, int bucket) {
        BucketSum sum = sums.get(bucket);
        return sum == null ? 0 : sum.rows();
    }

    private Map<List<Object>, String> rows(List<NodeTable> nodes, List<Integer> buckets) throws SQLException {
        Map<List<Object>, String> rows = new HashMap<>();
        for (NodeTable node : nodes) {
            try (Connection connection = databases.open(node.dataSource())) {
                add(rows, kind().rows(connection, named(node), BUCKETS, buckets));
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
            try (Connection connection = databases.open(node.dataSource())) {
                add(rows, kind().rowsOf(connection, named(node), keys, false));
            }
        }
        return rows;
    }

    /** A key that two nodes have is a difference, which both together make. */
    private static void add(Map<List<Object>, String> rows, Map<List<Object>, String> its) {
        its.forEach((key, row) -> rows.merge(key, row, (one, other) -> one + " and " + other));
    }
}
