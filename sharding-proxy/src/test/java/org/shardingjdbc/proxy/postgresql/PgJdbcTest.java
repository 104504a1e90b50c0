package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGStatement;
import org.postgresql.util.PGobject;

/** PostgreSQL's own driver, in each of its modes, on the plain server and through the proxy: the same transcript. */
class PgJdbcTest {
    private static final List<Step> STEPS = List.of(
            new Step("create", PgJdbcTest::create),
            new Step("types", PgJdbcTest::types),
            new Step("nulls", PgJdbcTest::nulls),
            new Step("special values", PgJdbcTest::specialValues),
            new Step("arrays", PgJdbcTest::arrays),
            new Step("inserts", PgJdbcTest::inserts),
            new Step("queries", PgJdbcTest::queries),
            new Step("updates", PgJdbcTest::updates),
            new Step("batches", PgJdbcTest::batches),
            new Step("failed batch", PgJdbcTest::failedBatch),
            new Step("keys", PgJdbcTest::keys),
            new Step("transactions", PgJdbcTest::transactions),
            new Step("chains", PgJdbcTest::chains),
            new Step("savepoints", PgJdbcTest::savepoints),
            new Step("errors", PgJdbcTest::errors),
            new Step("cursors", PgJdbcTest::cursors),
            new Step("several", PgJdbcTest::several),
            new Step("reuse", PgJdbcTest::reuse),
            new Step("metadata", PgJdbcTest::metadata),
            new Step("parameter metadata", PgJdbcTest::parameterMetadata),
            new Step("settings", PgJdbcTest::settings),
            new Step("large values", PgJdbcTest::largeValues),
            new Step("repeated parameters", PgJdbcTest::repeatedParameters),
            new Step("question operators", PgJdbcTest::questionOperators),
            new Step("enumeration", PgJdbcTest::enumeration),
            new Step("timeout", PgJdbcTest::timeout),
            new Step("drop", PgJdbcTest::drop));

    /** Before the error by which a step has ended. */
    private static final String FAILED = "failed: ";

    private static PostgreSqlBehindProxy servers;

    private record Step(String name, Deed deed) {}

    /** What is done on one connection, and what came of it. */
    private interface Deed {
        void run(Connection connection, StringBuilder told) throws SQLException;
    }

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_pgjdbc");
        // for all modes, as pooled connections keep statements beyond the life of a type
        servers.fixture().onBoth("CREATE TYPE mood AS ENUM ('sad', 'happy')");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preferQueryMode=simple",
                "preferQueryMode=extended",
                "prepareThreshold=1",
                "prepareThreshold=-1",
                "preferQueryMode=extendedForPrepared",
                "preferQueryMode=extendedCacheEverything",
                "reWriteBatchedInserts=true"
            })
    void saysWhatThePlainServerSays(String property) throws Exception {
        String[] pair = property.split("=", -1);
        String plain;
        try (Connection connection = servers.connectPlain(pair)) {
            plain = transcript(connection, property.endsWith("=simple"));
        }
        String through;
        try (Connection connection = servers.connect(pair)) {
            through = transcript(connection, property.endsWith("=simple"));
        }
        Files.writeString(Path.of("target", "pgjdbc-plain-" + property + ".txt"), plain);
        Files.writeString(Path.of("target", "pgjdbc-through-" + property + ".txt"), through);
        assertThat(through).isEqualTo(plain);
        // two that fail alike would say nothing
        assertThat(plain).contains("drop: 0").doesNotContain(FAILED);
    }

    /**
     * The proxy keeps what the columns of a plan are, and tables may change on the data nodes behind it. As by the
     * plain server, the driver is told that it has to prepare a named statement again, which it does.
     */
    @ParameterizedTest
    @CsvSource({
        "false, ALTER COLUMN v TYPE text, v text 2",
        "false, RENAME COLUMN v TO w, w int4 2",
        "true, ALTER COLUMN v TYPE text, v text 2"
    })
    void columnsThatHaveChangedAreToldFromThenOn(boolean named, String change, String told) throws Exception {
        servers.fixture().onSharded("CREATE TABLE t_dict (k int, v int)", "INSERT INTO t_dict VALUES (1, 2)");
        try (Connection connection = servers.connect();
                PreparedStatement query = connection.prepareStatement("SELECT * FROM t_dict")) {
            query.unwrap(PGStatement.class).setPrepareThreshold(named ? 1 : 0);
            for (int each = 0; each < 2; each++) {
                assertThat(second(query)).isEqualTo("v int4 2");
            }
            for (int each = 0; each < 2; each++) {
                try (Connection raw = servers.fixture().raw(each).getConnection();
                        Statement statement = raw.createStatement()) {
                    statement.execute("ALTER TABLE t_dict " + change);
                }
            }
            assertThat(second(query)).isEqualTo(told);
        } finally {
            servers.fixture().onSharded("DROP TABLE t_dict");
        }
    }

    /** The name, type and value of the second column of the only row. */
    private static String second(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            ResultSetMetaData columns = rows.getMetaData();
            assertThat(rows.next()).isTrue();
            return columns.getColumnLabel(2) + ' ' + columns.getColumnTypeName(2) + ' ' + rows.getString(2);
        }
    }

    private static String transcript(Connection connection, boolean simple) {
        StringBuilder told = new StringBuilder();
        for (Step step : STEPS) {
            if (simple && step.name.contains("metadata")) {
                // the driver does not ask in this mode
                continue;
            }
            told.append("== ").append(step.name).append('\n');
            try {
                step.deed.run(connection, told);
            } catch (SQLException e) {
                told.append(FAILED).append(error(e)).append('\n');
                try {
                    connection.setAutoCommit(true);
                } catch (SQLException again) {
                    told.append("and then ").append(error(again)).append('\n');
                }
            }
        }
        return told.toString();
    }

    private static String error(SQLException error) {
        String message = String.valueOf(error.getMessage())
                .lines()
                .filter(each -> !isPlace(each))
                .reduce("", (a, b) -> a + "|" + b);
        return error.getSQLState() + " "
                + message.replace("t_order_0", "t_order").replace("t_order_1", "t_order");
    }

    private static boolean isPlace(String line) {
        return line.strip().startsWith("Position:") || line.strip().startsWith("Where: data source");
    }

    // ---- steps

    private static void create(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            told.append(statement.executeUpdate("""
                    CREATE TABLE t_value (id bigint, user_id int, b boolean, i2 smallint, i4 integer, i8 bigint, f4 real,
                        f8 double precision, n numeric, n2 numeric(12,4), t text, v varchar(30), c char(5), d date, ti time,
                        ts timestamp, tz timestamptz, iv interval, u uuid, raw bytea, j json, jb jsonb, ip inet, bi bit(5),
                        vb bit varying, tt timetz, mac macaddr, PRIMARY KEY (id, user_id))"""));
            told.append(statement.executeUpdate("CREATE TABLE t_order (order_id bigint, user_id int, status text,"
                            + " amount numeric(10,2), PRIMARY KEY (order_id, user_id))"))
                    .append('\n');
        }
    }

    private static void types(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_value VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::interval, ?, ?, ?::json,"
                        + " ?::jsonb, ?::inet, ?::bit(5), ?::varbit, ?::timetz, ?::macaddr)")) {
            for (int i = 1; i <= 4; i++) {
                int at = 1;
                insert.setLong(at++, i);
                insert.setInt(at++, i);
                insert.setBoolean(at++, i % 2 == 0);
                insert.setShort(at++, (short) (i * 1000 - 2500));
                insert.setInt(at++, i * 100_000_000);
                insert.setLong(at++, i * 1_000_000_000_000L);
                insert.setFloat(at++, 1.1f / i);
                insert.setDouble(at++, 1.0 / 3 / i * (i == 4 ? 1e-30 : 1));
                insert.setBigDecimal(at++, new BigDecimal(i == 3 ? "-0.000001234" : "12345678901234567890.00120" + i));
                insert.setBigDecimal(at++, new BigDecimal("-10.5").multiply(BigDecimal.valueOf(i)));
                insert.setString(at++, "text " + i + " Grüße 你好 🎉 '\"\\\n");
                insert.setString(at++, i == 1 ? "" : "varchar" + i);
                insert.setString(at++, "c" + i);
                insert.setObject(at++, LocalDate.of(1582 + i * 200, 10, i));
                insert.setObject(at++, LocalTime.of(23, 59, i, i * 1000));
                insert.setObject(at++, LocalDateTime.of(2024, 2, 29, 1, 2, 3, i * 100_000_000));
                insert.setObject(at++, OffsetDateTime.of(2024, 2, 29, 1, 2, 3, 456_789_000, ZoneOffset.ofHours(i)));
                insert.setString(at++, i + " years " + i + " mons -" + i + " days 04:05:06.7");
                insert.setObject(at++, UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1" + i));
                insert.setBytes(at++, new byte[] {0, 1, (byte) 0xff, (byte) i});
                insert.setString(at++, "{\"a\":  " + i + "}");
                insert.setString(at++, "{\"b\": [1, " + i + "]}");
                insert.setString(at++, i == 2 ? "2001:db8::1/64" : "10.0.0." + i);
                insert.setString(at++, "1010" + i % 2);
                insert.setString(at++, "110".repeat(i));
                insert.setString(at++, "12:34:56+0" + i);
                insert.setString(at, "08:00:2b:01:02:0" + i);
                told.append(insert.executeUpdate());
            }
        }
        told.append('\n');
        for (int i = 0; i < 3; i++) {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT * FROM t_value WHERE id > ? ORDER BY id")) {
                query.setLong(1, i);
                print(query.executeQuery(), told);
            }
        }
        try (PreparedStatement query =
                connection.prepareStatement("SELECT id FROM t_value WHERE b = ? AND i2 > ? AND i4 > ?"
                        + " AND i8 > ? AND f8 > ? AND n > ? AND t > ? AND d > ? AND ts > ? AND tz > ? AND u <> ? AND raw <> ?"
                        + " AND ti > ? ORDER BY id")) {
            query.setBoolean(1, true);
            query.setShort(2, (short) -3000);
            query.setInt(3, 5);
            query.setLong(4, 5);
            query.setDouble(5, -1.5);
            query.setBigDecimal(6, BigDecimal.ONE);
            query.setString(7, "a");
            query.setObject(8, LocalDate.of(1900, 1, 1));
            query.setObject(9, LocalDateTime.of(1900, 1, 1, 0, 0));
            query.setObject(10, OffsetDateTime.of(1900, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC));
            query.setObject(11, new UUID(1, 2));
            query.setBytes(12, new byte[] {5});
            query.setObject(13, LocalTime.of(1, 1));
            print(query.executeQuery(), told);
        }
        PGobject real = new PGobject();
        real.setType("float4");
        real.setValue("1.1");
        for (Object each : List.of(real, "1.1", "'a'::float4")) {
            try (PreparedStatement query = connection.prepareStatement("SELECT id FROM t_value WHERE f4 = ?")) {
                query.setObject(1, each, Types.OTHER);
                print(query.executeQuery(), told);
            } catch (SQLException e) {
                told.append(e.getSQLState()).append('\n');
            }
        }
        for (List<String> each : List.of(
                List.of("f4", "float4", "1e40"),
                List.of("f8", "float8", "1e400"),
                List.of("f8", "float8", "1e-400"),
                List.of("f8", "float8", "-0e-400"),
                List.of("d", "date", "October 2, 1982"),
                // no operator compares the two
                List.of("t", "date", "October 2, 1982"))) {
            PGobject declared = new PGobject();
            declared.setType(each.get(1));
            declared.setValue(each.get(2));
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT id FROM t_value WHERE " + each.get(0) + " = ?")) {
                query.setObject(1, declared);
                print(query.executeQuery(), told);
            } catch (SQLException e) {
                told.append(e.getSQLState()).append('\n');
            }
        }
    }

    private static void nulls(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_value (id, user_id, t, n, raw, ts) VALUES (?, ?, ?, ?, ?, ?)")) {
            insert.setLong(1, 50);
            insert.setInt(2, 50);
            insert.setNull(3, Types.VARCHAR);
            insert.setNull(4, Types.NUMERIC);
            insert.setNull(5, Types.BINARY);
            insert.setNull(6, Types.TIMESTAMP);
            told.append(insert.executeUpdate()).append('\n');
        }
        try (PreparedStatement query =
                connection.prepareStatement("SELECT * FROM t_value WHERE id = 50 AND t IS NULL")) {
            print(query.executeQuery(), told);
        }
    }

    private static void specialValues(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t_value (id, user_id, f4, f8, n, d, ts, tz, ti, iv) VALUES"
                    + " (60, 60, 'NaN', 'Infinity', 'NaN', 'infinity', '-infinity', 'infinity', '24:00', '-1 days'),"
                    + " (61, 61, '-Infinity', '-0', 0, '0044-03-15 BC', '0044-03-15 12:00 BC', '0044-03-15 12:00+00 BC', '00:00', '0'),"
                    + " (62, 62, '1e38', '1e-300', 1e30, '12345-01-01', '12345-01-01 00:00', '12345-01-01 00:00+00', '00:00:00.000001',"
                    + " '-1 year -00:00:01')");
        }
        for (int i = 0; i < 3; i++) {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT f4::text, f8::text, n::text, d::text, ts::text, tz, ti::text, iv::text, f4, f8 FROM t_value"
                            + " WHERE id BETWEEN ? AND ? ORDER BY id")) {
                query.setLong(1, 60);
                query.setLong(2, 62);
                print(query.executeQuery(), told);
            }
        }
    }

    private static void arrays(Connection connection, StringBuilder told) throws SQLException {
        for (int i = 0; i < 3; i++) {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT ?::int[], ?::text[], '{{1,2},{3,4}}'::int8[],"
                            + " '{}'::int[], '[0:1]={5,6}'::int[], '{NULL,\"NULL\",\"a,b\"}'::text[], '{1.5,NULL}'::float8[]")) {
                query.setArray(1, connection.createArrayOf("int4", new Object[] {1, null, i}));
                query.setArray(2, connection.createArrayOf("text", new Object[] {"a\"b\\", "", "x y"}));
                print(query.executeQuery(), told);
            }
        }
    }

    private static void inserts(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?, ?)")) {
            for (int i = 1; i <= 40; i++) {
                insert.setLong(1, i);
                insert.setInt(2, i % 7);
                insert.setString(3, i % 3 == 0 ? "NEW" : "PAID");
                insert.setBigDecimal(4, BigDecimal.valueOf(i * 11L, 1));
                told.append(insert.executeUpdate());
            }
        }
        told.append('\n');
    }

    private static void queries(Connection connection, StringBuilder told) throws SQLException {
        String[] texts = {
            "SELECT * FROM t_order ORDER BY order_id",
            "SELECT status, count(*), sum(amount), avg(amount), max(order_id) FROM t_order GROUP BY status ORDER BY status",
            "SELECT DISTINCT user_id FROM t_order ORDER BY user_id DESC LIMIT 3 OFFSET 1",
            "SELECT count(*) FROM t_order",
            "SELECT o.order_id, v.t FROM t_order o JOIN t_value v ON o.order_id = v.id AND o.user_id = v.user_id"
                    + " ORDER BY o.order_id",
            "SELECT 1 WHERE false",
            "VALUES (1, 'a'), (2, 'b')",
            "SHOW server_encoding",
            "WITH x AS (SELECT 5 AS y) SELECT y + 1 FROM x",
            "SELECT current_setting('server_version')",
        };
        for (String text : texts) {
            try (PreparedStatement query = connection.prepareStatement(text)) {
                print(query.executeQuery(), told);
            }
        }
    }

    private static void updates(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement update =
                        connection.prepareStatement("UPDATE t_order SET amount = amount + ? WHERE order_id = ?");
                PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM t_order WHERE user_id = ? AND status = ?")) {
            for (int i = 0; i < 4; i++) {
                update.setBigDecimal(1, new BigDecimal("0.25"));
                update.setLong(2, i);
                told.append(update.executeUpdate()).append(' ');
            }
            delete.setInt(1, 3);
            delete.setString(2, "NEW");
            told.append(delete.executeUpdate()).append('\n');
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT sum(amount) FROM t_order")) {
            print(query.executeQuery(), told);
        }
    }

    private static void batches(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?, ?)")) {
            for (int i = 100; i < 300; i++) {
                insert.setLong(1, i);
                insert.setInt(2, i % 7);
                insert.setString(3, "BATCH");
                insert.setBigDecimal(4, null);
                insert.addBatch();
            }
            told.append(Arrays.stream(insert.executeBatch())
                            .filter(each -> each == 1 || each == -2)
                            .count())
                    .append('\n');
        }
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("UPDATE t_order SET status = 'B1' WHERE order_id = 100");
            statement.addBatch("DELETE FROM t_order WHERE order_id = 101");
            statement.addBatch("DELETE FROM t_order WHERE order_id = 101");
            told.append(Arrays.toString(statement.executeBatch())).append('\n');
            print(statement.executeQuery("SELECT count(*), count(amount) FROM t_order WHERE order_id >= 100"), told);
        }
    }

    private static void failedBatch(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, 'X', 1)")) {
            for (int i : new int[] {400, 401, 400, 402}) {
                insert.setLong(1, i);
                insert.setInt(2, 1);
                insert.addBatch();
            }
            insert.executeBatch();
        } catch (BatchUpdateException e) {
            told.append(e.getSQLState()).append('\n');
        }
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SELECT count(*) FROM t_order WHERE order_id >= 400"), told);
            statement.executeUpdate("DELETE FROM t_order WHERE order_id >= 400");
        }
    }

    private static void keys(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_order VALUES (?, ?, 'K', 5)", new String[] {"order_id", "status"})) {
            insert.setLong(1, 500);
            insert.setInt(2, 500);
            told.append(insert.executeUpdate()).append('\n');
            print(insert.getGeneratedKeys(), told);
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, 'K', 5) RETURNING amount, order_id")) {
            insert.setLong(1, 501);
            insert.setInt(2, 501);
            print(insert.executeQuery(), told);
        }
    }

    private static void transactions(Connection connection, StringBuilder told) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            told.append(statement.executeUpdate("INSERT INTO t_order VALUES (600, 600, 'T', 1)"));
            told.append(statement.executeUpdate("INSERT INTO t_order VALUES (601, 601, 'T', 1)"));
            connection.rollback();
            print(statement.executeQuery("SELECT count(*) FROM t_order WHERE order_id >= 600"), told);
            told.append(statement.executeUpdate("INSERT INTO t_order VALUES (602, 602, 'T', 1)"));
            connection.commit();
            print(statement.executeQuery("SELECT count(*) FROM t_order WHERE order_id >= 600"), told);
            try {
                statement.executeQuery("SELECT 1/0");
            } catch (SQLException e) {
                told.append(error(e)).append('\n');
            }
            try {
                statement.executeQuery("SELECT 1");
            } catch (SQLException e) {
                told.append(error(e)).append('\n');
            }
            connection.rollback();
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            print(statement.executeQuery("SHOW transaction_isolation"), told);
            connection.commit();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        connection.setAutoCommit(true);
        connection.setReadOnly(true);
        connection.setReadOnly(false);
    }

    private static void chains(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : List.of("SELECT 1", "SELECT 1/0")) {
                for (String end : List.of("COMMIT", "ROLLBACK")) {
                    statement.execute("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY");
                    try {
                        statement.execute(each);
                    } catch (SQLException e) {
                        told.append(error(e)).append('\n');
                    }
                    statement.execute(end + " AND CHAIN");
                    print(statement.executeQuery("SHOW transaction_isolation"), told);
                    print(statement.executeQuery("SHOW transaction_read_only"), told);
                    statement.execute("ROLLBACK");
                }
            }
        }
    }

    private static void savepoints(Connection connection, StringBuilder told) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t_order VALUES (700, 700, 'S', 1)");
            Savepoint before = connection.setSavepoint("before");
            try {
                statement.executeUpdate("INSERT INTO t_order VALUES (700, 700, 'S', 1)");
            } catch (SQLException e) {
                told.append(error(e)).append('\n');
            }
            connection.rollback(before);
            Savepoint unnamed = connection.setSavepoint();
            statement.executeUpdate("INSERT INTO t_order VALUES (701, 701, 'S', 1)");
            connection.releaseSavepoint(unnamed);
            connection.commit();
            print(statement.executeQuery("SELECT order_id FROM t_order WHERE order_id >= 700 ORDER BY 1"), told);
            connection.commit();
        }
        connection.setAutoCommit(true);
    }

    private static void errors(Connection connection, StringBuilder told) {
        String[] texts = {
            "SELEC",
            "SELECT * FROM nowhere",
            "SELECT nothing FROM t_order",
            "INSERT INTO t_order VALUES (1, 1, 'again', 1)",
            "SELECT 1/0",
            "SELECT 'a'::int",
            "INSERT INTO t_order (order_id, user_id, amount) VALUES (800, 800, 99999999999)",
            "SELECT 'unterminated",
        };
        for (String text : texts) {
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                statement.execute();
            } catch (SQLException e) {
                told.append(error(e)).append('\n');
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM t_order WHERE order_id = ?")) {
            statement.setObject(1, "abc", Types.OTHER);
            statement.execute();
        } catch (SQLException e) {
            told.append(e.getSQLState()).append('\n');
        }
    }

    private static void cursors(Connection connection, StringBuilder told) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement first = connection.createStatement();
                PreparedStatement second = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE order_id < ? ORDER BY order_id DESC")) {
            first.setFetchSize(7);
            second.setFetchSize(3);
            second.setLong(1, 20);
            ResultSet one = first.executeQuery("SELECT order_id FROM t_order ORDER BY order_id");
            ResultSet other = second.executeQuery();
            int rows = 0;
            while (one.next()) {
                rows++;
                told.append(one.getLong(1)).append(' ');
                if (other.next()) {
                    told.append('(').append(other.getLong(1)).append(") ");
                }
            }
            told.append(rows).append('\n');
            first.setMaxRows(2);
            print(first.executeQuery("SELECT order_id FROM t_order ORDER BY order_id"), told);
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void several(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(
                    "SELECT 1 AS a; UPDATE t_order SET status = 'Z' WHERE order_id = 1; SELECT 2 AS b; SELECT 3");
            for (int i = 0; i < 4; i++) {
                if (rows) {
                    print(statement.getResultSet(), told);
                } else {
                    told.append(statement.getUpdateCount()).append('\n');
                }
                rows = statement.getMoreResults();
            }
        }
    }

    private static void reuse(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT status, amount FROM t_order WHERE order_id = ? AND user_id = ?")) {
            for (int i = 1; i < 30; i++) {
                query.setLong(1, i);
                query.setInt(2, i % 7);
                print(query.executeQuery(), told);
            }
        }
    }

    private static void metadata(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT v.*, 1 + 1 AS sum, 'x' FROM t_value v WHERE id = ?")) {
            ResultSetMetaData described = query.getMetaData();
            for (int i = 1; i <= described.getColumnCount(); i++) {
                told.append(described.getColumnLabel(i))
                        .append(' ')
                        .append(described.getColumnTypeName(i))
                        .append(' ')
                        .append(described.getColumnType(i))
                        .append(' ')
                        .append(described.getPrecision(i))
                        .append(' ')
                        .append(described.getScale(i))
                        .append('\n');
            }
        }
    }

    private static void parameterMetadata(Connection connection, StringBuilder told) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT 1 FROM t_value WHERE id = ? AND n = ? AND t = ? AND d = ? AND tz = ? AND u = ? AND b = ? AND c = ?")) {
            ParameterMetaData described = query.getParameterMetaData();
            for (int i = 1; i <= described.getParameterCount(); i++) {
                told.append(described.getParameterTypeName(i)).append(' ');
            }
        }
        told.append('\n');
    }

    private static void settings(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone TO 'America/New_York'");
            print(statement.executeQuery("SELECT tz::text FROM t_value WHERE id = 1"), told);
            statement.execute("RESET TimeZone");
            statement.execute("SET statement_timeout TO 10000");
            print(statement.executeQuery("SHOW statement_timeout"), told);
            statement.execute("RESET statement_timeout");
            told.append(connection.isValid(5)).append('\n');
        }
    }

    private static void largeValues(Connection connection, StringBuilder told) throws SQLException {
        byte[] large = new byte[10 * 1024 * 1024];
        new Random(7).nextBytes(large);
        try (PreparedStatement update = connection.prepareStatement("UPDATE t_value SET raw = ?, t = ? WHERE id = 1")) {
            update.setBytes(1, large);
            update.setString(2, "ä".repeat(1_000_000));
            told.append(update.executeUpdate()).append('\n');
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT raw, t FROM t_value WHERE id = 1")) {
            ResultSet rows = query.executeQuery();
            rows.next();
            told.append(Arrays.equals(rows.getBytes(1), large))
                    .append(rows.getString(2).length())
                    .append('\n');
        }
    }

    private static void repeatedParameters(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS no_such_table");
            told.append(statement.getWarnings() == null).append('\n');
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT ?::int + ?::int, ?::text || 'x'")) {
            query.setInt(1, 3);
            query.setInt(2, 4);
            query.setString(3, "$1 ? ''");
            print(query.executeQuery(), told);
        }
    }

    private static void questionOperators(Connection connection, StringBuilder told) throws SQLException {
        for (int i = 0; i < 3; i++) {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT id FROM t_value WHERE jb ?? 'b' AND id < ? AND '?' <> t ORDER BY id")) {
                query.setLong(1, 3);
                print(query.executeQuery(), told);
            }
        }
    }

    private static void enumeration(Connection connection, StringBuilder told) throws SQLException {
        for (int i = 0; i < 3; i++) {
            try (PreparedStatement query = connection.prepareStatement("SELECT ?::mood, 'sad'::mood")) {
                PGobject happy = new PGobject();
                happy.setType("mood");
                happy.setValue("happy");
                query.setObject(1, happy);
                print(query.executeQuery(), told);
            }
        }
    }

    private static void timeout(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            statement.execute("SELECT pg_sleep(20)");
        } catch (SQLException e) {
            // the library says in its own words who has cancelled
            told.append(e.getSQLState()).append('\n');
        }
        try (Statement statement = connection.createStatement()) {
            print(statement.executeQuery("SELECT 'still here'"), told);
        }
    }

    private static void drop(Connection connection, StringBuilder told) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            told.append("drop: ")
                    .append(statement.executeUpdate("DROP TABLE t_value"))
                    .append('\n');
            statement.executeUpdate("DROP TABLE t_order");
        }
    }

    // ----

    private static void print(ResultSet rows, StringBuilder told) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            for (int i = 1; i <= columns; i++) {
                Object value = rows.getObject(i);
                if (value instanceof byte[] bytes) {
                    value = Arrays.toString(bytes);
                } else if (value instanceof Array array) {
                    value = Arrays.deepToString((Object[]) array.getArray());
                }
                told.append(value).append(" | ");
            }
            told.append('\n');
        }
        rows.close();
    }
}
