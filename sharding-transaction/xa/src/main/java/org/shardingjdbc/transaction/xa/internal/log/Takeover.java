package org.shardingjdbc.transaction.xa.internal.log;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.OrphanedBranches;
import org.shardingjdbc.transaction.xa.internal.log.LogTables.NodeRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over from processes that have not written their beat for a while: closes their rows, and ends their branches as
 * long as there may be some, since a process that was only slow may still prepare another. Used by one thread at a
 * time.
 */
final class Takeover {
    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
    /** For which a closed one may prepare another branch. */
    private static final long LINGER_MILLIS = TimeUnit.HOURS.toMillis(24);

    private final TransactionSource log;
    private final String own;
    private final long patienceNanos;
    private final Map<String, SeenBeat> seen = new HashMap<>();

    private record SeenBeat(long beat, long nanos) {}

    /**
     * @param log where the tables are
     * @param own the identity of this process
     * @param patienceNanos for which another must not have beaten
     */
    Takeover(TransactionSource log, String own, long patienceNanos) {
        this.log = log;
        this.own = own;
        this.patienceNanos = patienceNanos;
    }

    /**
     * Looks once.
     *
     * @param sources of this process, by their names with their owners'
     * @throws SQLException when the log cannot be read, or a database asked; the others are looked at all the same
     */
    void look(Map<String, TransactionSource> sources) throws SQLException {
        try (Connection connection = log.open()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            List<NodeRow> closed = closed(connection, sources.keySet());
            if (!closed.isEmpty()) {
                end(connection, closed, sources);
            }
        } catch (SQLException e) {
            // nobody can be seen to beat meanwhile
            seen.clear();
            throw e;
        }
    }

    /** Those on whose data sources, all of them, this process can end branches. */
    private List<NodeRow> closed(Connection connection, Set<String> sources) throws SQLException {
        List<NodeRow> nodes = LogTables.nodes(connection);
        seen.keySet().retainAll(nodes.stream().map(NodeRow::identity).toList());
        List<NodeRow> closed = new ArrayList<>();
        for (NodeRow node : nodes) {
            if (sources.containsAll(node.sources()) && isClosed(connection, node)) {
                closed.add(node);
            }
        }
        return closed;
    }

    private boolean isClosed(Connection connection, NodeRow node) throws SQLException {
        if (node.isClosed()) {
            return true;
        }
        SeenBeat before = seen.get(node.identity());
        if (before == null || before.beat() != node.beat()) {
            seen.put(node.identity(), new SeenBeat(node.beat(), System.nanoTime()));
            return false;
        }
        // The time is of after its row was read, and it may have beaten since: it is closed only with this very beat.
        if (node.identity().equals(own) || System.nanoTime() - before.nanos() < patienceNanos) {
            return false;
        }
        boolean closed = LogTables.close(connection, node, System.currentTimeMillis());
        if (closed) {
            LOG.warn("Process {} does not beat any more: its branches in doubt are taken over", node.identity());
        }
        return closed;
    }

    /** Reads the decisions first: they do not change any more, unless another one has ended all branches. */
    private static void end(Connection connection, List<NodeRow> nodes, Map<String, TransactionSource> sources)
            throws SQLException {
        Set<String> decided = new HashSet<>();
        Set<TransactionSource> reached = new LinkedHashSet<>();
        for (NodeRow node : nodes) {
            LogTables.decided(connection, node.identity(), decided);
            node.sources().forEach(name -> reached.add(sources.get(name)));
        }
        List<BranchId> left = new OrphanedBranches(
                        branch -> nodes.stream().anyMatch(node -> isOf(branch, node)),
                        branch -> decided.contains(transaction(branch)))
                .end(List.copyOf(reached));
        for (NodeRow node : nodes) {
            boolean lingers = !node.isClosed() || System.currentTimeMillis() - node.closedMillis() < LINGER_MILLIS;
            if (!lingers && left.stream().noneMatch(branch -> isOf(branch, node))) {
                LogTables.delete(connection, node.identity());
            }
        }
    }

    private static boolean isOf(BranchId branch, NodeRow node) {
        return transaction(branch).startsWith(node.identity());
    }

    private static String transaction(BranchId branch) {
        return new String(branch.global(), StandardCharsets.ISO_8859_1);
    }

    /** This process ends: others look after what it leaves, without waiting. */
    void leave() throws SQLException {
        try (Connection connection = log.open()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            for (NodeRow node : LogTables.nodes(connection)) {
                if (node.identity().equals(own)) {
                    LogTables.close(connection, node, System.currentTimeMillis());
                }
            }
        }
    }
}
