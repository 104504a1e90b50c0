package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.OwnConnections;

/**
 * How far replicas of the data sources that a job writes are behind. That follows from marks: the database that is
 * written tells its position at some time, and until the replica has that, it lacks something at least as old. So no
 * clocks are compared, and nothing grows while nobody writes. Used by one thread.
 */
final class ReplicaLag implements AutoCloseable {
    private final Replication replication;
    private final Map<String, List<String>> replicas;
    private final OwnConnections connections;
    private final Map<String, Mark> marks = new HashMap<>();

    /** A position that a replica is not known to have reached. */
    private record Mark(long nanos, String position) {}

    ReplicaLag(Layouts layouts) {
        this.replication = layouts.databases().kind().dialect().replication();
        this.replicas = layouts.writtenReplicas();
        this.connections = new OwnConnections(layouts.databases());
    }

    /** Why it cannot be known, with the remedy; empty where it can. */
    List<String> obstacles() throws SQLException {
        List<String> obstacles = new ArrayList<>();
        if (replicas.isEmpty()) {
            obstacles.add("The lag of replicas is limited, and no rule names replicas of a data source that is written;"
                    + " name them by READWRITE_SPLITTING, or limit rows per second");
        }
        for (String primary : replicas.keySet()) {
            if (replication.position(connections.to(primary)) == null) {
                obstacles.add("Data source " + primary
                        + " does not tell how far its replicas are; MySQL does with gtid_mode = ON");
            }
        }
        return obstacles;
    }

    /** Which replica is further behind than that; null where none is. */
    @Nullable
    String behind(Duration most) throws SQLException {
        for (Map.Entry<String, List<String>> each : replicas.entrySet()) {
            for (String replica : each.getValue()) {
                long millis = millis(each.getKey(), replica);
                if (millis > most.toMillis()) {
                    return "replica " + replica + " of " + each.getKey() + " is " + millis + " ms behind";
                }
            }
        }
        return null;
    }

    private long millis(String primary, String replica) throws SQLException {
        Mark mark = marks.get(replica);
        long now = System.nanoTime();
        if (mark == null) {
            String position = replication.position(connections.to(primary));
            if (position == null) {
                throw new SQLException("Data source " + primary + " does not tell any more how far its replicas are");
            }
            mark = new Mark(now, position);
            marks.put(replica, mark);
        }
        String replayed = replication.replayed(connections.to(replica));
        if (replayed != null && replication.covers(replayed, mark.position())) {
            marks.remove(replica);
            return 0;
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - mark.nanos());
    }

    @Override
    public void close() throws SQLException {
        connections.close();
    }
}
