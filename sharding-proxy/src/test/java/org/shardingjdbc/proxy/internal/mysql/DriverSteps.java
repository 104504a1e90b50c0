package org.shardingjdbc.proxy.internal.mysql;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What a client does and sees, as lines of text: the same steps on a plain server and through the proxy are to give the
 * same lines. A step that fails is a line as well.
 */
final class DriverSteps {
    static final String TYPES =
            "id BIGINT NOT NULL, shard BIGINT NOT NULL, i1 TINYINT, i1u TINYINT UNSIGNED, i2 SMALLINT,"
                    + " i3 MEDIUMINT, i4 INT, i4u INT UNSIGNED, i8 BIGINT, i8u BIGINT UNSIGNED, bool1 TINYINT(1), f4 FLOAT,"
                    + " f8 DOUBLE, dec1 DECIMAL(30, 10), da DATE, dt DATETIME, dt6 DATETIME(6), ts TIMESTAMP NULL,"
                    + " ti TIME, ti3 TIME(3), ye YEAR, bit1 BIT(1), bit20 BIT(20), ch CHAR(10), vc VARCHAR(100), bi BINARY(4),"
                    + " vb VARBINARY(100), tx TEXT, bl LONGBLOB, en ENUM('a', 'b'), se SET('x', 'y'), js JSON,"
                    + " PRIMARY KEY (id, shard)";

    private final List<String> lines = new ArrayList<>();
    private final Connection connection;
    private final int blobBytes;

    DriverSteps(Connection connection, int blobBytes) {
        this.connection = connection;
        this.blobBytes = blobBytes;
    }

    /** What a step does. */
    private interface Step {
        void run() throws SQLException;
    }

    List<String> run() throws SQLException {
        definitions();
        literals();
        values();
        extremes();
        nullsAndTexts();
        bytes();
        writes();
        transactions();
        errors();
        prepared();
        batches();
        session();
        return lines;
    }

    private void step(String title, Step step) {
        lines.add("== " + title);
        try {
            step.run();
        } catch (BatchUpdateException e) {
            lines.add("counts " + Arrays.toString(e.getUpdateCounts()));
            fail(e);
        } catch (SQLException e) {
            fail(e);
        }
    }

    private void fail(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int place = message.indexOf(" (data source ");
        message = place < 0 ? message : message.substring(0, place);
        if (message.startsWith("(conn=")) {
            message = message.substring(message.indexOf(") ") + 2);
        }
        lines.add("error " + e.getErrorCode() + ' ' + e.getSQLState() + ' ' + logic(message));
    }

    /** Messages of the databases have their own names in them. */
    private String logic(String message) {
        return message.replace("_0.", ".")
                .replace("_1.", ".")
                .replace("_0`", "`")
                .replace("_1`", "`")
                .replace("t_value_0", "t_value")
                .replace("t_value_1", "t_value");
    }

    // ---- what is seen

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            show(statement, rows);
        }
    }

    private void show(Statement statement, boolean startsWithRows) throws SQLException {
        boolean rows = startsWithRows;
        while (rows || statement.getUpdateCount() >= 0) {
            if (rows) {
                show(statement.getResultSet());
            } else {
                lines.add("count " + statement.getUpdateCount());
            }
            rows = statement.getMoreResults();
        }
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            lines.add("warning " + each.getErrorCode() + ' ' + logic(String.valueOf(each.getMessage())));
        }
    }

    private void show(ResultSet rows) throws SQLException {
        try (rows) {
            ResultSetMetaData described = rows.getMetaData();
            for (int i = 1; i <= described.getColumnCount(); i++) {
                lines.add("column " + described.getColumnLabel(i) + ' ' + described.getColumnName(i) + ' '
                        + described.getTableName(i) + ' ' + typeName(described, i) + ' '
                        + described.getColumnType(i) + ' ' + described.getPrecision(i) + ' ' + described.getScale(i)
                        + ' ' + described.isNullable(i) + ' ' + described.isSigned(i));
            }
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= described.getColumnCount(); i++) {
                    Object value = rows.getObject(i);
                    row.add(
                            value instanceof byte[] bytes
                                    ? HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 40))
                                    : value + "|" + rows.getString(i));
                }
                lines.add("row " + row);
            }
        }
    }

    /** MariaDB stores JSON as texts, and tells only drivers of its own that they are some. */
    private static String typeName(ResultSetMetaData described, int column) throws SQLException {
        String name = described.getColumnTypeName(column);
        return name.equals("JSON") ? "LONGTEXT" : name;
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- steps

    private void definitions() {
        step("create", () -> execute("CREATE TABLE t_value (" + TYPES + ")"));
        step("create again", () -> execute("CREATE TABLE t_value (id BIGINT)"));
        step("table", () -> execute("CREATE TABLE t_key (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))"));
    }

    private void literals() {
        step("one", () -> execute("SELECT 1"));
        step("literals", () -> execute("SELECT 1.50, 'a', NULL, TRUE, 1e10, -5 AS minus, '' AS nothing"));
        step("functions", () -> execute("SELECT CONCAT('a', 1), 7 / 2, 7 DIV 2, ABS(-3), LENGTH('ü')"));
        step(
                "casts",
                () -> execute(
                        "SELECT CAST('2024-02-29' AS DATE), CAST('12:00:01' AS TIME),"
                                + " CAST('2024-02-29 10:00:00' AS DATETIME), CAST(5 AS UNSIGNED), CAST('1.5' AS DECIMAL(10, 3))"));
        step("warning", () -> execute("SELECT CAST('abc' AS UNSIGNED)"));
        step("version", () -> execute("SELECT @@version_comment, @@autocommit"));
    }

    private void values() {
        step(
                "insert",
                () -> execute("INSERT INTO t_value VALUES (1, 1, -128, 255, -32768, -8388608, -2147483648, 4294967295,"
                        + " -9223372036854775808, 18446744073709551615, 1, 1.5, 1.25e-5, 12345678901234567890.0123456789,"
                        + " '2024-02-29', '2024-02-29 23:59:58', '2024-02-29 23:59:58.000001', '2024-02-29 01:02:03',"
                        + " '-838:59:59', '100:00:00.123', 2024, b'1', b'11111111111111111111', 'char', 'vär🙂', x'00ff0041',"
                        + " x'', 'text', x'0001', 'a', 'x,y', '{\"a\": [1, 2]}')"));
        step("text rows", () -> execute("SELECT * FROM t_value WHERE id = 1 AND shard = 1"));
        step("prepared rows", () -> prepared("SELECT * FROM t_value WHERE id = ? AND shard = ?", 1L, 1L));
        step("getters", () -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM t_value WHERE id = 1 AND shard = 1")) {
                rows.next();
                lines.add(rows.getInt("i4") + " " + rows.getLong("i8") + ' ' + rows.getBigDecimal("i8u") + ' '
                        + rows.getDouble("f8") + ' ' + rows.getFloat("f4") + ' ' + rows.getBigDecimal("dec1") + ' '
                        + rows.getDate("da") + ' ' + rows.getTimestamp("dt6") + ' ' + rows.getBoolean("bool1") + ' '
                        + rows.getObject("dt", LocalDateTime.class) + ' ' + rows.getObject("da", LocalDate.class));
            }
        });
    }

    private void extremes() {
        step("parameters", () -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_value (id, shard, i1, i2, i4, i8, i8u, f4, f8, dec1, da, dt6, ti, bool1, vc, vb, tx, js)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                insert.setLong(1, 2);
                insert.setLong(2, 2);
                insert.setByte(3, (byte) -7);
                insert.setShort(4, (short) 300);
                insert.setInt(5, Integer.MAX_VALUE);
                insert.setLong(6, Long.MIN_VALUE);
                insert.setBigDecimal(7, new BigDecimal(new BigInteger("18446744073709551615")));
                insert.setFloat(8, 3.25f);
                insert.setDouble(9, -1.7976931348623157e308);
                insert.setBigDecimal(10, new BigDecimal("-0.0000000001"));
                insert.setDate(11, Date.valueOf("1000-01-01"));
                insert.setObject(12, LocalDateTime.of(2024, 12, 31, 23, 59, 59, 999_999_000));
                insert.setString(13, "23:59:59");
                insert.setBoolean(14, true);
                insert.setString(15, "it's \"quoted\" \\ and ünïcode 漢字 🙂");
                insert.setBytes(16, new byte[] {0, 39, 34, 92, 26, 10, 13, (byte) 0xff, (byte) 0xc3, 40});
                insert.setString(17, "line\nbreak\r\ttab\0zero");
                insert.setString(18, "{\"k\": \"v\"}");
                lines.add("count " + insert.executeUpdate());
            }
        });
        step("parameters read", () -> execute("SELECT * FROM t_value WHERE id = 2 AND shard = 2"));
        step("parameters read prepared", () -> prepared("SELECT * FROM t_value WHERE shard = ? ORDER BY id", 2));
        step("by text", () -> prepared("SELECT id FROM t_value WHERE vc = ?", "it's \"quoted\" \\ and ünïcode 漢字 🙂"));
        step(
                "by bytes",
                () -> prepared("SELECT id FROM t_value WHERE vb = ?", (Object)
                        new byte[] {0, 39, 34, 92, 26, 10, 13, (byte) 0xff, (byte) 0xc3, 40}));
        step("by decimal", () -> prepared("SELECT id FROM t_value WHERE dec1 = ?", new BigDecimal("-0.0000000001")));
        step(
                "by time",
                () -> prepared(
                        "SELECT id FROM t_value WHERE dt6 = ?",
                        LocalDateTime.of(2024, 12, 31, 23, 59, 59, 999_999_000)));
    }

    private void prepared(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            show(statement, statement.execute());
        }
    }

    private void nullsAndTexts() {
        step("nulls", () -> execute("INSERT INTO t_value (id, shard) VALUES (3, 3)"));
        step("nulls read", () -> execute("SELECT * FROM t_value WHERE shard = 3"));
        step("nulls read prepared", () -> prepared("SELECT * FROM t_value WHERE shard = ?", 3));
        step("null parameter", () -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE t_value SET vc = ?, i4 = ? WHERE shard = ?")) {
                update.setNull(1, Types.VARCHAR);
                update.setNull(2, Types.INTEGER);
                update.setLong(3, 2);
                lines.add("count " + update.executeUpdate());
            }
        });
        step("empty", () -> prepared("UPDATE t_value SET vc = ?, tx = ? WHERE shard = ?", "", "", 3));
        step("empty read", () -> execute("SELECT vc, tx, vc IS NULL FROM t_value WHERE shard = 3"));
        step("empty result", () -> execute("SELECT id, vc FROM t_value WHERE shard = 99"));
        step("empty result prepared", () -> prepared("SELECT id, vc FROM t_value WHERE shard = ?", 99));
    }

    private void bytes() {
        byte[] large = new byte[blobBytes];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 + (i >>> 8));
        }
        step("large", () -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_value (id, shard, bl) VALUES (?, ?, ?)")) {
                insert.setLong(1, 4);
                insert.setLong(2, 4);
                insert.setBytes(3, large);
                lines.add("count " + insert.executeUpdate());
            }
        });
        step("stream", () -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_value (id, shard, bl, tx) VALUES (?, ?, ?, ?)")) {
                insert.setLong(1, 5);
                insert.setLong(2, 5);
                insert.setBinaryStream(3, new ByteArrayInputStream("a stream".getBytes(StandardCharsets.UTF_8)));
                insert.setString(4, "ü".repeat(10_000));
                lines.add("count " + insert.executeUpdate());
            }
        });
        for (String sql : List.of(
                "SELECT bl FROM t_value WHERE shard = 4",
                "SELECT bl FROM t_value WHERE shard = 5",
                "SELECT tx FROM t_value WHERE shard = 5")) {
            step("large read " + sql, () -> {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(sql)) {
                    while (rows.next()) {
                        lines.add(digest(rows.getBytes(1)));
                    }
                }
            });
        }
        step("large read prepared", () -> {
            try (PreparedStatement read = connection.prepareStatement("SELECT bl FROM t_value WHERE shard = ?")) {
                read.setLong(1, 4);
                try (ResultSet rows = read.executeQuery()) {
                    rows.next();
                    lines.add(digest(rows.getBytes(1)));
                }
            }
        });
        step("drop large", () -> execute("DELETE FROM t_value WHERE shard IN (4, 5)"));
    }

    private void writes() {
        step(
                "several rows",
                () -> execute("INSERT INTO t_value (id, shard, i4) VALUES (10, 10, 1), (11, 11, 2), (12, 12, 3)"));
        step("update", () -> execute("UPDATE t_value SET i4 = i4 + 1 WHERE id >= 10"));
        step("delete", () -> execute("DELETE FROM t_value WHERE id = 12"));
        step("aggregate", () -> execute("SELECT COUNT(*), SUM(i4), MIN(id), MAX(id), AVG(i4) FROM t_value"));
        step("group", () -> execute("SELECT i4, COUNT(*) AS c FROM t_value GROUP BY i4 ORDER BY i4"));
        step("order", () -> execute("SELECT id, i4 FROM t_value ORDER BY id DESC LIMIT 2 OFFSET 1"));
        step("keys", () -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_key (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                for (String name : List.of("a", "b")) {
                    insert.setString(1, name);
                    insert.executeUpdate();
                    show(insert.getGeneratedKeys());
                }
            }
        });
        step("last key", () -> execute("SELECT LAST_INSERT_ID()"));
        step("replace", () -> execute("REPLACE INTO t_key (id, name) VALUES (1, 'c')"));
        step(
                "upsert",
                () -> execute("INSERT INTO t_key (id, name) VALUES (1, 'd') ON DUPLICATE KEY UPDATE name = 'e'"));
        step("ignore", () -> execute("INSERT IGNORE INTO t_key (id, name) VALUES (1, 'd')"));
    }

    private void transactions() {
        step("commit", () -> {
            connection.setAutoCommit(false);
            execute("INSERT INTO t_value (id, shard) VALUES (20, 20)");
            connection.commit();
        });
        step("rollback", () -> {
            execute("INSERT INTO t_value (id, shard) VALUES (21, 21)");
            execute("SELECT COUNT(*) FROM t_value");
            connection.rollback();
        });
        step("savepoint", () -> {
            execute("INSERT INTO t_value (id, shard) VALUES (22, 22)");
            Savepoint point = connection.setSavepoint("here");
            execute("INSERT INTO t_value (id, shard) VALUES (23, 23)");
            connection.rollback(point);
            execute("SELECT id FROM t_value WHERE id > 20 ORDER BY id");
            connection.commit();
        });
        step("error within", () -> {
            execute("INSERT INTO t_value (id, shard) VALUES (24, 24)");
            execute("INSERT INTO t_value (id, shard) VALUES (1, 1)");
        });
        step("after the error", () -> {
            execute("SELECT COUNT(*) FROM t_value WHERE id = 24");
            connection.rollback();
            connection.setAutoCommit(true);
        });
        step("begin by text", () -> {
            execute("START TRANSACTION");
            execute("DELETE FROM t_value WHERE id = 20");
            execute("ROLLBACK");
            execute("SELECT id FROM t_value WHERE id = 20");
        });
        step("isolation", () -> {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            lines.add("isolation " + connection.getTransactionIsolation());
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        });
    }

    private void errors() {
        step("syntax", () -> execute("SELEC 1"));
        step("column", () -> execute("SELECT nope FROM t_value"));
        step("duplicate", () -> execute("INSERT INTO t_value (id, shard) VALUES (1, 1)"));
        step("too long", () -> execute("INSERT INTO t_value (id, shard, ch) VALUES (30, 30, 'much longer than ten')"));

        step("range", () -> execute("UPDATE t_value SET i1 = 1000 WHERE id = 1"));
        step("date", () -> execute("UPDATE t_value SET da = '2024-02-30' WHERE id = 1"));
        step("function", () -> execute("SELECT no_such_function(1)"));
        step("empty text", () -> execute(""));
        step("prepared syntax", () -> prepared("SELEC ?", 1));
        step("still there", () -> execute("SELECT 2"));
    }

    private void prepared() {
        step("reuse", () -> {
            try (PreparedStatement read =
                    connection.prepareStatement("SELECT id, i4 FROM t_value WHERE id = ? AND shard = ?")) {
                for (long id : new long[] {1, 10, 11, 99}) {
                    read.setLong(1, id);
                    read.setLong(2, id);
                    show(read.executeQuery());
                }
            }
        });
        step("several at once", () -> {
            try (PreparedStatement one = connection.prepareStatement("SELECT id FROM t_value WHERE id = ?");
                    PreparedStatement two = connection.prepareStatement("SELECT id FROM t_value WHERE vc = ?")) {
                one.setInt(1, 4);
                two.setString(1, "y");
                show(one.executeQuery());
                show(two.executeQuery());
                one.setInt(1, 5);
                show(one.executeQuery());
            }
        });
        step("in", () -> prepared("SELECT id FROM t_value WHERE id IN (?, ?, ?) ORDER BY id", 1, 10, 11));
        step("limit", () -> prepared("SELECT id FROM t_value ORDER BY id LIMIT ?", 2));
        step("prepared twice", () -> {
            for (int i = 0; i < 2; i++) {
                prepared("SELECT COUNT(*) FROM t_value WHERE shard = ?", 10);
            }
        });
    }

    private void batches() {
        step("batch", () -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_value (id, shard, vc) VALUES (?, ?, ?)")) {
                for (int i = 100; i < 110; i++) {
                    insert.setLong(1, i);
                    insert.setLong(2, i);
                    insert.setString(3, "row " + i);
                    insert.addBatch();
                }
                lines.add("counts " + insert.executeBatch().length);
            }
        });
        step("batch read", () -> execute("SELECT COUNT(*), MIN(vc), MAX(vc) FROM t_value WHERE id >= 100"));
        step("batch of texts", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("UPDATE t_value SET vc = 'x' WHERE id = 100");
                statement.addBatch("DELETE FROM t_value WHERE id = 101");
                lines.add("counts " + Arrays.toString(statement.executeBatch()));
            }
        });
        step("fetch size", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(3);
                show(statement.executeQuery("SELECT id FROM t_value WHERE id >= 100 ORDER BY id"));
            }
        });
        step("max rows", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.setMaxRows(2);
                int count = 0;
                try (ResultSet rows = statement.executeQuery("SELECT id FROM t_value WHERE id >= 100")) {
                    while (rows.next()) {
                        count++;
                    }
                }
                lines.add("rows " + count);
            }
        });
    }

    private void session() {
        step("valid", () -> lines.add("valid " + connection.isValid(5)));
        step("set", () -> {
            execute("SET @a = 5");
            execute("SELECT @a");
        });
        step("time zone", () -> {
            execute("SET time_zone = '+03:00'");
            execute("SELECT @@time_zone");
            execute("SET time_zone = 'SYSTEM'");
        });
        step("names", () -> {
            execute("SET NAMES utf8mb4");
            execute("SELECT 'ü漢🙂'");
        });
        step("catalog", () -> lines.add("catalog " + (connection.getCatalog() != null)));
        step("tables", () -> {
            List<String> names = new ArrayList<>();
            try (ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), null, "t_val%", null)) {
                while (tables.next()) {
                    names.add(tables.getString("TABLE_NAME"));
                }
            }
            lines.add("tables " + names);
        });
        step("columns", () -> {
            try (ResultSet columns =
                    connection.getMetaData().getColumns(connection.getCatalog(), null, "t_value", "i%")) {
                while (columns.next()) {
                    lines.add(columns.getString("COLUMN_NAME") + ' ' + columns.getString("TYPE_NAME"));
                }
            }
        });
        step("clean", () -> {
            execute("DROP TABLE t_value");
            execute("DROP TABLE t_key");
        });
    }
}
