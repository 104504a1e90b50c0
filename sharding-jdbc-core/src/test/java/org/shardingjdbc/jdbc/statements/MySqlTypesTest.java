package org.shardingjdbc.jdbc.statements;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/**
 * Rows that are copied by INSERT ... SELECT, or moved by an UPDATE of their sharding column, keep the values of each
 * type of MySQL, whatever the settings make its driver call the types.
 */
class MySqlTypesTest {
    private static final String NAME = "mysql_types";
    private static final String MODE = "SET SESSION sql_mode = 'ALLOW_INVALID_DATES'";
    private static final List<String> SETTINGS = List.of(
            "",
            "tinyInt1isBit=false&yearIsDateType=false",
            "transformedBitIsBoolean=true&rewriteBatchedStatements=true",
            "useServerPrepStmts=true",
            "useServerPrepStmts=true&tinyInt1isBit=false&zeroDateTimeBehavior=ROUND",
            "useCursorFetch=true&defaultFetchSize=2",
            "zeroDateTimeBehavior=CONVERT_TO_NULL&connectionTimeZone=America/New_York&preserveInstants=false",
            "emptyStringsConvertToZero=true&jdbcCompliantTruncation=false&noDatetimeStringSync=true");

    /** A column type and literals of it. */
    private record Column(String type, String... literals) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("BOOLEAN", "TRUE", "FALSE", "7", "-128"),
            new Column("TINYINT(1) UNSIGNED", "1", "0", "200"),
            new Column("TINYINT", "-128", "127"),
            new Column("TINYINT UNSIGNED", "255", "0"),
            new Column("SMALLINT", "-32768", "32767"),
            new Column("SMALLINT UNSIGNED", "65535"),
            new Column("MEDIUMINT", "-8388608", "8388607"),
            new Column("MEDIUMINT UNSIGNED", "16777215"),
            new Column("INT", "-2147483648", "2147483647"),
            new Column("INT UNSIGNED", "4294967295"),
            new Column("INT(5) ZEROFILL", "42"),
            new Column("BIGINT", "-9223372036854775808", "9223372036854775807"),
            new Column("BIGINT UNSIGNED", "18446744073709551615", "9223372036854775808", "0"),
            new Column("DECIMAL(65, 30)", "-12345678901234567890123456789012345.012345678901234567890123456789"),
            new Column("DECIMAL(12, 3) UNSIGNED", "1.5", "999999999.999"),
            new Column("FLOAT", "0.1", "1234567", "16777215", "-0e0", "-3.4028e38", "1.2345678e-30"),
            new Column("FLOAT UNSIGNED", "1234567"),
            new Column("FLOAT(7, 2)", "12345.67"),
            new Column("DOUBLE", "0.1", "-0e0", "-1.7976931348623157E308", "123456789.12345678"),
            new Column("DOUBLE UNSIGNED", "0.30000000000000004"),
            new Column("BIT(1)", "b'1'", "b'0'"),
            new Column("BIT(8)", "b'110001'", "b'1'"),
            new Column("BIT(64)", "b'1111111111111111111111111111111111111111111111111111111111111111'", "b'101'"),
            new Column("YEAR", "2024", "1901", "2155", "0", "2001", "1970"),
            new Column("DATE", "'0000-00-00'", "'2024-02-00'", "'1000-01-01'", "'9999-12-31'", "'2024-02-31'"),
            new Column("TIME", "'-838:59:59'", "'838:59:59'", "'-00:00:01'", "'00:00:00'"),
            new Column("TIME(6)", "'-838:59:58.000001'", "'24:00:00.5'", "'-00:00:00.5'"),
            new Column("DATETIME", "'0000-00-00 00:00:00'", "'2024-10-27 02:30:00'", "'1000-01-01 00:00:00'"),
            new Column("DATETIME(6)", "'2024-03-31 02:30:00.123456'", "'9999-12-31 23:59:59.999999'"),
            new Column("TIMESTAMP NULL", "'0000-00-00 00:00:00'", "'2024-03-10 02:30:00'"),
            new Column("TIMESTAMP(6) NULL", "'2024-06-30 02:30:00.123456'", "'2038-01-19 03:14:07.999999'"),
            new Column("CHAR(5)", "'a'", "'abcde'", "''"),
            new Column("CHAR(5) CHARACTER SET latin1", "'ä'"),
            new Column("VARCHAR(50)", "'a '", "''", "'Ä😀''\\\\'", "'%_'"),
            new Column("VARCHAR(50) CHARACTER SET utf16", "'ä😀'"),
            new Column("NVARCHAR(20)", "'ä'"),
            new Column("TINYTEXT", "'x'"),
            new Column("MEDIUMTEXT", "'\\n\\t\\0'"),
            new Column("LONGTEXT", "REPEAT('ä', 3000)"),
            new Column("BINARY(3)", "X'000102'", "X'61'"),
            new Column("VARBINARY(50)", "X''", "X'00FF275C'"),
            new Column("TINYBLOB", "X'ff'"),
            new Column("LONGBLOB", "X''", "REPEAT(X'00FF', 3000)"),
            new Column("ENUM('small', 'Large', '2')", "'small'", "'Large'", "'2'"),
            new Column("SET('a', 'b', 'c')", "'a,c'", "''"),
            new Column("JSON", "'{\"a\": [1,  \"x\", null]}'", "'null'", "'\"text\"'", "'1.0'"),
            new Column("GEOMETRY", "ST_GeomFromText('LINESTRING(0 0,1 1)')"),
            new Column("POINT", "POINT(1.5, -2)"));

    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_all:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                t_copy:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_3}}
              shardingAlgorithms:
                mod_3: {type: MOD, props: {sharding-count: 3}}
                mod_4: {type: MOD, props: {sharding-count: 4}}
            """;

    static Stream<Arguments> servers() {
        return SETTINGS.stream().flatMap(each -> Stream.of(Arguments.of("8", each), Arguments.of("5.7", each)));
    }

    private static TestServer server(String version) {
        return version.equals("8") ? TestServer.of(DatabaseKind.MYSQL) : TestServer.mySql57();
    }

    private static ShardingDataSource create(TestServer server, String settings) throws Exception {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            String url = server.createDatabase(NAME + "_" + i);
            String separator = url.contains("?") ? "&" : "?";
            yaml.append("  ds_%d: {jdbcUrl: \"%s\", username: \"%s\", password: \"%s\", connectionInitSql: \"%s\"}\n"
                    .formatted(i, url + separator + settings, server.user(), server.password(), MODE));
        }
        byte[] text = yaml.append(RULES).toString().getBytes(StandardCharsets.UTF_8);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(text));
    }

    private static void fill(PlainAndSharded both) {
        StringBuilder columns = new StringBuilder();
        int rows = 0;
        for (int i = 0; i < COLUMNS.size(); i++) {
            columns.append(", c").append(i).append(' ').append(COLUMNS.get(i).type());
            rows = Math.max(rows, COLUMNS.get(i).literals().length);
        }
        both.setUp(
                "CREATE TABLE t_all (id INT PRIMARY KEY" + columns + ")",
                "CREATE TABLE t_copy (id INT PRIMARY KEY" + columns + ")",
                "INSERT INTO t_all (id) VALUES (100)");
        for (int row = 0; row < rows; row++) {
            StringBuilder insert = new StringBuilder("INSERT INTO t_all VALUES (" + row);
            for (Column column : COLUMNS) {
                insert.append(", ").append(column.literals()[row % column.literals().length]);
            }
            both.setUp(insert.append(")").toString());
        }
    }

    /** The values as the database itself has them. */
    private static void compare(PlainAndSharded both, String table) {
        for (int i = 0; i < COLUMNS.size(); i++) {
            String type = COLUMNS.get(i).type();
            // MySQL cuts the text of a number off where it keeps the rows for a cursor.
            boolean approximate = type.startsWith("FLOAT") || type.startsWith("DOUBLE");
            String value = (approximate ? "c%d * 1e0" : "HEX(CAST(c%d AS BINARY))").formatted(i);
            both.query("SELECT id, " + value + " FROM " + table)
                    .bag()
                    .anyTypes()
                    .agree();
        }
    }

    private static void setMode(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(MODE);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void valuesStayWhatTheyAre(String version, String settings) throws Exception {
        TestServer server = server(version);
        server.createDatabase(NAME);
        try (ShardingDataSource sharded = create(server, settings);
                PlainAndSharded both = new PlainAndSharded(server.dataSource(NAME), sharded)) {
            setMode(both.plain());
            fill(both);
            compare(both, "t_all");
            both.update("INSERT INTO t_copy SELECT * FROM t_all").agree();
            compare(both, "t_copy");
            both.update("UPDATE t_all SET id = id + 1001").agree();
            compare(both, "t_all");
            both.update("DELETE FROM t_copy WHERE id = 100").agree();
            both.update("UPDATE t_copy SET id = ? WHERE id = ?", 1000, 1).agree();
            compare(both, "t_copy");
        }
    }

    @Test
    void roundedFloatsAreRefused() throws Exception {
        TestServer server = server("8");
        server.createDatabase(NAME);
        try (ShardingDataSource sharded = create(server, "");
                PlainAndSharded both = new PlainAndSharded(server.dataSource(NAME), sharded)) {
            setMode(both.plain());
            fill(both);
            both.query("INSERT INTO t_copy (id, c33) SELECT id, c15 FROM t_all").isRefused("SHD-2216");
            both.query("INSERT INTO t_copy (id, c15) SELECT id, c15 FROM t_all UNION SELECT id, c15 FROM t_all")
                    .isRefused("SHD-2216");
            both.update("INSERT INTO t_copy (c15, id) SELECT x.c15 AS f, x.id FROM t_all x ORDER BY f")
                    .agree();
            compare(both, "t_copy");
        }
    }
}
