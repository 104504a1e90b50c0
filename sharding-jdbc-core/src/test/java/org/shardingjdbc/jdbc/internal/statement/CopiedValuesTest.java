package org.shardingjdbc.jdbc.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.step.StepsRunner;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Values that are pulled into a temporary table are there what they were: of every type, the extreme ones too. */
class CopiedValuesTest {
    private static final String NAME = "copied_values";
    private static final String OTHER = "copied_values_2";

    /** A column type and literals of it. */
    private record Column(String type, List<String> literals) {
        static Column of(String type, String... literals) {
            return new Column(type, List.of(literals));
        }
    }

    private static List<Column> columns(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> h2();
            case POSTGRESQL -> postgreSql();
            case MARIADB -> mariaDb();
            case MYSQL -> mySql();
        };
    }

    private static List<Column> h2() {
        return List.of(
                Column.of("BOOLEAN", "TRUE", "FALSE"),
                Column.of("TINYINT", "-128", "127"),
                Column.of("SMALLINT", "-32768", "32767"),
                Column.of("INT", "-2147483648", "2147483647"),
                Column.of("BIGINT", "-9223372036854775808", "9223372036854775807"),
                Column.of("NUMERIC(40, 10)", "-123456789012345678901234567890.0123456789", "0", "1.5"),
                Column.of("DECFLOAT(30)", "1E+400", "-1.50", "'NaN'", "'-Infinity'"),
                Column.of("REAL", "0.1", "-3.4028235E38", "1.17549435E-38", "'NaN'", "'Infinity'"),
                Column.of("DOUBLE PRECISION", "0.1", "-1.7976931348623157E308", "4.9E-324", "'NaN'", "'-Infinity'"),
                Column.of("CHAR(5)", "'a'", "'abcde'", "''"),
                Column.of("VARCHAR(50)", "'a '", "''", "'Ä😀''\\'", "' x'"),
                Column.of("VARCHAR_IGNORECASE(50)", "'aB'", "'Ab '"),
                Column.of("CLOB", "'long'", "''", "REPEAT('ä', 20000)"),
                Column.of("BINARY(3)", "X'000102'", "X'FFFEFD'"),
                Column.of("VARBINARY(50)", "X''", "X'00FF'"),
                Column.of("BLOB", "X''", "X'00FF0A'"),
                Column.of("DATE", "DATE '-0044-03-15'", "DATE '1582-10-10'", "DATE '9999-12-31'", "DATE '1-1-1'"),
                Column.of("TIME(9)", "TIME '23:59:59.999999999'", "TIME '00:00:00'", "TIME '02:30:00.1'"),
                Column.of("TIME(6) WITH TIME ZONE", "'10:00:00.123456+14:00'", "'23:59:59.999999-18:00'"),
                Column.of(
                        "TIMESTAMP(9)",
                        "TIMESTAMP '2024-03-31 02:30:00.123456789'",
                        "TIMESTAMP '2024-10-27 02:30:00'",
                        "TIMESTAMP '-0044-03-15 01:02:03'",
                        "TIMESTAMP '1582-10-10 00:00:00'"),
                Column.of(
                        "TIMESTAMP(9) WITH TIME ZONE",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:30:00.123456789+05:45'",
                        "TIMESTAMP WITH TIME ZONE '0001-01-01 00:00:00-12:00'"),
                Column.of("INTERVAL YEAR TO MONTH", "INTERVAL '-3-7' YEAR TO MONTH"),
                Column.of("INTERVAL DAY TO SECOND(9)", "INTERVAL '-5 23:59:59.123456789' DAY TO SECOND"),
                Column.of("UUID", "'12345678-1234-1234-1234-123456789abc'"),
                Column.of("JSON", "JSON '{\"a\": [1, \"x\", null]}'", "JSON '\"text\"'", "JSON 'null'"),
                Column.of("ENUM('small', 'Large')", "'small'", "'Large'"),
                Column.of("INT ARRAY[5]", "ARRAY[1, NULL, 3]", "ARRAY[]"),
                Column.of("VARCHAR(20) ARRAY", "ARRAY['a', 'b ', NULL]"),
                Column.of("DATE ARRAY", "ARRAY[DATE '1582-10-10']"),
                Column.of("GEOMETRY", "'SRID=4326;POINT (1 2)'", "'LINESTRING (0 0, 1 1)'"));
    }

    private static List<Column> postgreSql() {
        return List.of(
                Column.of("boolean", "true", "false"),
                Column.of("smallint", "-32768", "32767"),
                Column.of("integer", "-2147483648", "2147483647"),
                Column.of("bigint", "-9223372036854775808", "9223372036854775807"),
                Column.of("numeric", "1e400", "-1.50", "'NaN'", "'Infinity'", "0.00"),
                Column.of("numeric(12, 3)", "-123456789.012", "0"),
                Column.of("real", "0.1", "'-3.4028235e38'", "'1e-45'", "'NaN'", "'-0'"),
                Column.of("double precision", "0.1", "'1.7976931348623157e308'", "'5e-324'", "'-Infinity'", "'-0'"),
                Column.of("money", "'-12.34'", "92233720368547758.07"),
                Column.of("char(5)", "'a'", "'abcde'", "''"),
                Column.of("varchar(50)", "'a '", "''", "E'\\u00e4\\t\\\\''\"'", "'NULL'"),
                Column.of("varchar(9) COLLATE \"C\"", "'a'", "'B'"),
                Column.of("text", "repeat('ä', 20000)", "'{}'", "E'a\\nb'"),
                Column.of("name", "'n'"),
                Column.of("\"char\"", "'c'"),
                Column.of("bytea", "'\\x'", "'\\x00ff5c27'"),
                Column.of("date", "'0044-03-15 BC'", "'infinity'", "'-infinity'", "'1582-10-10'", "'5874897-12-31'"),
                Column.of("time", "'24:00:00'", "'23:59:59.999999'", "'00:00'"),
                Column.of("timetz", "'24:00:00-15:59'", "'02:30:00.1+05:45'"),
                Column.of("timestamp", "'2024-03-31 02:30:00.123456'", "'infinity'", "'0044-03-15 01:02:03 BC'"),
                Column.of("timestamp(2)", "'2024-10-27 02:30:00.12'"),
                Column.of("timestamptz", "'2024-10-27 00:30:00.123456+00'", "'-infinity'", "'0001-01-01 00:00:00+00'"),
                Column.of("interval", "'-3 years 2 mons -4 days 23:59:59.999999'", "'0'", "'178000000 years'"),
                Column.of("uuid", "'12345678-1234-1234-1234-123456789abc'"),
                Column.of("json", "'{\"a\": 1,  \"a\": 2}'", "'null'"),
                Column.of("jsonb", "'{\"b\": [1.50, null], \"a\": \"x\"}'"),
                Column.of("xml", "'<a>x</a>'"),
                Column.of("bit(3)", "B'101'"),
                Column.of("bit(1)", "B'1'", "B'0'"),
                Column.of("varbit", "B''", "B'0101'"),
                Column.of("inet", "'10.0.0.1/8'", "'::1'"),
                Column.of("cidr", "'10.0.0.0/8'"),
                Column.of("macaddr", "'08:00:2b:01:02:03'"),
                Column.of("point", "'(1.5,-2)'"),
                Column.of("box", "'((0,0),(1,1))'"),
                Column.of("path", "'[(0,0),(1,1)]'"),
                Column.of("circle", "'<(0,0),1>'"),
                Column.of("int[]", "'{1,NULL,3}'", "'{}'", "'{{1,2},{3,4}}'", "'[0:1]={7,8}'"),
                Column.of("text[]", "ARRAY['a', 'b,\"c\"', NULL, 'NULL', '']"),
                Column.of("timestamptz[]", "ARRAY['2024-03-31 01:30:00+00'::timestamptz]"),
                Column.of("bytea[]", "ARRAY['\\x00ff'::bytea]"),
                Column.of("int4range", "'[1,5)'", "'empty'"),
                Column.of("tsvector", "'a:1 b:2'"),
                Column.of("tsquery", "'a & b'"),
                Column.of("oid", "4294967295"),
                Column.of("t_mood", "'sad'", "'very happy'"),
                Column.of("t_pair", "ROW(1, 'a,b')", "ROW(NULL, '')"),
                Column.of("t_small", "5"));
    }

    private static List<Column> mariaDb() {
        List<Column> columns = new ArrayList<>(mySqlAndMariaDb());
        columns.add(Column.of("UUID", "'12345678-1234-1234-1234-123456789abc'"));
        columns.add(Column.of("INET6", "'::1'", "'10.0.0.1'"));
        return columns;
    }

    private static List<Column> mySql() {
        List<Column> columns = new ArrayList<>(mySqlAndMariaDb());
        columns.add(Column.of("NVARCHAR(9) COLLATE utf8_bin", "'Ä'"));
        columns.add(Column.of("VARCHAR(9) COLLATE utf8mb4_0900_as_cs", "'Ä'", "'A'"));
        columns.add(Column.of("MULTIPOINT", "MultiPoint(Point(1, 1), Point(2, 2))"));
        return columns;
    }

    private static List<Column> mySqlAndMariaDb() {
        return List.of(
                Column.of("BOOLEAN", "TRUE", "FALSE", "7"),
                Column.of("TINYINT", "-128", "127"),
                Column.of("TINYINT UNSIGNED", "255"),
                Column.of("SMALLINT", "-32768", "32767"),
                Column.of("MEDIUMINT UNSIGNED", "16777215"),
                Column.of("INT", "-2147483648", "2147483647"),
                Column.of("INT(5) ZEROFILL", "42"),
                Column.of("BIGINT", "-9223372036854775808", "9223372036854775807"),
                Column.of("BIGINT UNSIGNED", "18446744073709551615", "0"),
                Column.of(
                        "DECIMAL(65, 30)", "-12345678901234567890123456789012345.012345678901234567890123456789", "0"),
                Column.of("DECIMAL(12, 3)", "1.5"),
                Column.of("DOUBLE", "0.1", "-1.7976931348623157E308", "4.9E-324", "123456789.12345678"),
                Column.of("BIT(1)", "b'1'", "b'0'"),
                Column.of("BIT(64)", "b'1111111111111111111111111111111111111111111111111111111111111111'", "b'101'"),
                Column.of("CHAR(5)", "'a'", "'abcde'", "''"),
                Column.of("CHAR(5) CHARACTER SET latin1", "'ä'"),
                Column.of("VARCHAR(50)", "'a '", "''", "'Ä😀''\\\\'", "' x'"),
                Column.of("VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "'aB'", "'Ab '"),
                Column.of("LONGTEXT", "'long'", "REPEAT('ä', 20000)"),
                Column.of("BINARY(3)", "X'000102'", "X'61'"),
                Column.of("VARBINARY(50)", "X''", "X'00FF275C'"),
                Column.of("LONGBLOB", "X''", "REPEAT(X'00FF', 20000)"),
                Column.of("DATE", "'0000-00-00'", "'2024-02-00'", "'0001-01-01'", "'9999-12-31'"),
                Column.of("TIME(6)", "'-838:59:58.999999'", "'838:59:58.999999'", "'00:00:00'", "'-00:00:01'"),
                Column.of(
                        "DATETIME(6)",
                        "'0000-00-00 00:00:00'",
                        "'2024-03-31 02:30:00.123456'",
                        "'9999-12-31 23:59:59.999999'"),
                Column.of("DATETIME", "'2024-10-27 02:30:00'"),
                Column.of("TIMESTAMP(6) NULL", "'0000-00-00 00:00:00'", "'2024-06-30 02:30:00.123456'"),
                Column.of("YEAR", "0", "1901", "2155"),
                Column.of("ENUM('small', 'Large', '')", "'small'", "'Large'", "''"),
                Column.of("SET('a', 'b', 'c')", "'a,c'", "''"),
                Column.of("JSON", "'{\"a\": [1,  \"x\", null]}'", "'null'"),
                Column.of("GEOMETRY", "ST_GeomFromText('POINT(1 2)', 4326)", "ST_GeomFromText('LINESTRING(0 0,1 1)')"),
                Column.of("POINT", "POINT(1.5, -2)"));
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void ofEveryType(DatabaseKind kind) throws SQLException, IOException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(NAME);
        server.createDatabase(OTHER);
        fill(kind, server);
        prepareOther(kind, server);
        try (ShardingDataSource dataSource = open(server);
                Connection connection = dataSource.getConnection();
                Connection raw = server.dataSource(NAME).getConnection()) {
            List<String> before = describe(raw, "SELECT * FROM t_all ORDER BY id");
            assertThat(pulled(connection, 0, "SELECT * FROM shd_leaf_0 ORDER BY id"))
                    .isEqualTo(before);
            assertThat(pulled(connection, 1, "SELECT * FROM shd_leaf_0 ORDER BY id"))
                    .isEqualTo(before);
            for (String lost : lost(kind)) {
                assertThat(pulled(connection, 0, lost)).as(lost).hasSize(1);
            }
        }
    }

    /**
     * Beside columns of few other types, so that they go the way that these would not let them: by arrays of columns.
     */
    @Test
    void ofEachTypeOfPostgreSqlByItself() throws SQLException, IOException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        server.createDatabase(NAME);
        server.createDatabase(OTHER);
        fill(DatabaseKind.POSTGRESQL, server);
        prepareOther(DatabaseKind.POSTGRESQL, server);
        try (ShardingDataSource dataSource = open(server);
                Connection connection = dataSource.getConnection();
                Connection raw = server.dataSource(NAME).getConnection()) {
            for (int i = 0; i < postgreSql().size(); i++) {
                String columns = "id, c" + i;
                List<String> before = describe(raw, "SELECT " + columns + " FROM t_all ORDER BY id");
                for (int on = 0; on < 2; on++) {
                    assertThat(pulled(connection, on, columns, "SELECT " + columns + " FROM shd_leaf_0 ORDER BY id"))
                            .as(postgreSql().get(i).type())
                            .isEqualTo(before);
                }
                String text = "SELECT id, c" + i + "::text FROM ";
                for (String lost : List.of(
                        text + "t_all EXCEPT " + text + "shd_leaf_0", text + "shd_leaf_0 EXCEPT " + text + "t_all")) {
                    assertThat(pulled(connection, 0, columns, lost)).as(lost).hasSize(1);
                }
            }
        }
    }

    /** Queries for rows that one of the tables has and not the other. */
    private static List<String> lost(DatabaseKind kind) {
        if (kind == DatabaseKind.MYSQL) {
            List<String> lost = new ArrayList<>();
            for (int i = 0; i < mySql().size(); i++) {
                lost.add("SELECT x.id FROM t_all x JOIN shd_leaf_0 y ON x.id = y.id WHERE NOT x.c%d <=> y.c%d"
                        .formatted(i, i));
            }
            return lost;
        }
        String all = kind == DatabaseKind.POSTGRESQL ? "x::text" : "x.*";
        String lost = "SELECT " + all + " FROM %s x EXCEPT SELECT " + all + " FROM %s x";
        return List.of(lost.formatted("t_all", "shd_leaf_0"), lost.formatted("shd_leaf_0", "t_all"));
    }

    private static void fill(DatabaseKind kind, TestServer server) throws SQLException {
        List<Column> columns = columns(kind);
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement()) {
            prepare(kind, statement);
            StringBuilder create = new StringBuilder("CREATE TABLE t_all (id INT PRIMARY KEY");
            int rows = 1;
            for (int i = 0; i < columns.size(); i++) {
                create.append(", c").append(i).append(' ').append(columns.get(i).type());
                rows = Math.max(rows, columns.get(i).literals().size());
            }
            statement.execute(create.append(')').toString());
            statement.execute("INSERT INTO t_all (id) VALUES (0)");
            for (int row = 0; row < rows; row++) {
                StringBuilder insert = new StringBuilder("INSERT INTO t_all VALUES (").append(row + 1);
                for (Column column : columns) {
                    insert.append(", ")
                            .append(column.literals()
                                    .get(row % column.literals().size()));
                }
                statement.execute(insert.append(')').toString());
            }
        }
    }

    /** Types that the application made are on every data source. */
    private static void prepareOther(DatabaseKind kind, TestServer server) throws SQLException {
        try (Connection connection = server.dataSource(OTHER).getConnection();
                Statement statement = connection.createStatement()) {
            prepare(kind, statement);
        }
    }

    private static void prepare(DatabaseKind kind, Statement statement) throws SQLException {
        for (String sql : preparation(kind)) {
            statement.execute(sql);
        }
    }

    private static List<String> preparation(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> List.of();
            case POSTGRESQL ->
                List.of(
                        "CREATE TYPE t_mood AS ENUM ('sad', 'very happy')",
                        "CREATE TYPE t_pair AS (a int, b text)",
                        "CREATE DOMAIN t_small AS int CHECK (VALUE < 10)");
            case MARIADB, MYSQL -> List.of("SET SESSION sql_mode = ''");
        };
    }

    private static ShardingDataSource open(TestServer server) throws SQLException, IOException {
        String yaml = """
                dataSources:
                  ds_0:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                    maximumPoolSize: 2
                  ds_1:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                    maximumPoolSize: 2
                rules:
                  - !SINGLE
                    tables:
                      - ds_0.t_all
                """.formatted(
                        server.jdbcUrl(NAME),
                        server.user(),
                        server.password(),
                        server.jdbcUrl(OTHER),
                        server.user(),
                        server.password());
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    /** The rows of a query on the pulled table, combined on that data source. */
    private static List<String> pulled(Connection connection, int dataSource, String combining) throws SQLException {
        return pulled(connection, dataSource, "*", combining);
    }

    private static List<String> pulled(Connection connection, int dataSource, String columns, String combining)
            throws SQLException {
        NestedStatement rows = new NestedStatement("SELECT " + columns + " FROM t_all", new int[0]);
        String nothing = "SELECT " + columns + " FROM t_all WHERE 1 = 0";
        Pull query = new Pull(
                List.of(new Leaf("t_all", "shd_leaf_0", rows, nothing, false, 0, Leaf.Keys.NONE, List.of())),
                dataSource,
                "ds_" + dataSource,
                new NestedStatement(combining, new int[0]),
                List.of());
        try (Statement statement = connection.createStatement()) {
            ShardingStatement outer = statement.unwrap(ShardingStatement.class);
            ExecutionRequest asked = new ExecutionRequest(
                    outer.session().plans().plan("SELECT 1"),
                    new Parameters(0),
                    GeneratedKeyRequest.NONE,
                    ExpectedResult.ROWS);
            new StepsRunner(outer, asked).run(query);
            try (ResultSet result = statement.getResultSet()) {
                return describe(result);
            }
        }
    }

    private static List<String> describe(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return describe(rows);
        }
    }

    private static List<String> describe(ResultSet rows) throws SQLException {
        List<String> lines = new ArrayList<>();
        ResultSetMetaData columns = rows.getMetaData();
        StringBuilder head = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            head.append(columns.getColumnLabel(i)).append(' ');
            head.append(columns.getTableName(i))
                    .append(' ')
                    .append(columns.getSchemaName(i))
                    .append(' ');
            head.append(columns.getColumnTypeName(i)).append(' ').append(columns.getPrecision(i));
            head.append(' ').append(columns.getScale(i)).append('\n');
        }
        lines.add(head.toString());
        while (rows.next()) {
            StringBuilder line = new StringBuilder();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                line.append(columns.getColumnLabel(i))
                        .append('=')
                        .append(rows.getString(i))
                        .append('\n');
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String printable(String value) {
        if (value == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        value.chars().forEach(c -> {
            if (c < ' ' || c > '~') {
                text.append('<').append(c).append('>');
            } else {
                text.append((char) c);
            }
        });
        return text.toString();
    }
}
