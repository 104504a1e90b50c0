package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * A COPY FROM STDIN that a client has begun: its rows are inserted as the library inserts them, in batches of bounded
 * size, each row on its data node. Used by the thread that converses; it is cancelled by any.
 */
final class CopyIn implements AutoCloseable {
    /** How many rows are inserted at once, and how many bytes they may have before that. */
    private static final int MOST_ROWS = 4096;

    private static final int MOST_BYTES = 1024 * 1024;
    /** What a value is counted besides its bytes, also NULL: the objects that hold it. */
    private static final int BYTES_OF_VALUE = 64;

    private final DatabaseSession session;
    private final CopyCommand command;
    private final CopyOptions options;
    private final List<String> columns;
    private final PreparedText insert;
    private final int[] types;
    private final IncomingRows incoming;
    private final boolean partOfText;

    private final List<ParameterValue[]> rows = new ArrayList<>();
    private long[] lines = new long[64];
    private long bytes;
    private long count;
    private boolean savepoints = true;
    private volatile boolean cancelled;

    /**
     * @param partOfText whether it is a part of a text, which goes on behind it
     * @throws SQLException when it cannot be begun; nobody has heard of it then
     */
    CopyIn(DatabaseSession session, CopyCommand command, int longestRow, boolean partOfText) throws SQLException {
        command.requireSupported();
        this.session = session;
        this.command = command;
        this.partOfText = partOfText;
        this.options = CopyOptions.of(command);
        List<CopyCommand.Column> copied = columns(session, command);
        this.columns = copied.stream().map(CopyCommand.Column::name).toList();
        options.requireColumns(columns, command);
        this.insert = insert(copied);
        try {
            this.types = insert.types();
            requireKnown();
        } catch (SQLException | RuntimeException e) {
            // nobody closes what was not begun
            insert.close();
            throw e;
        }
        this.incoming =
                IncomingRows.of(options, columns, command.name(), longestRow, session.serverVersion(), this::row);
    }

    /** Those that are copied: where none is named, all but those that the database computes. */
    static List<CopyCommand.Column> columns(DatabaseSession session, CopyCommand command) throws SQLException {
        if (!command.columns().isEmpty()) {
            Set<String> seen = new HashSet<>();
            for (CopyCommand.Column each : command.columns()) {
                if (!seen.add(each.name())) {
                    throw new SQLException("column \"" + each.name() + "\" specified more than once", "42701");
                }
            }
            return command.columns();
        }
        List<CopyCommand.Column> all = new ArrayList<>();
        Set<String> computed = computed(session, command);
        SentColumn[] described;
        try (PreparedText text = PreparedText.of(session, "SELECT * FROM " + command.table())) {
            described = text.columns();
        }
        for (SentColumn each : described == null ? new SentColumn[0] : described) {
            if (!computed.contains(each.name())) {
                all.add(new CopyCommand.Column(each.name(), "\"" + each.name().replace("\"", "\"\"") + "\""));
            }
        }
        return all;
    }

    private static Set<String> computed(DatabaseSession session, CopyCommand command) throws SQLException {
        Map<String, Set<String>> bySchema = new HashMap<>();
        DatabaseMetaData told = session.connection().getMetaData();
        String pattern =
                command.name().replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
        try (ResultSet found = told.getColumns(null, null, pattern, null)) {
            while (found.next()) {
                Set<String> computed = bySchema.computeIfAbsent(
                        String.valueOf(found.getString("TABLE_SCHEM")), none -> new HashSet<>());
                if ("YES".equals(found.getString("IS_GENERATEDCOLUMN"))) {
                    computed.add(found.getString("COLUMN_NAME"));
                }
            }
        }
        Set<String> all = new HashSet<>();
        bySchema.values().forEach(all::addAll);
        if (all.isEmpty() || bySchema.size() == 1) {
            return all;
        }
        Set<String> ofSchema = bySchema.get(command.schema());
        if (ofSchema == null) {
            throw SqlErrors.refuse(
                    "COPY without columns of table " + command.name() + ", which is in several schemas",
                    "name its columns, or its schema");
        }
        return ofSchema;
    }

    private PreparedText insert(List<CopyCommand.Column> copied) throws SQLException {
        StringBuilder sql =
                new StringBuilder("INSERT INTO ").append(command.table()).append(" (");
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < copied.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(copied.get(i).written());
            values.append(i == 0 ? "$" : ", $").append(i + 1);
        }
        // a COPY gives values also to columns that always number themselves
        return PreparedText.of(
                session,
                sql.append(") OVERRIDING SYSTEM VALUE VALUES (")
                        .append(values)
                        .append(')')
                        .toString());
    }

    private void requireKnown() throws SQLException {
        for (int i = 0; i < types.length; i++) {
            if (types[i] == TypeId.UNTOLD) {
                // a number that is taken for a text could be brought to another data node
                throw SqlErrors.refuse(
                        "COPY FROM of column " + columns.get(i) + ", whose type no data node says",
                        "insert the rows by INSERT with parameters whose types are declared");
            }
            if (types[i] == 0 && options.isBinary()) {
                throw SqlErrors.refuse(
                        "The binary form of column " + columns.get(i) + ", which is of a type of its own",
                        "copy it as text or csv");
            }
        }
    }

    /** Tells the client to send. */
    void ask(MessageWriter out) {
        out.begin('G').int8(options.isBinary() ? 1 : 0).int16(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            out.int16(options.isBinary() ? 1 : 0);
        }
        out.end();
    }

    /** Whether it is a part of a text, which goes on behind it. */
    boolean isPartOfText() {
        return partOfText;
    }

    /** By any thread: nothing more is taken. */
    void cancel() {
        cancelled = true;
    }

    /** The client has sent the next bytes. */
    void take(byte[] data) throws SQLException {
        requireNotCancelled();
        incoming.take(data);
    }

    private void requireNotCancelled() throws SQLException {
        if (cancelled) {
            throw new CopyFailure(
                    new SQLException("canceling statement due to user request", "57014"),
                    incoming.where(incoming.line() + 1));
        }
    }

    /**
     * The client has sent all.
     *
     * @return how many rows there were
     */
    long end() throws SQLException {
        requireNotCancelled();
        incoming.end();
        flush();
        return count;
    }

    /** The client gives up. */
    SQLException givenUp(String reason) {
        return new CopyFailure(
                new SQLException("COPY from stdin failed: " + reason, "57014"), incoming.where(incoming.line() + 1));
    }

    // ---- rows

    private void row(byte[][] values) throws SQLException {
        ParameterValue[] parameters = new ParameterValue[values.length];
        for (int i = 0; i < values.length; i++) {
            try {
                parameters[i] = ParameterValue.of(values[i], types[i], false, options.isBinary());
            } catch (SQLException e) {
                throw incoming.wrong(e, i, values[i]);
            }
            bytes += BYTES_OF_VALUE + (values[i] == null ? 0 : values[i].length);
        }
        if (values.length < types.length) {
            throw incoming.missing(values.length);
        }
        if (rows.size() == lines.length) {
            lines = Arrays.copyOf(lines, lines.length * 2);
        }
        lines[rows.size()] = incoming.line();
        rows.add(parameters);
        if (rows.size() == MOST_ROWS || bytes >= MOST_BYTES) {
            flush();
        }
    }

    private void flush() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Savepoint before = savepoint();
        try {
            insertAll();
        } catch (SQLException e) {
            findRow(before, e);
        }
        if (before != null) {
            session.connection().releaseSavepoint(before);
        }
        count += rows.size();
        rows.clear();
        bytes = 0;
    }

    /** To find the row that failed, where the transaction has such; null where it has not. */
    private @Nullable Savepoint savepoint() throws SQLException {
        if (savepoints) {
            try {
                return session.connection().setSavepoint();
            } catch (SQLFeatureNotSupportedException e) {
                savepoints = false;
            }
        }
        return null;
    }

    private void insertAll() throws SQLException {
        PreparedStatement statement = insert.take();
        session.running(statement);
        try {
            for (ParameterValue[] each : rows) {
                set(statement, each);
                statement.addBatch();
            }
            statement.executeLargeBatch();
        } finally {
            session.running(null);
            statement.clearBatch();
            insert.giveBack(statement);
        }
    }

    private void set(PreparedStatement statement, ParameterValue[] values) throws SQLException {
        int[] sources = insert.sources();
        for (int i = 0; i < sources.length; i++) {
            values[sources[i]].set(statement, i + 1);
        }
    }

    /** A batch does not say which of its rows has failed: they are inserted one by one. */
    private void findRow(@Nullable Savepoint before, SQLException failure) throws SQLException {
        if (before == null || !isOfRow(failure)) {
            long first = lines[0];
            long last = lines[rows.size() - 1];
            throw new CopyFailure(ofServer(failure), incoming.where(first) + (last == first ? "" : " to " + last));
        }
        session.connection().rollback(before);
        PreparedStatement statement = insert.take();
        session.running(statement);
        try {
            for (int i = 0; i < rows.size(); i++) {
                requireNotCancelled();
                set(statement, rows.get(i));
                try {
                    statement.executeLargeUpdate();
                } catch (SQLException e) {
                    throw new CopyFailure(e, incoming.where(lines[i]) + column(e, rows.get(i)));
                }
            }
        } finally {
            session.running(null);
            insert.giveBack(statement);
        }
    }

    /** What a data node has said, where one did: the driver tells it as what stopped a batch. */
    private static SQLException ofServer(SQLException failure) {
        for (SQLException next = failure; next != null; next = next.getNextException()) {
            for (Throwable each = next; each != null; each = each.getCause()) {
                if (each instanceof PSQLException driver && driver.getServerErrorMessage() != null) {
                    return driver;
                }
            }
        }
        return failure;
    }

    /** Whether the data of one row are the reason: a value, or a constraint. */
    private static boolean isOfRow(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("42") || state.startsWith("P0");
    }

    /** Which column it is, where the database cites a value that one column alone has. */
    private String column(SQLException error, ParameterValue[] values) {
        String message = String.valueOf(error.getMessage());
        int found = -1;
        if (String.valueOf(error.getSQLState()).startsWith("22") && !options.isBinary()) {
            for (int i = 0; i < values.length; i++) {
                String text = values[i].text();
                if (text != null && message.contains(": \"" + text + "\"")) {
                    if (found >= 0) {
                        return "";
                    }
                    found = i;
                }
            }
        }
        return found < 0 ? "" : ", column " + columns.get(found) + ": \"" + values[found].text() + "\"";
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
