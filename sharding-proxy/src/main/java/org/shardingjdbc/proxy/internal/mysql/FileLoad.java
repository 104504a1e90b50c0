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
import org.shardingjdbc.error.ShardingException;
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
    /** Of a statement that the databases prepare. */
    private static final int MOST_PARAMETERS = 65535;

    private static final int MOST_BYTES = 1024 * 1024;

    private static final int TOO_FEW_FIELDS = 1261;
    private static final int TOO_MANY_FIELDS = 1262;
    private static final int NULL_TO_NOT_NULL = 1263;
    private static final int NO_DEFAULT = 1364;
    /** What drivers and databases say of a row of one INSERT, which is none of the file. */
    private static final String AT_ROW = " at row ";

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
     * @param text whether its values have a character set
     * @param counts whether the database makes its values where none are given
     * @param nullable whether it takes NULL
     * @param otherwise what it gets where a line is too short, or has NULL that it does not take: null is NULL
     * @param known whether that is known here
     */
    private record Target(
            String name,
            boolean bytes,
            boolean text,
            boolean counts,
            boolean nullable,
            @Nullable String otherwise,
            boolean known) {}

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
    /** A power of two. */
    private final int mostRows;
    /** Whether the transaction is of the load alone. */
    private final boolean alone;

    private final List<DelimitedRows.Row> held = new ArrayList<>();
    private int heldBytes;
    private @Nullable PreparedStatement insert;
    private int insertRows;

    private int inserts;
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
        this.mostRows =
                Integer.highestOneBit(Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / Math.max(1, targets.size()))));
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
                    if (file.columns().isEmpty() && extraOf(columns).contains("INVISIBLE")) {
                        // Who names no columns means those that SELECT * shows.
                        continue;
                    }
                    if (file.columns().isEmpty() && extraOf(columns).contains(" GENERATED")) {
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

    private static String extraOf(ResultSet column) throws SQLException {
        return column.getString("Extra").toUpperCase(Locale.ROOT);
    }

    private Target target(ResultSet column) throws SQLException {
        String name = column.getString("Field");
        String type = column.getString("Type").toLowerCase(Locale.ROOT);
        boolean nullable = column.getString("Null").equalsIgnoreCase("YES");
        boolean counts = extraOf(column).contains("AUTO_INCREMENT");
        boolean bytes = false;
        boolean text = false;
        // The databases put there what is zero for the type, and not the default of the column.
        String zero = null;
        switch (firstWord(type)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double" -> zero = "0";
            case "year" -> zero = "0000";
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> {
                text = true;
                zero = "";
            }
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> {
                bytes = true;
                zero = "";
            }
            case "bit" -> bytes = true;
            case "enum", "set", "json" -> text = true;
            default -> {}
        }
        if (nullable && column.getString("Default") == null) {
            return new Target(name, bytes, text, counts, true, null, true);
        }
        return new Target(name, bytes, text, counts, nullable, zero, zero != null);
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
        if (title.equalsIgnoreCase("binary")) {
            requireNoTexts();
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

    /** Without a character set the bytes of a text are those that the column's character set has for it. */
    private void requireNoTexts() throws SQLException {
        for (Target each : targets) {
            if (each.text()) {
                throw MySqlException.of(
                        MySqlError.NOT_SUPPORTED,
                        "LOAD DATA LOCAL of a file in the character set binary into the text column " + each.name()
                                + ": name the character set of the file");
            }
        }
    }

    private DelimitedRows.Marks marks() throws SQLException {
        Edges edges = file.edges();
        for (String mark :
                List.of(edges.between(), edges.enclosed(), edges.escape(), edges.lineStart(), edges.lineEnd())) {
            requireAscii(mark);
        }
        if (file.skippedLines() > 0
                && (edges.lineEnd().isEmpty() || edges.lineEnd().equals(edges.between()))) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL with IGNORE n LINES of no lines");
        }
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

    /** The databases take the bytes that the client has sent, whatever the character set of the file. */
    private static void requireAscii(String mark) throws SQLException {
        for (int i = 0; i < mark.length(); i++) {
            if (mark.charAt(i) >= 0x80) {
                throw MySqlException.of(
                        MySqlError.NOT_SUPPORTED,
                        "LOAD DATA LOCAL with '" + mark + "' between fields or lines, which is not ASCII");
            }
        }
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
        guarded(() -> {
            rows.add(content);
            insertWhole();
            if (rows.waiting() > rowLimit) {
                throw MySqlException.of(MySqlError.PACKET_TOO_LARGE);
            }
        });
    }

    private interface Step {
        void take() throws SQLException;
    }

    /** Whatever fails, nothing of the file stays. */
    private void guarded(Step step) {
        try {
            step.take();
        } catch (SQLException e) {
            fail(e);
        } catch (ShardingException e) {
            fail(MySqlException.of(MySqlError.UNKNOWN, e.getMessage()));
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
            if (held.size() >= mostRows || heldBytes >= MOST_BYTES) {
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
            requireIgnores("a line with too few fields");
            warn(TOO_FEW_FIELDS, "Row " + records + " doesn't contain data for all columns");
        }
        for (int i = 0; i < row.count(); i++) {
            Target target = targets.get(i);
            if (row.fields()[i] == null && !target.nullable() && !target.counts()) {
                noteNull(target);
            }
        }
        if (row.longer()) {
            requireIgnores("a line with too many fields");
            warn(
                    TOO_MANY_FIELDS,
                    "Row " + records + " was truncated; it contained more data than there were input columns");
        }
    }

    private void noteNull(Target target) throws SQLException {
        if (!target.known()) {
            throw MySqlException.of(
                    MySqlError.NOT_SUPPORTED, "NULL (row " + records + ") for the NOT NULL column " + target.name());
        }
        requireIgnores("NULL for the NOT NULL column " + target.name());
        warn(
                NULL_TO_NOT_NULL,
                "Column set to default value; NULL supplied to NOT NULL column '" + target.name() + "' at row "
                        + records);
    }

    /** Where nothing is ignored it depends on the session's mode whether that is an error. */
    private void requireIgnores(String what) throws SQLException {
        if (file.replaces()) {
            throw MySqlException.of(
                    MySqlError.NOT_SUPPORTED, "LOAD DATA LOCAL REPLACE of " + what + " (row " + records + ")");
        }
    }

    private void warn(int number, String message) {
        warnings++;
        diagnostics.warn(number, message);
    }

    private void insertHeld() throws SQLException {
        int done = 0;
        while (done < held.size()) {
            int size = mostRows;
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
        if (++inserts > 1) {
            // Of the statement it is the first key of all, of which the library knows nothing.
            at.loseLastKey();
        }
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            // Of columns without a default some databases tell once in a load, and others never.
            if (each.getErrorCode() != NO_DEFAULT || mariaDb && told.add(String.valueOf(each.getMessage()))) {
                warnings++;
                diagnostics.warn(each.getErrorCode(), withoutRow(String.valueOf(each.getMessage())));
            }
        }
        statement.clearWarnings();
    }

    private static String withoutRow(String message) {
        int at = message.lastIndexOf(AT_ROW);
        int digits = at + AT_ROW.length();
        while (at >= 0 && digits < message.length() && Character.isDigit(message.charAt(digits))) {
            digits++;
        }
        return at >= 0 && digits == message.length() ? message.substring(0, at) : message;
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
            statement.setString(parameter, target.nullable() || target.counts() ? null : target.otherwise());
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
        SQLException told = owner.isKilled() ? MySqlException.of(MySqlError.INTERRUPTED) : e;
        failure = told;
        held.clear();
        rows.forget();
        afterFailure(told, this::closeInsert);
        afterFailure(told, () -> {
            if (alone) {
                execute("ROLLBACK");
            } else {
                execute("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
                execute("RELEASE SAVEPOINT " + SAVEPOINT);
            }
        });
    }

    /** One thing that fails keeps the others from nothing. */
    private static void afterFailure(SQLException told, Step step) {
        try {
            step.take();
        } catch (SQLException | RuntimeException another) {
            if (another != told) {
                told.addSuppressed(another);
            }
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
            guarded(() -> {
                rows.complete();
                insertWhole();
                insertHeld();
                closeInsert();
                execute(alone ? "COMMIT" : "RELEASE SAVEPOINT " + SAVEPOINT);
            });
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
