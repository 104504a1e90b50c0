package org.shardingjdbc.scaling.internal.postgresql;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.KeyRange;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;

/** PostgreSQL, from 14 on. Values are the texts of its types. */
public final class PostgreSql implements ScalingDatabase {

    private static final String DUPLICATE = "23505";
    /** SQLStates of a lock that is not to be had, and of a deadlock. */
    private static final List<String> GIVING_WAY = List.of("55P03", "40P01");
    /** Between the parts of a key, and before what stands for a sign of the two in them. */
    private static final String BETWEEN = "\u001F";

    private static final String ESCAPE = "\u001E";
    /** Types whose values are equal only where their texts are. */
    private static final Set<String> ONE_SPELLING =
            Set.of("smallint", "integer", "bigint", "uuid", "date", "boolean", "bytea");
    /** As {@code 2026-01-01 12:00:00.5+05:30}; whole hours are told without minutes. */
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendOffset("+HH:mm:ss", "+00")
            .toFormatter(Locale.ROOT);

    @Override
    public Dialect dialect() {
        return Dialects.POSTGRESQL;
    }

    /** Texts of moments and numbers are the same on all connections. */
    @Override
    public Properties connectionProperties() {
        Properties properties = new Properties();
        properties.setProperty("binaryTransfer", "false");
        properties.setProperty("ApplicationName", "sharding-jdbc scaling");
        properties.setProperty(
                "options",
                "-c DateStyle=ISO,YMD -c IntervalStyle=postgres -c TimeZone=UTC -c extra_float_digits=3"
                        + " -c bytea_output=hex -c row_security=off -c synchronous_commit=on");
        return properties;
    }

    @Override
    public List<String> obstacles(Connection connection, Collection<String> tables) throws SQLException {
        return PostgreSqlObstacles.of(connection, tables);
    }

    @Override
    public @Nullable MovedTable read(Connection connection, String table) throws SQLException {
        List<MovedTable.Column> columns = new ArrayList<>();
        for (String[] row : Asking.rows(connection, """
                SELECT a.attname, format_type(a.atttypid, a.atttypmod)
                FROM pg_attribute a
                WHERE a.attrelid = to_regclass(quote_ident(?)) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attnum""", table)) {
            columns.add(new MovedTable.Column(row[0], row[1]));
        }
        if (columns.isEmpty()) {
            return null;
        }
        MovedTable keyless = new MovedTable(table, columns, List.of());
        List<Integer> key = new ArrayList<>();
        for (String[] row : Asking.rows(connection, """
                SELECT a.attname
                FROM pg_index i
                CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, position)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = to_regclass(quote_ident(?)) AND i.indisprimary
                  AND k.position <= i.indnkeyatts
                ORDER BY k.position""", table)) {
            key.add(keyless.position(row[0]));
        }
        return new MovedTable(table, columns, key);
    }

    @Override
    public long[] size(Connection connection, String table) throws SQLException {
        String[] row = Asking.rows(
                        connection,
                        "SELECT greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_total_relation_size(oid)"
                                + " FROM pg_class"
                                + " WHERE oid = to_regclass(quote_ident(?))",
                        table)
                .get(0);
        return Arrays.stream(row).mapToLong(Long::parseLong).toArray();
    }

    @Override
    public List<String> creation(Connection connection, MovedTable table, String name, boolean all)
            throws SQLException {
        TableDefinition definition = new TableDefinition(connection, table.name(), name);
        List<String> statements = definition.creation();
        if (all) {
            statements.addAll(definition.completion());
        }
        return statements;
    }

    @Override
    public @Nullable String refusal(Connection connection, List<String> statements) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                try {
                    statement.execute(sql);
                } catch (SQLException e) {
                    return e.getMessage() + ", by " + sql;
                }
            }
            return null;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public List<String> completion(Connection connection, MovedTable table, String name) throws SQLException {
        return new TableDefinition(connection, table.name(), name).completion();
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
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + quoted(table) + " IN ACCESS EXCLUSIVE MODE");
            if (Asking.rows(connection, "SELECT 1 FROM " + quoted(table) + " LIMIT 1")
                    .isEmpty()) {
                statement.execute("DROP TABLE " + quoted(table));
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void rename(Connection connection, Map<String, String> names, long patienceMillis) throws SQLException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = " + patienceMillis);
            for (Map.Entry<String, String> each : names.entrySet()) {
                statement.execute("ALTER TABLE " + quoted(each.getKey()) + " RENAME TO " + quoted(each.getValue()));
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(before);
        }
    }

    @Override
    public boolean lock(Connection connection, String name) throws SQLException {
        return "t"
                .equals(Asking.rows(connection, "SELECT pg_try_advisory_lock(hashtext(?))", name)
                        .get(0)[0]);
    }

    @Override
    public Map<String, String> counters(Connection connection, MovedTable table) throws SQLException {
        Map<String, String> sequences = new LinkedHashMap<>();
        for (MovedTable.Column column : table.columns()) {
            String sequence = Asking.rows(
                            connection, "SELECT pg_get_serial_sequence(quote_ident(?), ?)", table.name(), column.name())
                    .get(0)[0];
            if (sequence != null) {
                sequences.put(column.name(), sequence);
            }
        }
        return sequences;
    }

    @Override
    public void followKeys(Connection connection, String table, String column, String counter) throws SQLException {
        Asking.rows(
                connection,
                "SELECT setval(?::regclass, greatest((SELECT max(" + quoted(column) + ") FROM " + quoted(table)
                        + "), (SELECT last_value FROM " + counter + ")))",
                counter);
    }

    @Override
    public List<MovedRow> chunk(
            Connection connection, MovedTable table, @Nullable List<Object> after, int rows, long bytes)
            throws SQLException {
        String sql = "COPY (SELECT " + columns(table) + " FROM " + quoted(table.name())
                + within(table, new KeyRange(after, null)) + " ORDER BY " + keys(table) + " LIMIT " + rows
                + ") TO STDOUT";
        List<MovedRow> chunk = new ArrayList<>();
        long held = 0;
        CopyOut copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
        try {
            for (byte[] line = copy.readFromCopy(); line != null; line = copy.readFromCopy()) {
                // what is too much is passed over: that costs less than another connection that cancels it
                if (held < bytes) {
                    CopiedRow row = CopiedRow.ofLine(line);
                    chunk.add(row);
                    held += row.bytes();
                }
            }
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
        return chunk;
    }

    /** The condition of a range, with its WHERE; empty for that of all keys. */
    private static String within(MovedTable table, KeyRange range) {
        List<String> conditions = new ArrayList<>();
        if (range.after() != null) {
            conditions.add("(" + keys(table) + ") > (" + literals(table, range.after()) + ")");
        }
        if (range.to() != null) {
            conditions.add("(" + keys(table) + ") <= (" + literals(table, range.to()) + ")");
        }
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    @Override
    public @Nullable List<Object> end(Connection connection, MovedTable table, @Nullable List<Object> after, int rows)
            throws SQLException {
        List<String[]> found = Asking.rows(
                connection,
                "SELECT " + keys(table) + " FROM " + quoted(table.name()) + within(table, new KeyRange(after, null))
                        + " ORDER BY " + keys(table) + " LIMIT 1 OFFSET " + (rows - 1));
        return found.isEmpty() ? null : List.of((Object[]) found.get(0));
    }

    private static String literals(MovedTable table, List<Object> key) {
        return IntStream.range(0, key.size())
                .mapToObj(i -> literal((String) key.get(i)) + "::"
                        + table.columns().get(table.key().get(i)).type())
                .collect(Collectors.joining(", "));
    }

    /** A backslash means nothing in it, since {@code standard_conforming_strings} is what connections have. */
    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public String text(List<Object> key) {
        return key.stream()
                .map(each -> each.toString().replace(ESCAPE, ESCAPE + "e").replace(BETWEEN, ESCAPE + "b"))
                .collect(Collectors.joining(BETWEEN));
    }

    @Override
    public List<Object> key(String text) {
        return Arrays.stream(text.split(BETWEEN, -1))
                .map(each -> (Object) each.replace(ESCAPE + "b", BETWEEN).replace(ESCAPE + "e", ESCAPE))
                .toList();
    }

    /** Of a text, a type does not say whether its collation is deterministic. */
    @Override
    public boolean hasOneSpelling(MovedTable table) {
        return table.key().stream()
                .map(column -> table.columns().get(column).type())
                .allMatch(type -> ONE_SPELLING.contains(type) || type.startsWith("timestamp"));
    }

    @Override
    public void delete(Connection connection, MovedTable table, Collection<List<Object>> keys) throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        String sql = "DELETE FROM " + quoted(table.name()) + " USING " + given(table) + " WHERE " + isGiven(table);
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            give(connection, delete, table, keys);
            delete.executeUpdate();
        }
    }

    /** Keys as a table of their own. */
    private static String given(MovedTable table) {
        List<Integer> key = table.key();
        return key.stream()
                        .map(column ->
                                "?::text[]::" + table.columns().get(column).type() + "[]")
                        .collect(Collectors.joining(", ", "unnest(", ")"))
                + IntStream.range(0, key.size())
                        .mapToObj(i -> "k" + i)
                        .collect(Collectors.joining(", ", " AS given (", ")"));
    }

    private static String isGiven(MovedTable table) {
        return IntStream.range(0, table.key().size())
                .mapToObj(i -> quoted(table.name()) + "."
                        + quoted(table.columns().get(table.key().get(i)).name()) + " = given.k" + i)
                .collect(Collectors.joining(" AND "));
    }

    private static void give(
            Connection connection, PreparedStatement statement, MovedTable table, Collection<List<Object>> keys)
            throws SQLException {
        for (int i = 0; i < table.key().size(); i++) {
            int position = i;
            Array values = connection.createArrayOf(
                    "text", keys.stream().map(key -> key.get(position)).toArray());
            statement.setArray(i + 1, values);
        }
    }

    @Override
    public List<MovedRow> found(
            Connection connection, MovedTable table, Collection<List<Object>> keys, Collection<Integer> columns)
            throws SQLException {
        if (keys.isEmpty()) {
            return List.of();
        }
        TreeSet<Integer> read = new TreeSet<>(columns);
        read.addAll(table.key());
        String sql = read.stream()
                .map(column -> quoted(table.name()) + "."
                        + quoted(table.columns().get(column).name()))
                .collect(Collectors.joining(
                        ", ",
                        "SELECT ",
                        " FROM " + quoted(table.name()) + ", " + given(table) + " WHERE " + isGiven(table)));
        List<MovedRow> rows = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            give(connection, query, table, keys);
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    List<@Nullable String> fields =
                            new ArrayList<>(Collections.nCopies(table.columns().size(), null));
                    int at = 0;
                    for (int column : read) {
                        fields.set(column, found.getString(++at));
                    }
                    rows.add(CopiedRow.ofFields(fields));
                }
            }
        }
        return rows;
    }

    /** For less time than it takes a server to look for a deadlock: this gives way, and nobody else has to. */
    @Override
    public void hurry(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = '100ms'");
        }
    }

    @Override
    public boolean gaveWay(SQLException error) {
        return GIVING_WAY.contains(String.valueOf(error.getSQLState()));
    }

    @Override
    public boolean isDuplicate(SQLException error) {
        return DUPLICATE.equals(error.getSQLState());
    }

    @Override
    public void insert(Connection connection, MovedTable table, List<MovedRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String sql = "COPY " + quoted(table.name()) + " (" + columns(table) + ") FROM STDIN";
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        try {
            for (MovedRow row : rows) {
                byte[] line = ((CopiedRow) row).line();
                copy.writeToCopy(line, 0, line.length);
            }
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static String columns(MovedTable table) {
        return table.columns().stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
    }

    @Override
    public List<MovedTable.Column> unplaced(Connection connection, MovedTable table, List<MovedTable.Column> columns)
            throws SQLException {
        Set<String> placed = new HashSet<>();
        for (String[] row : Asking.rows(connection, """
                SELECT a.attname
                FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
                WHERE a.attrelid = to_regclass(quote_ident(?)) AND a.attnum > 0
                  AND (t.typtype = 'e' OR t.oid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype,
                       'float4'::regtype, 'float8'::regtype, 'bool'::regtype, 'text'::regtype, 'varchar'::regtype,
                       'bpchar'::regtype, 'uuid'::regtype, 'date'::regtype, 'time'::regtype, 'timestamp'::regtype,
                       'timestamptz'::regtype))""", table.name())) {
            placed.add(row[0]);
        }
        return columns.stream().filter(each -> !placed.contains(each.name())).toList();
    }

    @Override
    public @Nullable Object placed(MovedTable.Column column, @Nullable Object value, int jdbcType) {
        if (value == null) {
            return null;
        }
        String text = (String) value;
        try {
            return placed(column, text, jdbcType);
        } catch (DateTimeParseException | NumberFormatException unknown) {
            return text;
        }
    }

    private static Object placed(MovedTable.Column column, String text, int jdbcType) {
        return switch (jdbcType) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Long.valueOf(text);
            case Types.NUMERIC, Types.DECIMAL -> new BigDecimal(text);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Double.valueOf(text);
            case Types.BIT, Types.BOOLEAN -> text.equals("t");
            case Types.DATE -> LocalDate.parse(text);
            case Types.TIME -> LocalTime.parse(text);
            case Types.TIMESTAMP ->
                column.type().endsWith(" with time zone")
                        ? OffsetDateTime.parse(text, MOMENT)
                        : LocalDateTime.parse(text.replace(' ', 'T'));
            case Types.OTHER -> text.length() == UUID_LENGTH ? uuid(text) : text;
            default -> text;
        };
    }

    private static final int UUID_LENGTH = 36;

    private static Object uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException none) {
            return text;
        }
    }

    @Override
    public ChangeLog log(String job, LogAccess access) {
        return new LogicalSlot(job, access);
    }

    /** What a row holds; MD5 of its text, which has all columns in their order. */
    private static String held(MovedTable table) {
        return table.columns().stream()
                .map(column -> quoted(table.name()) + "." + quoted(column.name()))
                .collect(Collectors.joining(", ", "md5(ROW(", ")::text)"));
    }

    private static String bucket(MovedTable table, int buckets) {
        return "(('x' || left(md5(ROW(" + keys(table) + ")::text), 8))::bit(32)::bigint & " + (buckets - 1) + ")";
    }

    private static String keys(MovedTable table) {
        return table.key().stream()
                .map(column -> quoted(table.columns().get(column).name()))
                .collect(Collectors.joining(", "));
    }

    @Override
    public Map<Integer, BucketSum> sums(Connection connection, MovedTable table, KeyRange range, int buckets)
            throws SQLException {
        Map<Integer, BucketSum> sums = new HashMap<>();
        for (String[] row : Asking.rows(
                connection,
                "SELECT " + bucket(table, buckets) + ", count(*), sum(('x' || left(" + held(table)
                        + ", 15))::bit(60)::bigint) FROM " + quoted(table.name()) + within(table, range)
                        + " GROUP BY 1")) {
            sums.put(Integer.valueOf(row[0]), new BucketSum(Long.parseLong(row[1]), new BigDecimal(row[2])));
        }
        return sums;
    }

    @Override
    public Map<List<Object>, String> rows(
            Connection connection, MovedTable table, KeyRange range, int buckets, List<Integer> which)
            throws SQLException {
        String within = within(table, range);
        try (PreparedStatement query = connection.prepareStatement(keysAndHeld(table) + " FROM " + quoted(table.name())
                + (within.isEmpty() ? " WHERE " : within + " AND ") + bucket(table, buckets)
                + " = ANY (?)")) {
            query.setArray(1, connection.createArrayOf("bigint", which.toArray()));
            return byKey(query, table);
        }
    }

    @Override
    public Map<List<Object>, String> rowsOf(
            Connection connection, MovedTable table, Collection<List<Object>> keys, boolean locked)
            throws SQLException {
        String lock = locked ? " FOR UPDATE OF " + quoted(table.name()) : "";
        try (PreparedStatement query = connection.prepareStatement(keysAndHeld(table) + " FROM " + quoted(table.name())
                + ", " + given(table) + " WHERE " + isGiven(table) + lock)) {
            give(connection, query, table, keys);
            return byKey(query, table);
        }
    }

    private static String keysAndHeld(MovedTable table) {
        return "SELECT "
                + table.key().stream()
                        .map(column -> quoted(table.name()) + "."
                                + quoted(table.columns().get(column).name()))
                        .collect(Collectors.joining(", "))
                + ", " + held(table);
    }

    private static Map<List<Object>, String> byKey(PreparedStatement query, MovedTable table) throws SQLException {
        Map<List<Object>, String> rows = new HashMap<>();
        int width = table.key().size();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                List<Object> key = new ArrayList<>(width);
                for (int i = 1; i <= width; i++) {
                    key.add(found.getString(i));
                }
                rows.put(key, found.getString(width + 1));
            }
        }
        return rows;
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
