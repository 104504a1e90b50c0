package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.OtherStatement.Edges;
import org.shardingjdbc.parser.internal.ast.OtherStatement.LocalFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A LOAD DATA LOCAL: the rows of a file of the client become INSERTs of several rows each, which the library divides
 * among the data nodes. They are one statement: in a transaction of their own, or behind a savepoint of the session's.
 * No more of the file is held than the rows of one INSERT and the row that is not whole yet. Not thread-safe.
 */
final class FileLoad {
    private static final Logger LOG = LoggerFactory.getLogger(FileLoad.class);
    private static final String SAVEPOINT = "sharding_proxy_load";
    /** Of an INSERT; those that are left at the end go by halves of it, so that there are few different texts. */
    private static final int MOST_ROWS = 128;

    private static final int MOST_BYTES = 1024 * 1024;

    private static final int TOO_FEW_FIELDS = 1261;
    private static final int TOO_MANY_FIELDS = 1262;
    private static final int NO_DEFAULT = 1364;

    /** The session, which others may end. */
    interface Owner {
        /**
         * What is executed from now on.
         *
         * @throws SQLException when the session ends
         */
        void runs(Statement statement) throws SQLException;

        /** Whether it is to end. */
        boolean isKilled();
    }

    /**
     * A column of the table to which fields go.
     *
     * @param bytes whether its values are no texts
     * @param otherwise what it gets where a line is too short: null is NULL
     * @param known whether that is known here
     */
    private record Target(
            String name, boolean bytes, @Nullable String otherwise, boolean known) {}

    private final Owner owner;
    private final SessionDatabase at;
    private final Diagnostics diagnostics;
    private final boolean mariaDb;
    private final LocalFile file;
    private final String table;
    private final Charset charset;
    private final String charsetTitle;
    private final List<Target> targets;
    private final DelimitedRows rows;
    private final long rowLimit;
    /** Whether the transaction is of the load alone. */
    private final boolean alone;

    private final List<DelimitedRows.Row> held = new ArrayList<>();
    private int heldBytes;
    private @Nullable PreparedStatement insert;
    private int insertRows;

    private long records;
    private long changed;
    private long warnings;
    private final Set<String> told = new HashSet<>();
    /** Why nothing more is done; null while all is well. */
    private @Nullable SQLException failure;

    private FileLoad(
            Owner owner,
            SessionDatabase at,
            Diagnostics diagnostics,
            boolean mariaDb,
            LocalFile file,
            String table,
            long rowLimit)
            throws SQLException {
        this.owner = owner;
        this.at = at;
        this.diagnostics = diagnostics;
        this.mariaDb = mariaDb;
        this.file = file;
        this.table = table;
        this.rowLimit = rowLimit;
        this.targets = targets();
        ClientCharset known = fileCharset();
        this.charset = known.java();
        this.charsetTitle = known.title();
        this.rows = new DelimitedRows(marks(), targets.size(), file.skippedLines());
        this.alone = at.isAutoCommit() && !at.isInTransaction();
        execute(alone ? "START TRANSACTION" : "SAVEPOINT " + SAVEPOINT);
    }

    /**
     * Begins, before anything of the file is there.
     *
     * @param table as the statement names it
     * @param rowLimit how many bytes a row has at most
     */
    static FileLoad begin(
            Owner owner,
            SessionDatabase at,
            Diagnostics diagnostics,
            boolean mariaDb,
            LocalFile file,
            String table,
            long rowLimit)
            throws SQLException {
        if (file.variables()) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL into user variables");
        }
        if (file.computes()) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL with SET");
        }
        return new FileLoad(owner, at, diagnostics, mariaDb, file, table, rowLimit);
    }

    // ---- what the statement says

    private List<Target> targets() throws SQLException {
        List<Target> all = new ArrayList<>();
        try (Statement statement = at.connection().createStatement()) {
            owner.runs(statement);
            try (ResultSet columns = statement.executeQuery("SHOW COLUMNS FROM " + table)) {
                while (columns.next()) {
                    if (file.columns().isEmpty() && isGenerated(columns)) {
                        throw MySqlException.of(
                                MySqlError.NOT_SUPPORTED,
                                "LOAD DATA LOCAL into a generated column (" + columns.getString("Field")
                                        + "): name the columns");
                    }
                    all.add(target(columns));
                }
            }
        }
        if (file.columns().isEmpty()) {
            return all;
        }
        List<Target> named = new ArrayList<>();
        for (String name : file.columns()) {
            Target found = null;
            for (Target each : all) {
                found = each.name().equalsIgnoreCase(name) ? each : found;
            }
            if (found == null) {
                throw MySqlException.of(MySqlError.UNKNOWN_COLUMN, name);
            }
            named.add(found);
        }
        return named;
    }

    private static boolean isGenerated(ResultSet column) throws SQLException {
        return column.getString("Extra").toUpperCase(Locale.ROOT).contains(" GENERATED");
    }

    private Target target(ResultSet column) throws SQLException {
        String name = column.getString("Field");
        String type = column.getString("Type").toLowerCase(Locale.ROOT);
        boolean nullable = column.getString("Null").equalsIgnoreCase("YES");
        boolean bytes = type.contains("binary") || type.contains("blob") || type.startsWith("bit");
        if (nullable && column.getString("Default") == null) {
            return new Target(name, bytes, null, true);
        }
        // The databases put there what is zero for the type, and not the default of the column.
        return switch (firstWord(type)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double", "year" ->
                new Target(name, false, "0", true);
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> new Target(name, false, "", true);
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                new Target(name, true, "", true);
            default -> new Target(name, bytes, null, false);
        };
    }

    private static String firstWord(String type) {
        int end = 0;
        while (end < type.length() && Character.isLetter(type.charAt(end))) {
            end++;
        }
        return type.substring(0, end);
    }

    private ClientCharset fileCharset() throws SQLException {
        String title = file.charset();
        if (title == null) {
            try (Statement statement = at.connection().createStatement()) {
                owner.runs(statement);
                try (ResultSet row = statement.executeQuery("SELECT @@character_set_database")) {
                    title = row.next() ? row.getString(1) : "";
                }
            }
        }
        ClientCharset known = ClientCharset.of(title);
        if (known == null) {
            throw MySqlException.of(MySqlError.UNKNOWN_CHARSET, title);
        }
        if (!QueryText.isReadInBytes(known)) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL of a file in " + title);
        }
        return known;
    }

    private DelimitedRows.Marks marks() throws SQLException {
        Edges edges = file.edges();
        if (edges.between().isEmpty()) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL of fields of fixed length");
        }
        return new DelimitedRows.Marks(
                edges.between().getBytes(charset),
                oneByte(edges.enclosed()),
                oneByte(edges.escape()),
                edges.lineStart().getBytes(charset),
                edges.lineEnd().getBytes(charset));
    }

    private int oneByte(String mark) throws SQLException {
        byte[] bytes = mark.getBytes(charset);
        if (bytes.length > 1) {
            throw MySqlException.of(MySqlError.WRONG_SEPARATOR);
        }
        return bytes.length == 0 ? DelimitedRows.Marks.NO_BYTE : bytes[0] & 0xff;
    }

    // ---- the file

    /** The next bytes of the file. What fails is told at the end, as the client speaks until then. */
    void add(byte[] content) {
        if (failure != null) {
            return;
        }
        try {
            rows.add(content);
            insertWhole();
            if (rows.waiting() > rowLimit) {
                throw MySqlException.of(MySqlError.PACKET_TOO_LARGE);
            }
        } catch (SQLException e) {
            fail(e);
        } catch (RuntimeException e) {
            LOG.error("A LOAD DATA LOCAL failed in a way that should not be possible", e);
            fail(MySqlException.of(MySqlError.UNKNOWN, "Internal error of the proxy: " + e));
        }
    }

    private void insertWhole() throws SQLException {
        for (DelimitedRows.Row row = rows.next(); row != null; row = rows.next()) {
            records++;
            note(row);
            held.add(row);
            for (byte[] field : row.fields()) {
                heldBytes += Integer.BYTES + (field == null ? 0 : field.length);
            }
            if (held.size() == MOST_ROWS || heldBytes >= MOST_BYTES) {
                insertHeld();
            }
        }
    }

    /** The client is told of lines that have another number of fields than they should. */
    private void note(DelimitedRows.Row row) throws SQLException {
        for (int i = row.count(); i < targets.size(); i++) {
            if (!targets.get(i).known()) {
                throw MySqlException.of(
                        MySqlError.NOT_SUPPORTED,
                        "a line with too few fields (row " + records + ") for the column "
                                + targets.get(i).name());
            }
            warn(TOO_FEW_FIELDS, "Row " + records + " doesn't contain data for all columns");
        }
        if (row.longer()) {
            warn(
                    TOO_MANY_FIELDS,
                    "Row " + records + " was truncated; it contained more data than there were input columns");
        }
    }

    private void warn(int number, String message) {
        warnings++;
        diagnostics.warn(number, message);
    }

    private void insertHeld() throws SQLException {
        int done = 0;
        while (done < held.size()) {
            int size = MOST_ROWS;
            while (size > held.size() - done) {
                size /= 2;
            }
            insert(held.subList(done, done + size));
            done += size;
        }
        held.clear();
        heldBytes = 0;
    }

    private void insert(List<DelimitedRows.Row> some) throws SQLException {
        PreparedStatement statement = prepared(some.size());
        int parameter = 1;
        for (DelimitedRows.Row row : some) {
            for (int i = 0; i < targets.size(); i++) {
                bind(statement, parameter++, row, i);
            }
        }
        owner.runs(statement);
        if (owner.isKilled()) {
            throw MySqlException.of(MySqlError.INTERRUPTED);
        }
        changed += statement.executeLargeUpdate();
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            // Of columns without a default some databases tell once in a load, and others never.
            if (each.getErrorCode() != NO_DEFAULT || mariaDb && told.add(String.valueOf(each.getMessage()))) {
                warnings++;
                diagnostics.warn(each);
            }
        }
        statement.clearWarnings();
    }

    private void bind(PreparedStatement statement, int parameter, DelimitedRows.Row row, int column)
            throws SQLException {
        Target target = targets.get(column);
        if (column >= row.count()) {
            statement.setString(parameter, target.otherwise());
            return;
        }
        byte[] field = row.fields()[column];
        if (field == null) {
            statement.setString(parameter, null);
            return;
        }
        String text = QueryText.strictly(field, charset);
        if (text == null && !mariaDb) {
            throw MySqlException.of(MySqlError.INVALID_TEXT, charsetTitle);
        }
        if (text == null || target.bytes()) {
            statement.setBytes(parameter, field);
        } else {
            statement.setString(parameter, text);
        }
    }

    private PreparedStatement prepared(int count) throws SQLException {
        PreparedStatement open = insert;
        if (open != null && insertRows == count) {
            return open;
        }
        if (open != null) {
            open.close();
        }
        StringBuilder text = new StringBuilder(file.replaces() ? "REPLACE INTO " : "INSERT IGNORE INTO ")
                .append(table)
                .append(" (");
        for (int i = 0; i < targets.size(); i++) {
            text.append(i == 0 ? "`" : ", `")
                    .append(targets.get(i).name().replace("`", "``"))
                    .append('`');
        }
        String places = '(' + String.join(", ", Collections.nCopies(targets.size(), "?")) + ')';
        text.append(") VALUES ").append(String.join(", ", Collections.nCopies(count, places)));
        PreparedStatement now = at.connection().prepareStatement(text.toString());
        insert = now;
        insertRows = count;
        return now;
    }

    // ---- end

    private void fail(SQLException e) {
        failure = owner.isKilled() ? MySqlException.of(MySqlError.INTERRUPTED) : e;
        held.clear();
        try {
            closeInsert();
            execute(alone ? "ROLLBACK" : "ROLLBACK TO SAVEPOINT " + SAVEPOINT);
        } catch (SQLException rolledBack) {
            failure.addSuppressed(rolledBack);
        }
    }

    private void closeInsert() throws SQLException {
        PreparedStatement open = insert;
        insert = null;
        if (open != null) {
            open.close();
        }
    }

    private void execute(String sql) throws SQLException {
        Connection connection = at.connection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * All of the file was there.
     *
     * @throws SQLException when it is not loaded; nothing of it is
     */
    void end() throws SQLException {
        if (failure == null) {
            rows.complete();
            try {
                insertWhole();
                insertHeld();
                closeInsert();
                execute(alone ? "COMMIT" : "RELEASE SAVEPOINT " + SAVEPOINT);
            } catch (SQLException e) {
                fail(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** How many rows it has changed, those that others took the place of too. */
    long changed() {
        return changed;
    }

    int warnings() {
        return (int) Math.min(warnings, Integer.MAX_VALUE);
    }

    /** What clients show of it. */
    String info() {
        return "Records: " + records + "  Deleted: " + (file.replaces() ? changed - records : 0) + "  Skipped: "
                + (file.replaces() ? 0 : records - changed) + "  Warnings: " + warnings;
    }
}
