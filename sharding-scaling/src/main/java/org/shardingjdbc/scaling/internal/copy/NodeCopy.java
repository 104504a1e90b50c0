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
 * Copies the rows of one data node, chunk by chunk; each is read and written by transactions of its own, so that none
 * is long, and it goes on where it was when it was stopped. A row that changes meanwhile is copied as it is read: its
 * changes are in the log and are written afterwards. Used by one thread.
 */
public final class NodeCopy {
    private final Databases databases;
    private final NodeTable node;
    private final MovedTable form;
    private final Function<MovedRow, NodeTable> route;
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
            Databases databases, NodeTable node, MovedTable form, Function<MovedRow, NodeTable> route, int chunkRows) {
        this.databases = databases;
        this.node = node;
        this.form = form;
        this.route = route;
        this.chunkRows = chunkRows;
    }

    /**
     * Copies the rows behind a key.
     *
     * @param after as it was told; null for all. What is behind it may have been written in part
     * @return whether it came to the end
     */
    public boolean run(@Nullable String after, Pace pace) throws SQLException {
        List<Object> reached = after == null ? null : databases.kind().key(after);
        try (Connection source = databases.open(node.dataSource());
                TargetRows target = new TargetRows(databases)) {
            while (true) {
                List<MovedRow> chunk = databases.kind().chunk(source, form, reached, chunkRows);
                for (Map.Entry<NodeTable, List<MovedRow>> each :
                        TargetRows.byNode(chunk, route).entrySet()) {
                    List<MovedRow> rows = each.getValue();
                    if (after != null) {
                        target.delete(
                                each.getKey(),
                                form,
                                rows.stream().map(row -> row.key(form)).toList());
                    }
                    target.insert(each.getKey(), form, rows);
                }
                target.commit();
                if (!chunk.isEmpty()) {
                    reached = chunk.get(chunk.size() - 1).key(form);
                    if (!pace.wrote(databases.kind().text(reached), chunk.size())) {
                        return false;
                    }
                }
                if (chunk.size() < chunkRows) {
                    return true;
                }
            }
        }
    }
}
