package org.shardingjdbc.scaling.internal.flow;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Writes rows to their new places, by one connection for each data source, which it keeps. Data sources write at the
 * same time, each in a transaction of its own, so that one may have committed when another one fails: whoever writes
 * must be able to do so again. What is done at one data source is done by one thread at a time.
 */
public final class TargetRows implements AutoCloseable {
    private static final Comparator<NodeTable> ORDER = Comparator.comparing(NodeTable::dataSource)
            .thenComparing(NodeTable::table)
            .thenComparing(NodeTable::logic);

    /** The class of SQLStates of transactions that were rolled back. */
    private static final String GAVE_WAY = "40";

    private final Databases databases;
    private final Map<String, Connection> connections = new ConcurrentHashMap<>();
    private final ExecutorService writers = Executors.newCachedThreadPool(TargetRows::thread);

    public TargetRows(Databases databases) {
        this.databases = databases;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sharding-jdbc-scaling-write");
        thread.setDaemon(true);
        return thread;
    }

    private Connection connection(NodeTable node) throws SQLException {
        Connection known = connections.get(node.dataSource());
        if (known == null) {
            known = inTransactions(databases.open(node.dataSource()));
            connections.put(node.dataSource(), known);
        }
        return known;
    }

    private static Connection inTransactions(Connection opened) throws SQLException {
        try {
            opened.setAutoCommit(false);
            return opened;
        } catch (SQLException e) {
            try (opened) {
                throw e;
            }
        }
    }

    private ScalingDatabase kind() {
        return databases.kind();
    }

    /** Deletes the rows of these keys, where they are there. */
    public void delete(NodeTable node, MovedTable form, Collection<List<Object>> keys) throws SQLException {
        kind().delete(connection(node), named(form, node), keys);
    }

    /** The rows of these keys that are there, with these columns besides the keys. */
    public List<MovedRow> found(
            NodeTable node, MovedTable form, Collection<List<Object>> keys, Collection<Integer> columns)
            throws SQLException {
        return kind().found(connection(node), named(form, node), keys, columns);
    }

    /** Writes those rows of which none with their key is there, as the database compares keys. */
    public void insertAbsent(NodeTable node, MovedTable form, List<MovedRow> rows) throws SQLException {
        List<List<Object>> keys = rows.stream().map(row -> row.key(form)).toList();
        Set<List<Object>> there = new HashSet<>();
        for (MovedRow row : found(node, form, keys, List.of())) {
            there.add(row.key(form));
        }
        boolean otherwise = there.retainAll(new HashSet<>(keys));
        List<MovedRow> absent = new ArrayList<>();
        for (MovedRow row : rows) {
            List<Object> key = row.key(form);
            // one that is there may be written otherwise, as in other letters or with more digits
            boolean isThere = there.contains(key)
                    || otherwise && !found(node, form, List.of(key), List.of()).isEmpty();
            if (!isThere) {
                absent.add(row);
            }
        }
        insert(node, form, absent);
    }

    /** Whether keys of such rows that are the same for the database are always written the same. */
    boolean hasOneSpelling(MovedTable form) {
        return kind().hasOneSpelling(form);
    }

    /** Whether a row could not be written because one of its key is there. */
    public boolean isDuplicate(SQLException error) {
        return kind().isDuplicate(error);
    }

    /** Whether the database gave way to another transaction, as to one that makes an index. */
    public boolean gaveWay(SQLException error) {
        String state = error.getSQLState();
        return state != null && state.startsWith(GAVE_WAY) || kind().gaveWay(error);
    }

    /** What was written and is not committed does not count. */
    public void rollback() throws SQLException {
        for (Connection each : connections.values()) {
            each.rollback();
        }
    }

    /** Writes rows that are not there. */
    public void insert(NodeTable node, MovedTable form, List<MovedRow> rows) throws SQLException {
        kind().insert(connection(node), named(form, node), rows);
    }

    private static MovedTable named(MovedTable form, NodeTable node) {
        return new MovedTable(node.table(), form.columns(), form.key());
    }

    /** What is written at one data source. */
    @FunctionalInterface
    public interface Part {
        void write() throws SQLException;
    }

    /**
     * Writes all parts of each data source, one after the other, and commits them there; at all data sources at the
     * same time.
     *
     * @param parts by their data sources
     * @throws SQLException when one has failed, behind the end of all; {@link #rollback()} then takes back what is open
     */
    public void atEach(Map<String, List<Part>> parts) throws SQLException {
        Map<String, Part> committed = new LinkedHashMap<>();
        parts.forEach((dataSource, its) -> committed.put(dataSource, () -> {
            for (Part each : its) {
                each.write();
            }
            commit(dataSource);
        }));
        together(committed);
    }

    /**
     * Writes the parts at the same time, as each waits for its disk. No transaction waits for what is done at another
     * data source: two who write the same rows would wait for each other in a circle that no database sees.
     *
     * @param parts by their data sources; each commits what it has written, or takes it back
     * @throws SQLException when one has failed, behind the end of all
     */
    void together(Map<String, Part> parts) throws SQLException {
        List<Part> all = List.copyOf(parts.values());
        List<CompletableFuture<@Nullable Throwable>> others = new ArrayList<>();
        for (Part each : all.subList(Math.min(1, all.size()), all.size())) {
            others.add(begun(each));
        }
        Throwable failure = all.isEmpty() ? null : written(all.get(0));
        for (CompletableFuture<@Nullable Throwable> each : others) {
            Throwable its = each.join();
            failure = its == null ? failure : Closing.first(failure, its);
        }
        if (failure != null) {
            Closing.raise(failure);
        }
    }

    /** By this thread where there is no other one: all are waited for, whatever fails. */
    private CompletableFuture<@Nullable Throwable> begun(Part part) {
        try {
            return CompletableFuture.supplyAsync(() -> written(part), writers);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            return CompletableFuture.completedFuture(written(part));
        }
    }

    private static @Nullable Throwable written(Part part) {
        try {
            part.write();
            return null;
        } catch (SQLException | RuntimeException | Error e) {
            return e;
        }
    }

    /** What was written at a data source counts. */
    void commit(String dataSource) throws SQLException {
        Connection connection = connections.get(dataSource);
        if (connection != null) {
            connection.commit();
        }
    }

    /** What was written at a data source and is not committed does not count. */
    void rollback(String dataSource) throws SQLException {
        Connection connection = connections.get(dataSource);
        if (connection != null) {
            connection.rollback();
        }
    }

    /** Rows by their nodes, which are in one order for all who write: so none waits for another one in a circle. */
    public static Map<NodeTable, List<MovedRow>> byNode(
            Collection<MovedRow> rows, Function<MovedRow, List<NodeTable>> route) {
        Map<NodeTable, List<MovedRow>> byNode = new TreeMap<>(ORDER);
        for (MovedRow row : rows) {
            for (NodeTable each : route.apply(row)) {
                byNode.computeIfAbsent(each, node -> new ArrayList<>()).add(row);
            }
        }
        return byNode;
    }

    /** Closes the connections; what was not committed does not count. */
    @Override
    public void close() throws SQLException {
        List<AutoCloseable> ends = new ArrayList<>();
        for (Connection each : connections.values()) {
            ends.add(each::rollback);
            ends.add(each);
        }
        connections.clear();
        ends.add(writers::shutdown);
        Closing.close(ends);
    }
}
