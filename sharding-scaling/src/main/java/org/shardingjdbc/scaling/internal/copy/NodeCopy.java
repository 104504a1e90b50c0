package org.shardingjdbc.scaling.internal.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.TargetRows;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Copies the rows of one data node, chunk by chunk; a chunk has so many rows, or fewer where they are large. Each is
 * read and written by transactions of its own, so that none is long, and it goes on where it was when it was stopped. A
 * row that changes meanwhile is copied as it is read: its changes are in the log and are written afterwards. While a
 * chunk is written, a thread of its own reads the next one. Used by one thread.
 */
public final class NodeCopy {
    /** About how much memory a chunk takes at most where one node is copied at a time. */
    public static final long CHUNK_BYTES = 4L << 20;

    /** How often a chunk is written while others write the same rows. */
    private static final int TRIES = 10;
    /** With how many rows it begins, while it is not known how large they are. */
    private static final int FIRST_ROWS = 1_000;

    private final Databases databases;
    private final NodeTable node;
    private final MovedTable form;
    private final Function<MovedRow, List<NodeTable>> route;
    private final int chunkRows;
    private final long chunkBytes;

    /** Who is told, and says whether to go on. */
    @FunctionalInterface
    public interface Pace {
        /** A thread begins to read the next chunk. */
        default void reads() {}

        /** It has read it, or has failed. */
        default void hasRead() {}

        /**
         * A chunk was written.
         *
         * @param reached the key of its last row, to go on behind it
         * @return whether to go on
         */
        boolean wrote(String reached, int rows) throws SQLException;
    }

    /**
     * @param route where a row goes
     * @param chunkRows the most rows of a chunk
     * @param chunkBytes about how much memory a chunk takes at most before it is written; there are two of them
     */
    public NodeCopy(
            Databases databases,
            NodeTable node,
            MovedTable form,
            Function<MovedRow, List<NodeTable>> route,
            int chunkRows,
            long chunkBytes) {
        this.databases = databases;
        this.node = node;
        this.form = form;
        this.route = route;
        this.chunkRows = chunkRows;
        this.chunkBytes = chunkBytes;
    }

    /**
     * Copies the rows behind a key.
     *
     * @param after as it was told; null for all
     * @return whether it came to the end
     */
    public boolean run(@Nullable String after, Pace pace) throws SQLException {
        ExecutorService reader = Executors.newSingleThreadExecutor(
                work -> new Thread(work, "sharding-jdbc-scaling-copy-" + node.dataSource()));
        try (Connection source = databases.open(node.dataSource());
                TargetRows target = new TargetRows(databases)) {
            int asked = Math.min(chunkRows, FIRST_ROWS);
            CompletableFuture<List<MovedRow>> following =
                    read(reader, source, after == null ? null : databases.kind().key(after), asked, pace);
            try {
                while (true) {
                    List<MovedRow> chunk = have(following);
                    boolean full = chunk.stream().mapToLong(MovedRow::bytes).sum() >= chunkBytes;
                    if (chunk.isEmpty()) {
                        return true;
                    }
                    boolean last = !full && chunk.size() < asked;
                    List<Object> reached = chunk.get(chunk.size() - 1).key(form);
                    if (!last) {
                        // the database reads few rows for nothing when the next ones are as large
                        asked = full ? Math.min(asked, chunk.size() + 1) : (int) Math.min(chunkRows, 2L * asked);
                        following = read(reader, source, reached, asked, pace);
                    }
                    write(chunk, target);
                    if (!pace.wrote(databases.kind().text(reached), chunk.size())) {
                        return false;
                    }
                    if (last) {
                        return true;
                    }
                }
            } finally {
                // nobody reads by a connection that is being closed
                following.handle((chunk, failure) -> chunk).join();
            }
        } finally {
            reader.shutdown();
        }
    }

    private CompletableFuture<List<MovedRow>> read(
            ExecutorService reader, Connection source, @Nullable List<Object> after, int rows, Pace pace) {
        CompletableFuture<List<MovedRow>> chunk = new CompletableFuture<>();
        pace.reads();
        reader.execute(() -> {
            try {
                chunk.complete(databases.kind().chunk(source, form, after, rows, chunkBytes));
            } catch (Throwable e) {
                chunk.completeExceptionally(e);
            } finally {
                pace.hasRead();
            }
        });
        return chunk;
    }

    private static List<MovedRow> have(CompletableFuture<List<MovedRow>> read) throws SQLException {
        try {
            return read.join();
        } catch (CompletionException e) {
            Closing.raise(Objects.requireNonNull(e.getCause()));
            throw e;
        }
    }

    /**
     * A row that is there already stays: it was copied before this was broken off, or from the node that it was on
     * before it moved here meanwhile. In either case what happened to it since is in the log. Another data node may be
     * copied to the same place at the same time.
     */
    private void write(List<MovedRow> chunk, TargetRows target) throws SQLException {
        Map<NodeTable, List<MovedRow>> byNode = TargetRows.byNode(chunk, route);
        for (int i = 1; ; i++) {
            try {
                boolean first = i == 1;
                Map<String, List<TargetRows.Part>> parts = new LinkedHashMap<>();
                byNode.forEach((node, rows) -> parts.computeIfAbsent(node.dataSource(), each -> new ArrayList<>())
                        .add(() -> {
                            if (first) {
                                target.insert(node, form, rows);
                            } else {
                                target.insertAbsent(node, form, rows);
                            }
                        }));
                target.atEach(parts);
                return;
            } catch (SQLException e) {
                if (i == TRIES || !target.isDuplicate(e) && !target.gaveWay(e)) {
                    throw e;
                }
                target.rollback();
            }
        }
    }
}
