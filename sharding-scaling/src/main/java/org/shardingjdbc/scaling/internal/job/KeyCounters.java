package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What counts keys in tables that are about to be entered, such as sequences, and does not see which keys a job writes
 * to them. They are found, and connected to, before anybody waits. Used by one thread.
 */
final class KeyCounters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyCounters.class);

    private final Databases databases;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private final List<Counter> counters = new ArrayList<>();

    private record Counter(NodeTable node, String column, String name) {}

    /**
     * Finds them.
     *
     * @param nodes as they are called when {@link #follow} is asked
     * @param called what each of them is called now
     */
    KeyCounters(Databases databases, List<NodeTable> nodes, UnaryOperator<NodeTable> called) throws SQLException {
        this.databases = databases;
        try {
            for (Map.Entry<String, List<NodeTable>> each :
                    JobTables.byDataSource(nodes).entrySet()) {
                find(each.getKey(), each.getValue(), called);
            }
        } catch (SQLException | RuntimeException | Error e) {
            Closing.after(e, this);
            throw e;
        }
    }

    private void find(String source, List<NodeTable> nodes, UnaryOperator<NodeTable> called) throws SQLException {
        int before = counters.size();
        Connection connection = databases.open(source);
        connections.put(source, connection);
        for (NodeTable node : nodes) {
            MovedTable form =
                    databases.kind().read(connection, called.apply(node).table());
            if (form == null) {
                throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, "there is no table " + called.apply(node));
            }
            databases
                    .kind()
                    .counters(connection, form)
                    .forEach((column, name) -> counters.add(new Counter(node, column, name)));
        }
        if (counters.size() == before) {
            connections.remove(source);
            connection.close();
        }
    }

    /** They go on behind the keys that the tables have. */
    void follow() throws SQLException {
        for (Counter each : counters) {
            Connection connection =
                    Objects.requireNonNull(connections.get(each.node().dataSource()));
            databases.kind().followKeys(connection, each.node().table(), each.column(), each.name());
        }
    }

    /** What fails then is of no matter: what they were to do is done, or was not asked for. */
    @Override
    public void close() {
        try {
            Closing.close(connections.values());
        } catch (SQLException e) {
            LOG.debug("A connection is not closed in order", e);
        }
    }
}
