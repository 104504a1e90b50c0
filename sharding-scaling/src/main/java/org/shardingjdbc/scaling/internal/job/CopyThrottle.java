package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingOptions;

/**
 * Lets a copy rest between two chunks, while replicas lag behind or the job's own reads of one row take long. What
 * follows the changes never rests: it would not come to an end.
 *
 * <p>How far a replica is follows from marks: the database that is written tells its position at some time, and until
 * the replica has that, it lacks something at least as old. So no clocks are compared, and nothing grows while nobody
 * writes. Used by one thread.
 */
final class CopyThrottle implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;

    private final Databases databases;
    private final Map<String, List<String>> replicas;
    private final List<NodeTable> targets;
    private final Supplier<ScalingOptions> options;
    private final Flows.Patience patience;
    private final Consumer<@Nullable String> shown;
    private final Map<String, Connection> connections = new HashMap<>();
    private final Map<String, Mark> marks = new HashMap<>();

    /** A position that a replica is not known to have reached. */
    private record Mark(long nanos, String position) {}

    /**
     * @param options those that count at that moment
     * @param patience asked in a rest whether to go on with it
     * @param shown told why the copy rests; null when it does not
     */
    CopyThrottle(
            Layouts layouts,
            Supplier<ScalingOptions> options,
            Flows.Patience patience,
            Consumer<@Nullable String> shown) {
        this.options = options;
        this.databases = layouts.databases();
        this.replicas = layouts.writtenReplicas();
        this.targets = layouts.targets();
        this.patience = patience;
        this.shown = shown;
    }

    /** Why limits cannot be kept, with the remedy; empty where they can. */
    List<String> obstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>();
        if (options.get().replicaLag().isZero()) {
            return obstacles;
        }
        if (replicas.isEmpty()) {
            obstacles.add("The lag of replicas is limited, and no rule names replicas of a data source that is written;"
                    + " name them by READWRITE_SPLITTING, or limit rows per second");
        }
        for (Map.Entry<String, List<String>> each : replicas.entrySet()) {
            if (replication().position(connection(each.getKey())) == null) {
                obstacles.add("Data source " + each.getKey()
                        + " does not tell how far its replicas are; MySQL does with gtid_mode = ON");
            }
        }
        return obstacles;
    }

    private Replication replication() {
        return databases.kind().dialect().replication();
    }

    /**
     * Rests for as long as the limits want it.
     *
     * @param key of the row that was copied last
     * @param rows how many were copied since the last rest
     */
    void rest(NodeTable node, MovedTable form, List<Object> key, int rows) throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        try {
            long left = leftMillis(begin, rows);
            while (left > 0 && patience.goesOn()) {
                shown.accept("no more than " + options.get().rowsPerSecond() + " rows are copied in a second");
                TimeUnit.MILLISECONDS.sleep(Math.min(left, PAUSE_MILLIS));
                left = leftMillis(begin, rows);
            }
            String why = why(node, form, key);
            while (why != null && patience.goesOn()) {
                shown.accept(why);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                why = why(node, form, key);
            }
        } finally {
            shown.accept(null);
        }
    }

    /** For how long a rest goes on that began then, so that no more rows are copied in a second than may be. */
    private long leftMillis(long begin, int rows) {
        int most = options.get().rowsPerSecond();
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        return most > 0 ? TimeUnit.SECONDS.toMillis(rows) / most - passed : 0;
    }

    private @Nullable String why(NodeTable node, MovedTable form, List<Object> key) throws SQLException {
        ScalingOptions now = options.get();
        String why = now.replicaLag().isZero() ? null : behind(now.replicaLag());
        return why != null || now.probeTime().isZero() ? why : slow(now.probeTime(), node, form, key);
    }

    private @Nullable String behind(Duration most) throws SQLException {
        for (Map.Entry<String, List<String>> each : replicas.entrySet()) {
            for (String replica : each.getValue()) {
                long millis = lagMillis(each.getKey(), replica);
                if (millis > most.toMillis()) {
                    return "replica " + replica + " of " + each.getKey() + " is " + millis + " ms behind";
                }
            }
        }
        return null;
    }

    private long lagMillis(String primary, String replica) throws SQLException {
        Mark mark = marks.get(replica);
        long now = System.nanoTime();
        if (mark == null) {
            String position = replication().position(connection(primary));
            if (position == null) {
                throw new SQLException("Data source " + primary + " does not tell any more how far its replicas are");
            }
            mark = new Mark(now, position);
            marks.put(replica, mark);
        }
        String replayed = replication().replayed(connection(replica));
        if (replayed != null && replication().covers(replayed, mark.position())) {
            marks.remove(replica);
            return 0;
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - mark.nanos());
    }

    /** One read by a key for each data source, in the node that is copied and in those that are written. */
    private @Nullable String slow(Duration most, NodeTable node, MovedTable form, List<Object> key)
            throws SQLException {
        Map<String, NodeTable> probed = new HashMap<>();
        Stream.concat(Stream.of(node), targets.stream().filter(each -> each.logic()
                        .equals(node.logic())))
                .forEach(each -> probed.putIfAbsent(each.dataSource(), each));
        for (NodeTable each : probed.values()) {
            Connection connection = connection(each.dataSource());
            long begin = System.nanoTime();
            databases
                    .kind()
                    .found(
                            connection,
                            new MovedTable(each.table(), form.columns(), form.key()),
                            List.of(key),
                            List.of());
            long nanos = System.nanoTime() - begin;
            if (nanos > most.toNanos()) {
                return "a read of one row in " + each.dataSource() + " takes " + TimeUnit.NANOSECONDS.toMillis(nanos)
                        + " ms";
            }
        }
        return null;
    }

    private Connection connection(String dataSource) throws SQLException {
        Connection known = connections.get(dataSource);
        if (known == null) {
            known = databases.open(dataSource);
            connections.put(dataSource, known);
        }
        return known;
    }

    @Override
    public void close() throws SQLException {
        List<Connection> all = List.copyOf(connections.values());
        connections.clear();
        Closing.close(all);
    }
}
