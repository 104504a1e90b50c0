package org.shardingjdbc.scaling.internal.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.TargetRows;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Copies the rows of one data node, chunk by chunk; a chunk has so many rows, or fewer where they are large. Each is
 * read and written by transactions of its own, so that none is long, and it goes on where it was when it was stopped. A
 * row that changes meanwhile is copied as it is read: its changes are in the log and are written afterwards. Used by
 * one thread.
 */
public final class NodeCopy {
    /** About how much memory a chunk takes before it is written. */
    private static final long CHUNK_BYTES = 8L << 20;
    /** With how many rows it begins, while it is not known how large they are. */
    private static final int FIRST_ROWS = 1_000;

    private final Databases databases;
    private final NodeTable node;
    private final MovedTable form;
    private final Function<MovedRow, List<NodeTable>> route;
    private final int chunkRows;

    /** Who is told, and says whether to go on. */
    @FunctionalInterface
    public interface Pace {
        /**
         * A chunk was written.
         *
         * @param reached the key of its last row, to go on behind it
         * @return whether to go on
         */
        boolean wrote(String reached, int rows) throws SQLException;
    }

    public NodeCopy(
            Databases databases,
            NodeTable node,
            MovedTable form,
            Function<MovedRow, List<NodeTable>> route,
            int chunkRows) {
        this.databases = databases;
        this.node = node;
        this.form = form;
        this.route = route;
        this.chunkRows = chunkRows;
    }

    /**
     * Copies the rows behind a key.
     *
     * @param after as it was told; null for all
     * @return whether it came to the end
     */
    public boolean run(@Nullable String after, Pace pace) throws SQLException {
        List<Object> reached = after == null ? null : databases.kind().key(after);
        int asked = Math.min(chunkRows, FIRST_ROWS);
        try (Connection source = databases.open(node.dataSource());
                TargetRows target = new TargetRows(databases)) {
            while (true) {
                List<MovedRow> chunk = databases.kind().chunk(source, form, reached, asked, CHUNK_BYTES);
                write(chunk, target);
                if (!chunk.isEmpty()) {
                    reached = chunk.get(chunk.size() - 1).key(form);
                    if (!pace.wrote(databases.kind().text(reached), chunk.size())) {
                        return false;
                    }
                }
                boolean full = chunk.stream().mapToLong(MovedRow::bytes).sum() >= CHUNK_BYTES;
                if (!full && chunk.size() < asked) {
                    return true;
                }
                // the database reads few rows for nothing when the next ones are as large
                asked = full ? Math.min(asked, chunk.size() + 1) : (int) Math.min(chunkRows, 2L * asked);
            }
        }
    }

    /**
     * A row that is there already stays: it was copied before this was broken off, or from the node that it was on
     * before it moved here meanwhile. In either case what happened to it since is in the log.
     */
    private void write(List<MovedRow> chunk, TargetRows target) throws SQLException {
        Map<NodeTable, List<MovedRow>> byNode = TargetRows.byNode(chunk, route);
        try {
            for (Map.Entry<NodeTable, List<MovedRow>> each : byNode.entrySet()) {
                target.insert(each.getKey(), form, each.getValue());
            }
        } catch (SQLException e) {
            if (!target.isDuplicate(e)) {
                throw e;
            }
            target.rollback();
            for (Map.Entry<NodeTable, List<MovedRow>> each : byNode.entrySet()) {
                target.insertAbsent(each.getKey(), form, each.getValue());
            }
        }
        target.commit();
    }
}
