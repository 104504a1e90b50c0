package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.KeyRange;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;

/**
 * What MySQL and MariaDB have in common. Values are texts, as {@link ColumnForm} says; statements have them as
 * literals, many rows in one. How new tables are made is read from SHOW CREATE TABLE ({@link ShownTable}), everything
 * else from the information schema.
 */
abstract sealed class BinlogDatabase implements ScalingDatabase permits MySqlMoves, MariaDbMoves {
    /** Of {@link #columns}, whether a column is written, as 1 and 0: others the server computes. */
    static final int WRITTEN = 4;

    private static final String MODES = "NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION";

    private static final String STRICT = "SET SESSION sql_mode = 'STRICT_TRANS_TABLES," + MODES + "'";
    private static final String SESSION = STRICT + ", time_zone = '+00:00', wait_timeout = 2147483";

    private static final int WARNINGS_KEPT = 65_535;
    /** What is no member is written with a warning, and with it whatever else does not fit. */
    private static final String LENIENT = "SET SESSION sql_mode = '" + MODES + "', max_error_count = " + WARNINGS_KEPT;
    /** Of a value that is changed; it is also that of an ENUM that gets no member. */
    private static final int TRUNCATED = 1265;
    /** Of words that later servers will not know. */
    private static final List<Integer> DEPRECATED = List.of(1287, 1681, 3719, 3778);
    /** Letters of a statement of many rows; servers take some millions, unless they are told otherwise. */
    /** How many rows MariaDB's driver holds at once. */
    private static final int STREAMED_ROWS = 16;

    private static final int STATEMENT_LETTERS = 512 * 1024;

    private static final int DUPLICATE = 1062;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    private static final int KEYS_TOGETHER = 500;

    static String quoted(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    static boolean isMariaDb(Connection connection) throws SQLException {
        return String.valueOf(Asking.first(connection, "SELECT VERSION()")).contains("MariaDB");
    }

    @Override
    public Properties connectionProperties() {
        Properties properties = new Properties();
        properties.setProperty("useServerPrepStmts", "false");
        properties.setProperty("useCursorFetch", "false");
        properties.setProperty("netTimeoutForStreamingResults", "0");
        return properties;
    }

    /** What a server calls itself. */
    static String server(Connection connection) throws SQLException {
        return String.valueOf(
                isMariaDb(connection)
                        ? Asking.first(connection, "SELECT CONCAT(@@server_id, ' ', @@hostname, ' ', @@port)")
                        : Asking.first(connection, "SELECT @@server_uuid"));
    }

    /** A server of that name at that place: those of MariaDB may call themselves alike. */
    static String serverAt(String url, String name) throws SQLException {
        BinlogAddress at = BinlogAddress.of(url);
        return name + " " + at.host() + " " + at.port();
    }

    @Override
    public @Nullable String missing() {
        try {
            // found when it is asked for, and not before
            Objects.requireNonNull(BinaryLogClient.class);
            return null;
        } catch (NoClassDefFoundError e) {
            return "The class path has no io.debezium:mysql-binlog-connector-java, which reads the binary log of MySQL"
                    + " and MariaDB; put it beside the driver";
        }
    }

    /** Takes every value that a table may have, and none that it changes; moments are those of UTC. */
    @Override
    public void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(SESSION);
        }
    }

    @Override
    public List<String> obstacles(Connection connection, Collection<String> tables) throws SQLException {
        return BinlogObstacles.of(connection, tables);
    }

    /** All of a table: name, type, character set, collation and {@link #WRITTEN}. */
    static List<String[]> columns(Connection connection, String table) throws SQLException {
        return Asking.rows(
                connection,
                "SELECT column_name, column_type, character_set_name, collation_name,"
                        + " CASE WHEN COALESCE(generation_expression, '') = '' THEN 1 ELSE 0 END"
                        + " FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?"
                        + " ORDER BY ordinal_position",
                table);
    }

    static String type(String[] column) {
        return ColumnForm.type(column[1], column[2], column[3]);
    }

    @Override
    public @Nullable MovedTable read(Connection connection, String table) throws SQLException {
        List<MovedTable.Column> columns = new ArrayList<>();
        for (String[] column : columns(connection, table)) {
            if (column[WRITTEN].equals("1")) {
                columns.add(new MovedTable.Column(column[0], type(column)));
            }
        }
        if (columns.isEmpty()) {
            return null;
        }
        MovedTable keyless = new MovedTable(table, columns, List.of());
        List<Integer> key = new ArrayList<>();
        for (String[] row : Asking.rows(
                connection,
                "SELECT column_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                        + " AND table_name = ? AND index_name = 'PRIMARY' ORDER BY seq_in_index",
                table)) {
            key.add(keyless.position(row[0]));
        }
        return new MovedTable(table, columns, key);
    }

    @Override
    public long[] size(Connection connection, String table) throws SQLException {
        String[] row = Asking.rows(
                        connection,
                        "SELECT COALESCE(table_rows, 0), COALESCE(data_length, 0),"
                                + " COALESCE(data_length, 0) + COALESCE(index_length, 0) FROM information_schema.tables"
                                + " WHERE table_schema = DATABASE() AND table_name = ?",
                        table)
                .get(0);
        return Arrays.stream(row).mapToLong(Long::parseLong).toArray();
    }

    @Override
    public List<String> creation(Connection connection, MovedTable table, String name, boolean all)
            throws SQLException {
        ShownTable shown = new ShownTable(connection, table.name(), name);
        List<String> statements = new ArrayList<>();
        statements.add(shown.creation());
        if (all) {
            statements.addAll(shown.completion());
        }
        return statements;
    }

    @Override
    public List<String> completion(Connection connection, MovedTable table, String name) throws SQLException {
        return new ShownTable(connection, table.name(), name).completion();
    }

    @Override
    public String identifier(String name) {
        return quoted(name);
    }

    @Override
    public String dropping(String table) {
        return "DROP TABLE IF EXISTS " + quoted(table);
    }

    @Override
    public void dropEmpty(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLES " + quoted(table) + " WRITE");
            try {
                if (Asking.rows(connection, "SELECT 1 FROM " + quoted(table) + " LIMIT 1")
                        .isEmpty()) {
                    statement.execute("DROP TABLE " + quoted(table));
                }
            } finally {
                statement.execute("UNLOCK TABLES");
            }
        }
    }

    @Override
    public void rename(Connection connection, Map<String, String> names, long patienceMillis) throws SQLException {
        long seconds = Math.max(1, TimeUnit.MILLISECONDS.toSeconds(patienceMillis));
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = " + seconds);
            statement.execute(names.entrySet().stream()
                    .map(each -> quoted(each.getKey()) + " TO " + quoted(each.getValue()))
                    .collect(Collectors.joining(", ", "RENAME TABLE ", "")));
        }
    }

    /** Locks are of the server, and those of two databases of it have other names. */
    @Override
    public boolean lock(Connection connection, String name) throws SQLException {
        String sql = "SELECT GET_LOCK(SHA2(CONCAT(DATABASE(), '.', ?), 224), 0)";
        return "1".equals(Asking.rows(connection, sql, name).get(0)[0]);
    }

    private static String column(MovedTable table, int column) {
        return quoted(table.columns().get(column).name());
    }

    private static String names(MovedTable table) {
        return table.columns().stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
    }

    @Override
    public List<MovedRow> chunk(
            Connection connection, MovedTable table, @Nullable List<Object> after, int rows, long bytes)
            throws SQLException {
        ColumnForm[] forms = ColumnForm.of(table);
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < forms.length; i++) {
            sql.append(i == 0 ? "" : ", ").append(forms[i].asked(column(table, i)));
        }
        sql.append(" FROM ").append(quoted(table.name())).append(" FORCE INDEX (PRIMARY)");
        sql.append(within(table, forms, new KeyRange(after, null)))
                .append(ordered(table))
                .append(" LIMIT ")
                .append(rows);
        List<MovedRow> chunk = new ArrayList<>();
        try (Statement statement = statement(connection)) {
            stream(connection, statement);
            long held = 0;
            // what is not read any more is passed over when it is closed
            try (ResultSet found = statement.executeQuery(sql.toString())) {
                while (held < bytes && found.next()) {
                    @Nullable String[] values = new @Nullable String[forms.length];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = forms[i].read(found, i + 1);
                    }
                    TextRow row = new TextRow(values);
                    chunk.add(row);
                    held += row.bytes();
                }
            }
        }
        return chunk;
    }

    /** Lets the driver give rows as they come, not when it has all of them; each server is read by either driver. */
    private static void stream(Connection connection, Statement statement) throws SQLException {
        boolean isMariaDbs = connection.getMetaData().getDriverName().startsWith("MariaDB");
        statement.setFetchSize(isMariaDbs ? STREAMED_ROWS : Integer.MIN_VALUE);
    }

    /** Its literals are no place for escapes of JDBC. */
    private static Statement statement(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        statement.setEscapeProcessing(false);
        return statement;
    }

    private static String ordered(MovedTable table) {
        return table.key().stream()
                .map(column -> quoted(table.name()) + "." + column(table, column))
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    /** The condition of a range, with its WHERE; empty for that of all keys. */
    private static String within(MovedTable table, ColumnForm[] forms, KeyRange range) {
        StringBuilder sql = new StringBuilder();
        if (range.after() != null) {
            beside(table, forms, range.after(), " > ", " > ", sql.append(" WHERE ("));
            sql.append(')');
        }
        if (range.to() != null) {
            beside(table, forms, range.to(), " < ", " <= ", sql.append(sql.isEmpty() ? " WHERE (" : " AND ("));
            sql.append(')');
        }
        return sql.toString();
    }

    /**
     * Rows on one side of a key, column by column: servers find no place in an index by rows that are compared whole.
     *
     * @param last how the last column is compared, and the others are where those before them are equal
     */
    private static void beside(
            MovedTable table, ColumnForm[] forms, List<Object> key, String others, String last, StringBuilder sql) {
        for (int end = 0; end < key.size(); end++) {
            sql.append(end == 0 ? "(" : " OR (");
            for (int i = 0; i <= end; i++) {
                int column = table.key().get(i);
                String compared = i < end ? " = " : i == key.size() - 1 ? last : others;
                sql.append(i == 0 ? "" : " AND ").append(column(table, column)).append(compared);
                forms[column].write((String) key.get(i), sql);
            }
            sql.append(')');
        }
    }

    @Override
    public @Nullable List<Object> end(Connection connection, MovedTable table, @Nullable List<Object> after, int rows)
            throws SQLException {
        ColumnForm[] forms = ColumnForm.of(table);
        String sql = "SELECT " + askedKey(table, forms) + " FROM " + quoted(table.name()) + " FORCE INDEX (PRIMARY)"
                + within(table, forms, new KeyRange(after, null)) + ordered(table) + " LIMIT 1 OFFSET " + (rows - 1);
        try (Statement statement = statement(connection);
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? key(found, table, forms) : null;
        }
    }

    private static String askedKey(MovedTable table, ColumnForm[] forms) {
        return table.key().stream()
                .map(column -> forms[column].asked(column(table, column)))
                .collect(Collectors.joining(", "));
    }

    private static List<Object> key(ResultSet found, MovedTable table, ColumnForm[] forms) throws SQLException {
        int width = table.key().size();
        List<Object> key = new ArrayList<>(width);
        for (int i = 0; i < width; i++) {
            String value = forms[table.key().get(i)].read(found, i + 1);
            if (value == null) {
                throw new SQLException("NULL in the primary key of " + table.name());
            }
            key.add(value);
        }
        return key;
    }

    /** In hexadecimal digits: letters of it are bytes, which a table of texts might not take. */
    @Override
    public String text(List<Object> key) {
        return key.stream()
                .map(each -> HexFormat.of().formatHex(((String) each).getBytes(StandardCharsets.ISO_8859_1)))
                .collect(Collectors.joining("."));
    }

    @Override
    public List<Object> key(String text) {
        List<Object> key = new ArrayList<>();
        for (String each : text.split("\\.", -1)) {
            key.add(new String(HexFormat.of().parseHex(each), StandardCharsets.ISO_8859_1));
        }
        return key;
    }

    @Override
    public boolean hasOneSpelling(MovedTable table) {
        return table.key().stream()
                .allMatch(column -> ColumnForm.of(table.columns().get(column)).hasOneSpelling());
    }

    @Override
    public void delete(Connection connection, MovedTable table, Collection<List<Object>> keys) throws SQLException {
        for (String condition : conditions(table, keys)) {
            try (Statement statement = statement(connection)) {
                statement.executeUpdate("DELETE FROM " + quoted(table.name()) + " WHERE " + condition);
            }
        }
    }

    /** Rows of these keys, some of them at a time. */
    private static List<String> conditions(MovedTable table, Collection<List<Object>> keys) {
        ColumnForm[] forms = ColumnForm.of(table);
        List<String> conditions = new ArrayList<>();
        StringBuilder sql = new StringBuilder();
        int count = 0;
        for (List<Object> key : keys) {
            if (count == 0) {
                sql.append(table.key().stream()
                                .map(column -> forms[column].compared(column(table, column)))
                                .collect(Collectors.joining(", ", "(", ")")))
                        .append(" IN (");
            } else {
                sql.append(", ");
            }
            for (int i = 0; i < key.size(); i++) {
                sql.append(i == 0 ? "(" : ", ");
                forms[table.key().get(i)].write((String) key.get(i), sql);
            }
            sql.append(')');
            count++;
            if (count == KEYS_TOGETHER || sql.length() > STATEMENT_LETTERS) {
                conditions.add(sql.append(')').toString());
                sql.setLength(0);
                count = 0;
            }
        }
        if (count > 0) {
            conditions.add(sql.append(')').toString());
        }
        return conditions;
    }

    @Override
    public List<MovedRow> found(
            Connection connection, MovedTable table, Collection<List<Object>> keys, Collection<Integer> columns)
            throws SQLException {
        ColumnForm[] forms = ColumnForm.of(table);
        List<Integer> read = new ArrayList<>(new TreeSet<>(columns));
        read.removeAll(table.key());
        read.addAll(table.key());
        String asked = read.stream()
                .map(column -> forms[column].asked(column(table, column)))
                .collect(Collectors.joining(", "));
        List<MovedRow> rows = new ArrayList<>();
        for (String condition : conditions(table, keys)) {
            try (Statement statement = statement(connection);
                    ResultSet found = statement.executeQuery(
                            "SELECT " + asked + " FROM " + quoted(table.name()) + " WHERE " + condition)) {
                while (found.next()) {
                    @Nullable String[] values = new @Nullable String[forms.length];
                    for (int i = 0; i < read.size(); i++) {
                        values[read.get(i)] = forms[read.get(i)].read(found, i + 1);
                    }
                    rows.add(new TextRow(values));
                }
            }
        }
        return rows;
    }

    @Override
    public void hurry(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION innodb_lock_wait_timeout = 1, lock_wait_timeout = 1");
        }
    }

    @Override
    public boolean gaveWay(SQLException error) {
        return error.getErrorCode() == LOCK_WAIT_TIMEOUT || error.getErrorCode() == DEADLOCK;
    }

    @Override
    public boolean isDuplicate(SQLException error) {
        return error.getErrorCode() == DUPLICATE;
    }

    @Override
    public void insert(Connection connection, MovedTable table, List<MovedRow> rows) throws SQLException {
        ColumnForm[] forms = ColumnForm.of(table);
        List<MovedRow> whole = new ArrayList<>(rows.size());
        List<MovedRow> memberless = new ArrayList<>();
        for (MovedRow row : rows) {
            (strangers(forms, row) == 0 ? whole : memberless).add(row);
        }
        insert(connection, table, forms, whole, Integer.MAX_VALUE);
        if (!memberless.isEmpty()) {
            try (LenientSession session = new LenientSession(connection)) {
                // a column has two warnings at most: of its value, and of the name of its character set
                insert(session.connection, table, forms, memberless, WARNINGS_KEPT / (2 * forms.length));
            }
        }
    }

    /** Rows that are not taken otherwise are, until it is closed. */
    private static final class LenientSession implements AutoCloseable {
        final Connection connection;

        LenientSession(Connection connection) throws SQLException {
            this.connection = connection;
            set(LENIENT);
        }

        private void set(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public void close() throws SQLException {
            set(STRICT);
        }
    }

    /** @param together how many rows a statement has at most */
    private static void insert(
            Connection connection, MovedTable table, ColumnForm[] forms, List<MovedRow> rows, int together)
            throws SQLException {
        String begin = "INSERT INTO " + quoted(table.name()) + " (" + names(table) + ") VALUES\n";
        StringBuilder sql = new StringBuilder();
        int count = 0;
        int strangers = 0;
        for (MovedRow row : rows) {
            sql.append(count == 0 ? begin : ",\n");
            for (int i = 0; i < forms.length; i++) {
                forms[i].write((String) row.value(i), sql.append(i == 0 ? '(' : ','));
            }
            sql.append(')');
            count++;
            strangers += strangers(forms, row);
            if (sql.length() > STATEMENT_LETTERS || count == together) {
                insert(connection, sql, count, strangers, table);
                count = 0;
                strangers = 0;
            }
        }
        if (count > 0) {
            insert(connection, sql, count, strangers, table);
        }
    }

    /** How many columns are what an ENUM is where a value came that it has not; a strict session does not write it. */
    private static int strangers(ColumnForm[] forms, MovedRow row) {
        int count = 0;
        for (int i = 0; i < forms.length; i++) {
            if (forms[i].isEnum() && "0".equals(row.value(i))) {
                count++;
            }
        }
        return count;
    }

    private static void insert(Connection connection, StringBuilder sql, int rows, int strangers, MovedTable table)
            throws SQLException {
        try (Statement statement = statement(connection)) {
            int written = statement.executeUpdate(sql.toString());
            if (written != rows) {
                throw new SQLException("Of " + rows + " rows " + written + " were written to " + table.name());
            }
        }
        if (strangers > 0) {
            refuseChanges(connection, strangers, table);
        }
        sql.setLength(0);
    }

    /** Each stranger is one warning; what a strict session would not have written is another one. */
    private static void refuseChanges(Connection connection, int strangers, MovedTable table) throws SQLException {
        int truncated = 0;
        for (String[] warning : Asking.rows(connection, "SHOW WARNINGS")) {
            int code = Integer.parseInt(warning[1]);
            if (warning[0].equalsIgnoreCase("Note") || DEPRECATED.contains(code)) {
                continue;
            }
            truncated++;
            if (code != TRUNCATED || truncated > strangers) {
                throw new SQLException("A row of " + table.name() + " was not written as it is: " + warning[2]);
            }
        }
        if (truncated < strangers) {
            throw new SQLException(
                    "The server does not tell whether rows of " + table.name() + " were written as they are");
        }
    }

    @Override
    public List<MovedTable.Column> unplaced(Connection connection, MovedTable table, List<MovedTable.Column> columns) {
        return columns.stream().filter(each -> !ColumnForm.of(each).isPlaced()).toList();
    }

    @Override
    public @Nullable Object placed(MovedTable.Column column, @Nullable Object value, int jdbcType) {
        return ColumnForm.of(column).placed((String) value, jdbcType);
    }

    @Override
    public ChangeLog log(String job, LogAccess access) {
        return new Binlog(job, access);
    }

    /** What a row holds: MD5 of all columns in their order, each with its length, so that none runs into the next. */
    private static String held(MovedTable table) {
        ColumnForm[] forms = ColumnForm.of(table);
        return IntStream.range(0, forms.length)
                .mapToObj(i -> part(forms[i].summed(column(table, i))))
                .collect(Collectors.joining(", ", "MD5(CONCAT(", "))"));
    }

    private static String part(String expression) {
        return "COALESCE(CONCAT(LENGTH(" + expression + "), ':', " + expression + "), 'N')";
    }

    private static String bucket(MovedTable table, int buckets) {
        ColumnForm[] forms = ColumnForm.of(table);
        return table.key().stream()
                .map(column -> part(forms[column].summed(column(table, column))))
                .collect(Collectors.joining(
                        ", ", "(CAST(CONV(LEFT(MD5(CONCAT(", ")), 8), 16, 10) AS UNSIGNED) & " + (buckets - 1) + ")"));
    }

    @Override
    public Map<Integer, BucketSum> sums(Connection connection, MovedTable table, KeyRange range, int buckets)
            throws SQLException {
        Map<Integer, BucketSum> sums = new HashMap<>();
        String sql = "SELECT " + bucket(table, buckets) + " AS bucket, COUNT(*), SUM(CAST(CONV(LEFT(" + held(table)
                + ", 15), 16, 10) AS UNSIGNED)) FROM " + quoted(table.name()) + " FORCE INDEX (PRIMARY)"
                + within(table, ColumnForm.of(table), range) + " GROUP BY bucket";
        try (Statement statement = statement(connection);
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                sums.put(rows.getInt(1), new BucketSum(rows.getLong(2), new BigDecimal(rows.getString(3))));
            }
        }
        return sums;
    }

    @Override
    public Map<List<Object>, String> rows(
            Connection connection, MovedTable table, KeyRange range, int buckets, List<Integer> which)
            throws SQLException {
        String within = within(table, ColumnForm.of(table), range);
        return byKey(
                connection,
                table,
                (within.isEmpty() ? " WHERE " : within + " AND ")
                        + bucket(table, buckets)
                        + which.stream().map(String::valueOf).collect(Collectors.joining(", ", " IN (", ")")));
    }

    @Override
    public Map<List<Object>, String> rowsOf(
            Connection connection, MovedTable table, Collection<List<Object>> keys, boolean locked)
            throws SQLException {
        Map<List<Object>, String> rows = new HashMap<>();
        for (String condition : conditions(table, keys)) {
            rows.putAll(byKey(connection, table, " WHERE " + condition + (locked ? " FOR UPDATE" : "")));
        }
        return rows;
    }

    /** @param condition with its WHERE */
    private static Map<List<Object>, String> byKey(Connection connection, MovedTable table, String condition)
            throws SQLException {
        ColumnForm[] forms = ColumnForm.of(table);
        Map<List<Object>, String> rows = new HashMap<>();
        try (Statement statement = statement(connection);
                ResultSet found = statement.executeQuery("SELECT " + askedKey(table, forms) + ", " + held(table)
                        + " FROM " + quoted(table.name()) + condition)) {
            while (found.next()) {
                rows.put(key(found, table, forms), found.getString(table.key().size() + 1));
            }
        }
        return rows;
    }
}
