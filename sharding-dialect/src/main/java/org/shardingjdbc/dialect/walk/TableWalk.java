package org.shardingjdbc.dialect.walk;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.internal.Drivers;

/**
 * Reads the rows of an actual table in chunks by its primary key, whatever the type of that is. Each chunk is a query
 * of its own, so that no transaction is long, a walk may rest between two chunks, and one that was broken off goes on
 * at its last {@link KeyPosition}. A row that is there all the time, and whose key does not change, is read once; of
 * one that comes or goes meanwhile nothing is promised. A table without a primary key is one chunk, which is read as a
 * stream.
 *
 * <p>The connection has autocommit switched off; who reads a chunk ends its transaction. One per walk, not thread-safe.
 */
@Incubating
public final class TableWalk {
    private final Connection connection;
    private final WalkedTable table;
    private final List<String> columns;
    private final int chunkRows;
    private IntSupplier timeoutSeconds = () -> 0;

    /**
     * A row while it is read: the one at which the query is. Used by the thread that reads.
     *
     * @param rows at the row
     * @param position its key; null where the table has none
     * @param before how many columns of {@code rows} stand before those that were asked for
     */
    @Incubating
    public record Row(ResultSet rows, @Nullable KeyPosition position, int before) {
        /** The value of a column as the driver gives it, 0-based as the walk was asked for it. */
        public @Nullable Object value(int column) throws SQLException {
            return rows.getObject(before + column + 1);
        }

        /** The same as text. */
        public @Nullable String text(int column) throws SQLException {
            return rows.getString(before + column + 1);
        }
    }

    /** Who looks at rows. */
    @Incubating
    @FunctionalInterface
    public interface RowReader {
        /** Looks at a row; returns whether the next one is to be read, too. */
        boolean read(Row row) throws SQLException;
    }

    /** What is done with a chunk: it is read, at least, by {@link TableWalk#read}. */
    @Incubating
    @FunctionalInterface
    public interface Step {
        /**
         * Does the next chunk and ends its transaction.
         *
         * @param after the row behind which it begins; null at the first one
         * @return the chunk as it was read last
         */
        Chunk take(@Nullable KeyPosition after) throws SQLException;
    }

    /**
     * A chunk that was read.
     *
     * @param rows how many
     * @param last the key of the last one; null where there is none, or no key
     * @param end whether there is nothing behind it, or its reader wants no more
     */
    @Incubating
    public record Chunk(int rows, @Nullable KeyPosition last, boolean end) {}

    /**
     * @param columns that are read besides the key, as they are stored
     * @param chunkRows how many rows a chunk has at most
     */
    public TableWalk(Connection connection, WalkedTable table, List<String> columns, int chunkRows) {
        this.connection = connection;
        this.table = table;
        this.columns = columns.stream().map(table::quoted).toList();
        this.chunkRows = chunkRows;
    }

    /** Asks, before each query, how long it may take; 0 for any time. */
    public TableWalk timeout(IntSupplier seconds) {
        timeoutSeconds = seconds;
        return this;
    }

    /** How many rows there are. */
    public long count() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(timeoutSeconds.getAsInt());
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table.name())) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    /**
     * Walks on, chunk by chunk, until there is none left or the pace ends it.
     *
     * @param from the row behind which to begin; null for the beginning of the table
     * @return whether it came to the end
     */
    public boolean run(@Nullable KeyPosition from, Step step, Pace pace) throws SQLException {
        KeyPosition reached = from;
        long rows = 0;
        boolean end = false;
        while (!end) {
            if (!pace.goesOn(reached, rows)) {
                return false;
            }
            Chunk chunk = step.take(reached);
            rows += chunk.rows();
            reached = chunk.last() == null ? reached : chunk.last();
            end = chunk.end();
        }
        return true;
    }

    /** As {@link #run}, where rows are only looked at. */
    public boolean look(@Nullable KeyPosition from, RowReader reader, Pace pace) throws SQLException {
        return run(
                from,
                after -> {
                    Chunk chunk = read(after, reader);
                    connection.commit();
                    return chunk;
                },
                pace);
    }

    /**
     * Reads the chunk behind a row, again if need be.
     *
     * @param after null for the first one
     */
    public Chunk read(@Nullable KeyPosition after, RowReader reader) throws SQLException {
        return read(after, false, table.key().isEmpty() ? 0 : chunkRows, reader);
    }

    /** Reads the first rows, or some of a table without a primary key, as one chunk. */
    public Chunk readFirst(int rows, RowReader reader) throws SQLException {
        return read(null, false, rows, reader);
    }

    /**
     * Reads rows from the end of the table backwards, as one chunk, down to a row that is not among them.
     *
     * @param above that row; null to read down to the first
     * @param rows how many at most
     */
    public Chunk readLast(@Nullable KeyPosition above, int rows, RowReader reader) throws SQLException {
        if (table.key().isEmpty()) {
            throw new IllegalArgumentException("a table without a primary key has no end");
        }
        return read(above, true, rows, reader);
    }

    /** @param most how many rows at most; 0 for all, which are read as a stream */
    private Chunk read(@Nullable KeyPosition after, boolean backwards, int most, RowReader reader) throws SQLException {
        if (after != null && table.key().isEmpty()) {
            throw new IllegalArgumentException("a table without a primary key has no positions");
        }
        String sql = table.page(columns, after == null, backwards, most);
        if (most > 0) {
            return query(sql, after, most, reader);
        }
        Drivers drivers = table.dialect().drivers();
        tell(drivers.streamOpening());
        Chunk chunk;
        try {
            chunk = query(sql, after, most, reader);
        } catch (SQLException e) {
            closeStream(drivers, e);
            throw e;
        }
        tell(drivers.streamClosing());
        return chunk;
    }

    private void closeStream(Drivers drivers, SQLException failure) {
        try {
            tell(drivers.streamClosing());
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private Chunk query(String sql, @Nullable KeyPosition after, int most, RowReader reader) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            if (after != null) {
                table.setBehind(query, after);
            }
            if (most == 0) {
                query.setFetchSize(table.dialect().drivers().streamFetchSize(0));
            }
            query.setQueryTimeout(timeoutSeconds.getAsInt());
            return read(query, most, reader);
        }
    }

    private Chunk read(PreparedStatement query, int most, RowReader reader) throws SQLException {
        int count = 0;
        KeyPosition last = null;
        boolean more = true;
        try (ResultSet rows = query.executeQuery()) {
            while (more && rows.next()) {
                last = table.key().isEmpty() ? null : table.position(rows);
                count++;
                more = reader.read(new Row(rows, last, table.key().size()));
            }
            if (!more && most == 0) {
                // a driver would read the rest to its end
                query.cancel();
            }
        }
        return new Chunk(count, last, !more || most == 0 || count < most);
    }

    private void tell(@Nullable String setting) throws SQLException {
        if (setting != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
            }
        }
    }

    /** What it reads, for messages. */
    @Override
    public String toString() {
        return columns.stream().collect(Collectors.joining(", ", table.name() + " (", ")"));
    }
}
