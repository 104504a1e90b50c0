package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.internal.layout.OwnConnections;

/**
 * How long a read of one row by its key takes, in each data source that a copy reads or writes. It has connections of
 * its own, and keeps them. Used by one thread.
 */
final class RowProbe implements CopyTurns.Reads {
    private final Databases databases;
    private final List<NodeTable> targets;
    private final OwnConnections connections;

    /** A row that was copied. */
    record Row(NodeTable node, MovedTable form, List<Object> key) {}

    RowProbe(Layouts layouts) {
        this.databases = layouts.databases();
        this.targets = layouts.targets();
        this.connections = new OwnConnections(databases);
    }

    /** Of each data source, one data node that has or gets rows of the table is asked. */
    @Override
    public Map<String, Long> nanos(Collection<Row> rows) throws SQLException {
        Map<String, Long> nanos = new LinkedHashMap<>();
        for (Row row : rows) {
            nanos(row, nanos);
        }
        return nanos;
    }

    /** @param nanos by the data sources that were asked already */
    private void nanos(Row row, Map<String, Long> nanos) throws SQLException {
        Map<String, NodeTable> asked = new LinkedHashMap<>();
        Stream.concat(Stream.of(row.node()), targets.stream().filter(each -> each.logic()
                        .equals(row.node().logic())))
                .forEach(each -> asked.putIfAbsent(each.dataSource(), each));
        asked.keySet().removeAll(nanos.keySet());
        for (NodeTable each : asked.values()) {
            MovedTable table = new MovedTable(
                    each.table(), row.form().columns(), row.form().key());
            Connection connection = connections.to(each.dataSource());
            long begin = System.nanoTime();
            databases.kind().found(connection, table, List.of(row.key()), List.of());
            nanos.put(each.dataSource(), System.nanoTime() - begin);
        }
    }

    @Override
    public void close() throws SQLException {
        connections.close();
    }
}
