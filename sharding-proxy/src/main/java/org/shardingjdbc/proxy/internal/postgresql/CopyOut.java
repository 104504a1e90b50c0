package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/** A COPY TO STDOUT: the rows of a table or a query, as fast as the client takes them. One per execution. */
final class CopyOut {
    private static final byte[] END_OF_ROWS = {-1, -1};

    private final CopyOptions options;
    private final MessageWriter out;
    /** The piece that is being written. */
    private final GrowingBytes row = new GrowingBytes();

    private final byte[] nullText;

    private CopyOut(CopyOptions options, MessageWriter out) {
        this.options = options;
        this.out = out;
        this.nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Executes it, in the open transaction: what it changes is taken back where its rows cannot be sent.
     *
     * @param query whose rows are copied
     * @return how many rows were sent
     */
    static long run(
            DatabaseSession session,
            CopyCommand command,
            org.shardingjdbc.parser.internal.ast.@Nullable Statement query,
            MessageWriter out)
            throws SQLException, ClientGone {
        command.requireSupported();
        RowQueries.requireCopied(query);
        CopyOptions options = CopyOptions.of(command);
        String sql = command.query().isEmpty() ? select(session, command) : command.query();
        try (Statement statement = session.connection().createStatement()) {
            statement.setFetchSize(SimpleQuery.FETCH_SIZE);
            session.running(statement);
            if (!statement.execute(sql)) {
                throw new SQLException("COPY of a statement that returned no rows", "0A000");
            }
            try (ResultSet rows = statement.getResultSet()) {
                return new CopyOut(options, out).send(command, rows);
            }
        } finally {
            session.running(null);
        }
    }

    private static String select(DatabaseSession session, CopyCommand command) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT ");
        List<CopyCommand.Column> columns = CopyIn.columns(session, command);
        for (int i = 0; i < columns.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(columns.get(i).written());
        }
        return sql.append(" FROM ")
                .append(hasRowsOfItsOwn(session, command) ? "ONLY " : "")
                .append(command.table())
                .toString();
    }

    /** Whether it is no partitioned table and no view: of a table that others inherit from, its own rows are copied. */
    private static boolean hasRowsOfItsOwn(DatabaseSession session, CopyCommand command) throws SQLException {
        boolean own = false;
        boolean none = false;
        String pattern =
                command.name().replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
        DatabaseMetaData told = session.connection().getMetaData();
        try (ResultSet found = told.getTables(null, null, pattern, null)) {
            while (found.next()) {
                String type = String.valueOf(found.getString("TABLE_TYPE"));
                String schema = String.valueOf(found.getString("TABLE_SCHEM"));
                if (command.schema().isEmpty() || command.schema().equals(schema)) {
                    boolean table = type.endsWith("TABLE") && !type.startsWith("PARTITIONED");
                    own |= table;
                    none |= !table && !type.endsWith("INDEX") && !type.endsWith("SEQUENCE") && !type.endsWith("TYPE");
                }
            }
        }
        if (own && none) {
            throw SqlErrors.refuse(
                    "COPY of " + command.name() + ", which is a table in one schema and none in another",
                    "name its schema");
        }
        return own;
    }

    private long send(CopyCommand command, ResultSet rows) throws SQLException, ClientGone {
        ResultSetMetaData described = rows.getMetaData();
        SentColumn[] columns = SentColumn.of(described);
        options.requireColumns(List.of(columns).stream().map(SentColumn::name).toList(), command);
        boolean[] quoted = new boolean[columns.length];
        for (int i = 0; i < columns.length; i++) {
            quoted[i] = options.forceQuote().contains(columns[i].name());
            if (options.isBinary() && TypeId.builtIn(described.getColumnTypeName(i + 1)) == null) {
                throw SqlErrors.refuse(
                        "The binary form of column " + columns[i].name() + ", which is of a type of its own",
                        "copy it as text or csv");
            }
        }
        tell(columns.length);
        begin(columns);
        long sent = 0;
        while (rows.next()) {
            if (options.isBinary()) {
                row.int16(columns.length);
            }
            for (int i = 0; i < columns.length; i++) {
                add(rows.getString(i + 1), columns, i, quoted[i]);
            }
            if (!options.isBinary()) {
                row.add((byte) '\n');
            }
            sendPiece();
            sent++;
        }
        if (options.isBinary()) {
            row.add(END_OF_ROWS);
            sendPiece();
        }
        out.empty('c');
        return sent;
    }

    private void tell(int columns) {
        int format = options.isBinary() ? 1 : 0;
        out.begin('H').int8(format).int16(columns);
        for (int i = 0; i < columns; i++) {
            out.int16(format);
        }
        out.end();
    }

    /** What comes before the rows; the head of the binary form is in one piece with the first row. */
    private void begin(SentColumn[] columns) throws ClientGone {
        if (options.isBinary()) {
            row.add(IncomingBinary.head());
        } else if (options.header()) {
            for (int i = 0; i < columns.length; i++) {
                addText(columns[i].name(), columns.length, i, false);
            }
            row.add((byte) '\n');
            sendPiece();
        }
    }

    private void sendPiece() throws ClientGone {
        out.begin('d');
        row.write(out);
        out.end();
        row.clear();
        out.paced();
    }

    private void add(@Nullable String text, SentColumn[] columns, int column, boolean quoted) throws SQLException {
        if (options.isBinary()) {
            if (text == null) {
                row.int32(-1);
            } else {
                byte[] value = ValueForms.fromText(columns[column].type().oid(), text);
                row.int32(value.length);
                row.add(value);
            }
        } else if (text == null) {
            separate(column);
            row.add(nullText);
        } else {
            addText(text, columns.length, column, quoted);
        }
    }

    private void separate(int column) {
        if (column > 0) {
            row.add(options.delimiter());
        }
    }

    private void addText(String text, int columns, int column, boolean quoted) {
        separate(column);
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        if (options.format() == CopyOptions.Format.TEXT) {
            addEscaped(value);
        } else if (quoted || text.equals(options.nullText()) || needsQuotes(value, columns == 1)) {
            addQuoted(value);
        } else {
            row.add(value);
        }
    }

    private void addEscaped(byte[] value) {
        for (byte c : value) {
            switch (c) {
                case '\b' -> addEscape('b');
                case '\f' -> addEscape('f');
                case '\n' -> addEscape('n');
                case '\r' -> addEscape('r');
                case '\t' -> addEscape('t');
                case 0x0B -> addEscape('v');
                default -> {
                    if (c == '\\' || c == options.delimiter()) {
                        row.add((byte) '\\');
                    }
                    row.add(c);
                }
            }
        }
    }

    private void addEscape(char letter) {
        row.add((byte) '\\');
        row.add((byte) letter);
    }

    /** @param alone whether it is the only value of its row, where it could be taken for the end of all */
    private boolean needsQuotes(byte[] value, boolean alone) {
        if (alone && value.length == 2 && value[0] == '\\' && value[1] == '.') {
            return true;
        }
        for (byte c : value) {
            if (c == options.delimiter() || c == options.quote() || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }

    private void addQuoted(byte[] value) {
        row.add(options.quote());
        for (byte c : value) {
            if (c == options.quote() || c == options.escape()) {
                row.add(options.escape());
            }
            row.add(c);
        }
        row.add(options.quote());
    }
}
