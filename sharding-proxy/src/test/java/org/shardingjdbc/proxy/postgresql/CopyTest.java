package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;

/** COPY and cursors, by the driver, psql, pgbench and Python, on the plain server and through the proxy: all alike. */
class CopyTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: mod_2}}
                t_value:
                  actualDataNodes: ds_${0..1}.t_value_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
                t_keyed:
                  actualDataNodes: ds_${0..1}.t_keyed
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_2}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
                pgbench_accounts:
                  actualDataNodes: ds_${0..1}.pgbench_accounts_${0..1}
                  databaseStrategy: {standard: {shardingColumn: aid, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: aid, shardingAlgorithmName: mod_2}}
                pgbench_branches:
                  actualDataNodes: ds_${0..1}.pgbench_branches
                  databaseStrategy: {standard: {shardingColumn: bid, shardingAlgorithmName: mod_2}}
                pgbench_tellers:
                  actualDataNodes: ds_${0..1}.pgbench_tellers
                  databaseStrategy: {standard: {shardingColumn: tid, shardingAlgorithmName: mod_2}}
                pgbench_history:
                  actualDataNodes: ds_${0..1}.pgbench_history
                  databaseStrategy: {standard: {shardingColumn: aid, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
            - !BROADCAST
              tables: [t_dict]
            - !SINGLE
              tables: [ds_0.*, ds_1.*]
              defaultDataSource: ds_1
            """;

    private static final String TYPES = "CREATE TABLE t_value (user_id int, id bigint, small smallint, f4 real,"
            + " f8 double precision, num numeric(14,3), flag boolean, txt text, v varchar(10), c char(5), raw bytea,"
            + " d date, t time, ts timestamp, tz timestamptz, iv interval, u uuid, jb jsonb, arr int[],"
            + " tarr text[], ip inet, b bit(3), twice int GENERATED ALWAYS AS (user_id * 2) STORED,"
            + " PRIMARY KEY (user_id, id))";
    private static final String VALUES = "INSERT INTO t_value VALUES (%d, %d, -32768, 1.5, 1e100, 12345678901.123,"
            + " true, E'tab\\t new\\n line\\r back\\\\slash, \"quoted\" \\x01 \\v', 'Größe', 'ab', '\\xdeadbeef00',"
            + " '2024-02-29', '23:59:59.123456', '1999-12-31 23:59:59.5', '2000-01-01 12:00:00.25+05',"
            + " '1 year 2 days 03:04:05', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{\"a\": [1, null]}',"
            + " '{1,NULL,3}', '{\"a b\",\"c\\\"d\",NULL}', '10.1.0.0/16', '101')";

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_copy", description -> description.rules(RULES), each -> each);
        for (boolean plain : new boolean[] {true, false}) {
            try (Connection connection = open(plain)) {
                Clients.execute(
                        connection,
                        "CREATE TABLE t_order (order_id bigint, user_id int, amount numeric(10,2) NOT NULL DEFAULT 7,"
                                + " made date, note text, CHECK (amount < 1000), PRIMARY KEY (order_id, user_id))",
                        "CREATE TABLE t_dict (id int PRIMARY KEY, word text)",
                        "CREATE TABLE t_keyed (id bigint PRIMARY KEY, user_id int, word text)",
                        "CREATE TABLE t_alone (id int GENERATED ALWAYS AS IDENTITY, word text)",
                        TYPES);
                for (int i = 1; i <= 4; i++) {
                    Clients.execute(connection, VALUES.formatted(i, i % 3));
                }
                Clients.execute(
                        connection,
                        "INSERT INTO t_value (user_id, id, txt, v) VALUES (5, 5, '', '\\N'), (6, 6, '\\.', NULL)");
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    private static Connection open(boolean plain) throws SQLException {
        return plain ? servers.connectPlain() : servers.connect();
    }

    private static CopyManager copies(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    private static byte[] out(Connection connection, String sql) throws SQLException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        copies(connection).copyOut(sql, bytes);
        return bytes.toByteArray();
    }

    /** In pieces, as the network cuts them. */
    private static long in(Connection connection, String sql, byte[] data, int piece) throws SQLException {
        CopyIn copy = copies(connection).copyIn(sql);
        for (int i = 0; i < data.length; i += piece) {
            copy.writeToCopy(data, i, Math.min(piece, data.length - i));
        }
        return copy.endCopy();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    // ---- formats

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "WITH (FORMAT text, HEADER)",
                "DELIMITER AS '|' NULL AS 'none'",
                "CSV",
                "WITH CSV HEADER QUOTE AS '''' ESCAPE AS E'\\\\' FORCE QUOTE txt, v",
                "WITH (FORMAT csv, DELIMITER ';', FORCE_QUOTE *, NULL '<>')",
                "BINARY",
                "(FORMAT binary)"
            })
    void whatIsCopiedOutIsTheSameAndComesInAgain(String options) throws Exception {
        String query = "COPY (SELECT * FROM t_value ORDER BY user_id, id) TO STDOUT " + options;
        byte[] expected;
        try (Connection plain = open(true)) {
            expected = out(plain, query);
        }
        String columns =
                "user_id, id, small, f4, f8, num, flag, txt, v, c, raw, d, t, ts, tz, iv, u, jb, arr, tarr," + " ip, b";
        String rows = "COPY (SELECT " + columns + " FROM t_value ORDER BY user_id, id) TO STDOUT " + options;
        String reading = options.replace("FORCE QUOTE txt, v", "").replace(", FORCE_QUOTE *", "");
        try (Connection through = open(false)) {
            assertThat(text(out(through, query))).isEqualTo(text(expected));
            byte[] copied = out(through, rows);
            for (int piece : new int[] {1, 7, 1 << 20}) {
                Clients.execute(through, "TRUNCATE t_value");
                assertThat(in(through, "COPY t_value FROM STDIN " + reading, copied, piece))
                        .isEqualTo(6);
                assertThat(text(out(through, query))).isEqualTo(text(expected));
            }
            // without a list of columns it is all but what the database computes
            byte[] whole = out(through, "COPY t_value TO STDOUT " + options);
            Clients.execute(through, "TRUNCATE t_value");
            assertThat(in(through, "COPY t_value (" + columns + ") FROM STDIN " + reading, whole, 100))
                    .isEqualTo(6);
            assertThat(text(out(through, query))).isEqualTo(text(expected));
        }
    }

    /** What is sent, and what comes of it. */
    private record Sent(String options, String data) {}

    private static final List<Sent> SENT = List.of(
            new Sent("", "1\t1\t1.50\t2024-02-29\ta\n2\t2\t2\t\\N\t\\N\n"),
            new Sent("", "3\t3\t1\t\\N\tno line end"),
            new Sent("", "4\t4\t1\t\\N\tends\r\n5\t5\t1\t\\N\tagain\r\n"),
            new Sent("", "4\t6\t1\t\\N\treturn\r5\t6\t1\t\\N\tagain\r"),
            new Sent("", "6\t6\t1\t\\N\tmarked\n\\.\nnothing of this\n"),
            new Sent("", "7\t7\t1\t\\N\t\\x41\\102\\b\\f\\n\\r\\t\\v\\q\\\\\n"),
            new Sent("", "8\t8\t1\t\\N\tline\\\nend\\\\N\n"),
            new Sent("", ""),
            new Sent("", "9\t9\t1\t\\N\ta\textra\n"),
            new Sent("", "10\t10\t1\n"),
            new Sent("", "11\t11\t1\t\\N\tok\nabc\t1\t1\t\\N\tn\n"),
            new Sent("", "12\t12\t1\t\\N\tok\n13\t13\t1\tno day\tn\n"),
            new Sent("", "12\t12\t1\t\\N\tok\n13\t13\tnumber\t\\N\tn\n"),
            new Sent("", "12\t12\t1\t2023-02-30\tno day\n"),
            new Sent("", "12\t12\t1\t0000-01-01\tno year\n"),
            new Sent("", "14\t14\t1\t\\N\tok\n99999999999999999999\t1\t1\t\\N\tn\n"),
            new Sent("", "1\t1\t1\t\\N\ttwice\n"),
            new Sent("", "15\t15\t\\N\t\\N\tnot null\n"),
            new Sent("", "15\t15\t5000\t\\N\tchecked\n"),
            new Sent("", "16\t16\t1\t\\N\tmixed\n17\t17\t1\t\\N\tx\r\n"),
            new Sent("", "16\t16\t1\t\\N\tmixed\r\n17\t17\t1\t\\N\tx\n"),
            new Sent("", "16\t16\t1\t\\N\tlone\\.\n"),
            new Sent("CSV", "20,20,1,,\"a, \"\"b\"\"\nc\"\n21,21,1,,\n22,22,1,,\"\"\n"),
            new Sent("CSV HEADER", "a,b,c,d,e\n23,23,1,2024-01-01,x\n"),
            new Sent("(FORMAT csv, HEADER MATCH)", "order_id,user_id,amount,made,note\n24,24,1,,x\n"),
            new Sent("(FORMAT csv, HEADER MATCH)", "order_id,user_id,amount,day,note\n25,25,1,,x\n"),
            new Sent("(FORMAT csv, NULL 'x', FORCE_NOT_NULL (note))", "26,26,1,x,x\n"),
            new Sent("(FORMAT csv, NULL 'x', FORCE_NULL (note))", "27,27,1,x,\"x\"\n"),
            new Sent("(FORMAT csv, QUOTE '''', ESCAPE '\\', DELIMITER ';')", "28;28;1;;'it\\'s \\\\ so'\n"),
            new Sent("CSV", "30,30,1,,\"open\n31,31,1,,x\n"),
            new Sent("CSV", "30,30,1,,\"two\nlines\"\nx,31,1,,x\n"),
            new Sent("CSV", "32,32,1,\n"),
            new Sent("BINARY", "no signature at all"),
            new Sent("BINARY", "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0\0\1\0\0\0\10"),
            new Sent("(FORMAT parquet)", ""),
            new Sent("(DELIMITER 'ab')", ""),
            new Sent("(DELIMITER 'a')", ""),
            new Sent("(NULL E'a\\tb')", ""),
            new Sent("(QUOTE '''')", ""),
            new Sent("(FORMAT csv, FORCE_QUOTE (note))", ""),
            new Sent("(FORMAT csv, FORCE_NULL (nowhere))", ""),
            new Sent("(FORMAT csv, FORMAT csv)", ""),
            new Sent("(SPEED fast)", ""));

    @Test
    void whatIsSentIsTakenOrRefusedAlike() throws Exception {
        StringBuilder[] told = {new StringBuilder(), new StringBuilder()};
        for (int side = 0; side < 2; side++) {
            try (Connection connection = open(side == 0)) {
                Clients.execute(connection, "TRUNCATE t_order", "TRUNCATE t_dict", "TRUNCATE t_alone");
                for (Sent each : SENT) {
                    told[side]
                            .append(each)
                            .append('\n')
                            .append(tell(connection, "t_order", each))
                            .append('\n');
                }
                told[side].append(tell(connection, "t_order (order_id, user_id)", new Sent("", "50\t50\n51\t51\n")));
                told[side].append(tell(connection, "t_order (order_id, order_id)", new Sent("", "50\t50\n")));
                told[side].append(
                        tell(connection, "t_order (order_id, user_id, nothing)", new Sent("", "50\t50\t1\n")));
                told[side].append(tell(connection, "nowhere", new Sent("", "50\t50\n")));
                told[side].append(tell(connection, "t_dict", new Sent("", "1\tone\n2\ttwo\n")));
                told[side].append(tell(connection, "t_alone", new Sent("", "7\tseven\n9\tnine\n")));
                told[side].append(text(out(
                        connection, "COPY (SELECT * FROM t_order ORDER BY order_id, user_id) TO STDOUT CSV HEADER")));
                told[side].append(text(out(connection, "COPY (SELECT * FROM t_dict ORDER BY id) TO STDOUT")));
                told[side].append(text(out(connection, "COPY t_alone (word, id) TO STDOUT")));
            }
        }
        Files.writeString(Path.of("target", "copy-plain.txt"), told[0]);
        Files.writeString(Path.of("target", "copy-through.txt"), told[1]);
        assertThat(told[1].toString()).isEqualTo(told[0].toString());
        assertThat(told[0]).contains("seven");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2023-02-30 00:00",
                "2023-04-31T00:00:00+00",
                "2023-04-3110:00",
                "0000-01-01 00:00",
                "-0005-01-01 00:00",
                "2023-04-30 24:00:00",
                "2023-04-30 10:00:00+17"
            })
    void timesThatDoNotExistAreRefusedAlike(String time) throws Exception {
        String[] told = {"", ""};
        for (int side = 0; side < 2; side++) {
            try (Connection connection = open(side == 0)) {
                for (String column : List.of("ts", "tz")) {
                    Clients.execute(connection, "BEGIN");
                    told[side] += tell(
                            connection,
                            "t_value (user_id, id, " + column + ")",
                            new Sent("", "90\t90\t" + time + "\n"));
                    Clients.execute(connection, "ROLLBACK");
                }
            }
        }
        assertThat(told[1]).isEqualTo(told[0]);
    }

    private static String tell(Connection connection, String table, Sent sent) {
        try {
            return in(
                            connection,
                            "COPY " + table + " FROM STDIN " + sent.options,
                            sent.data.getBytes(StandardCharsets.ISO_8859_1),
                            3)
                    + "\n";
        } catch (PSQLException e) {
            var server = e.getServerErrorMessage();
            if (server == null) {
                return e.getMessage() + "\n";
            }
            // who the server is, and of a row that it has taken already, is told by it alone
            String where = String.valueOf(server.getWhere()).lines().findFirst().orElse("");
            boolean ofRow = String.valueOf(server.getSQLState()).startsWith("23");
            return (server.getSQLState() + " " + server.getMessage() + " | " + server.getHint() + " | "
                            + (ofRow ? where.replaceFirst(": .*", "") : where) + "\n")
                    .replace("t_order_0", "t_order")
                    .replace("t_order_1", "t_order");
        } catch (SQLException e) {
            return e + "\n";
        }
    }

    @Test
    void aTableIsCopiedWithoutTheRowsOfThoseThatInheritFromIt() throws Exception {
        String[] told = {"", ""};
        for (int side = 0; side < 2; side++) {
            try (Connection connection = open(side == 0)) {
                Clients.execute(
                        connection,
                        "CREATE TABLE t_parent (id int)",
                        "CREATE TABLE t_child () INHERITS (t_parent)",
                        "INSERT INTO t_parent VALUES (1)",
                        "INSERT INTO t_child VALUES (2)");
                assertThat(Clients.value(connection, "SELECT count(*) FROM t_parent"))
                        .isEqualTo("2");
                told[side] += text(out(connection, "COPY t_parent TO STDOUT"));
                told[side] += text(out(connection, "COPY t_child (id) TO STDOUT CSV"));
            }
        }
        assertThat(told[0]).isEqualTo("1\n2\n");
        assertThat(told[1]).isEqualTo(told[0]);
    }

    // ---- transactions

    @Test
    void rowsAreAllThereOrNone() throws Exception {
        String rows = lines(5000, "x") + "oops\n";
        try (Connection connection = open(false)) {
            Clients.execute(connection, "TRUNCATE t_dict", "TRUNCATE t_keyed");
            assertThat(tell(connection, "t_keyed (user_id, word)", new Sent("", rows)))
                    .contains("COPY t_keyed, line 5001, column user_id: \"oops\"");
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_keyed"))
                    .isEqualTo("0");
            connection.setAutoCommit(false);
            assertThat(in(
                            connection,
                            "COPY t_keyed (user_id, word) FROM STDIN",
                            lines(5000, "y").getBytes(),
                            10_000))
                    .isEqualTo(5000);
            assertThat(Clients.value(connection, "SELECT count(DISTINCT id) FROM t_keyed"))
                    .isEqualTo("5000");
            connection.rollback();
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_keyed"))
                    .isEqualTo("0");
            connection.commit();
            assertThat(in(connection, "COPY t_dict FROM STDIN", lines(3, "z").getBytes(), 10_000))
                    .isEqualTo(3);
            connection.commit();
            connection.setAutoCommit(true);
            // cancelled, as by Ctrl-C
            CopyIn cancelled = copies(connection).copyIn("COPY t_dict FROM STDIN");
            cancelled.writeToCopy("9\tnine\n".getBytes(), 0, 7);
            cancelled.flushCopy();
            connection.unwrap(PGConnection.class).cancelQuery();
            assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(SQLException.class, cancelled::endCopy)
                            .getSQLState())
                    .isEqualTo("57014");
            // given up by the client
            CopyIn copy = copies(connection).copyIn("COPY t_dict FROM STDIN");
            copy.writeToCopy("9\tnine\n".getBytes(), 0, 7);
            copy.cancelCopy();
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_dict")).isEqualTo("3");
        }
    }

    @Test
    void rowsOfABrokenConnectionAreNotThere() throws Exception {
        try (Connection connection = open(false)) {
            CopyIn copy = copies(connection).copyIn("COPY t_keyed (user_id, word) FROM STDIN");
            byte[] rows = lines(20_000, "gone").getBytes();
            copy.writeToCopy(rows, 0, rows.length);
            copy.flushCopy();
            connection.abort(Runnable::run);
        }
        try (Connection connection = open(false)) {
            connection.setAutoCommit(false);
            Clients.execute(connection, "SET lock_timeout TO '10s'", "LOCK TABLE t_keyed IN ACCESS EXCLUSIVE MODE");
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_keyed WHERE word = 'gone'"))
                    .isEqualTo("0");
        }
    }

    private static String lines(int count, String word) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i).append('\t').append(word).append('\n');
        }
        return text.toString();
    }

    @Test
    void refusesWhatTheServerWouldReadOrWriteItself() throws Exception {
        try (Connection connection = open(false)) {
            for (String each : List.of(
                    "COPY t_dict FROM '/etc/passwd'",
                    "COPY t_dict TO PROGRAM 'cat'",
                    "COPY t_dict FROM STDIN WHERE id > 1",
                    "COPY t_dict FROM STDIN (ON_ERROR ignore)",
                    "COPY t_dict FROM STDIN (ENCODING 'latin1')",
                    "DECLARE c CURSOR WITH HOLD FOR DELETE FROM t_dict RETURNING id",
                    "FETCH BACKWARD 1 FROM c",
                    "FETCH PRIOR FROM c",
                    "MOVE ABSOLUTE 3 IN c",
                    "FETCH -1 FROM c",
                    "UPDATE t_dict SET word = 'x' WHERE CURRENT OF c",
                    "LISTEN a",
                    "NOTIFY a, 'b'")) {
                assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                        SQLException.class, () -> Clients.execute(connection, each))
                                .getSQLState())
                        .as(each)
                        .isEqualTo("HYC00");
            }
            Clients.execute(connection, "UNLISTEN *", "CLOSE ALL", "RESET ALL", "DISCARD ALL");
        }
    }

    @Test
    void whoOnlyReadsCopiesOutAndNotIn() throws Exception {
        try (var proxy = Clients.proxy(
                        servers,
                        org.shardingjdbc.proxy.ProxyOptions.onPort(0)
                                .user(org.shardingjdbc.proxy.ProxyUser.of("report", "secret")
                                        .readOnly()));
                Connection connection = Clients.connect(proxy, "report", "secret")) {
            assertThat(out(connection, "COPY (SELECT 1) TO STDOUT")).isEqualTo(new byte[] {'1', '\n'});
            assertThat(tell(connection, "t_dict", new Sent("", "1\tone\n"))).startsWith("42501");
            assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                    SQLException.class,
                                    () -> out(connection, "COPY (DELETE FROM t_dict RETURNING id) TO STDOUT"))
                            .getSQLState())
                    .isEqualTo("42501");
        }
    }

    // ---- programs

    @Test
    void psqlCopiesAndReadsCursorsAlike() throws Exception {
        Program.require("psql");
        String script = new String(resource("/psql/copy.sql").readAllBytes(), StandardCharsets.UTF_8);
        String plain = psql(servers.plainAddress(), script);
        String through = psql(servers.address(), script);
        Files.writeString(Path.of("target", "psql-copy-plain.txt"), plain);
        Files.writeString(Path.of("target", "psql-copy-through.txt"), through);
        assertThat(through).isEqualTo(plain);
    }

    private static InputStream resource(String name) {
        InputStream found = CopyTest.class.getResourceAsStream(name);
        return found == null ? new ByteArrayInputStream(new byte[0]) : found;
    }

    private static String psql(String[] address, String script) throws Exception {
        String told = Program.run(
                script,
                "psql",
                "-X",
                "-a",
                "-h",
                address[0],
                "-p",
                address[1],
                "-d",
                address[2],
                "-v",
                "VERBOSITY=verbose");
        StringBuilder kept = new StringBuilder();
        told.lines()
                .filter(each -> !each.startsWith("LOCATION:")
                        && !each.startsWith("data source ")
                        && !each.startsWith("CONTEXT:  data source "))
                .forEach(each ->
                        kept.append(each.replace("t_order_0", "t_order")).append('\n'));
        return kept.toString();
    }

    @Test
    void pgbenchMakesItsTablesAndUsesThem() throws Exception {
        Program.require("pgbench");
        String[] address = servers.address();
        String made = Program.run("", "pgbench", "-i", "-s", "1", "-h", address[0], "-p", address[1], "-d", address[2]);
        Files.writeString(Path.of("target", "pgbench-made.txt"), made);
        assertThat(made).contains("done in").doesNotContain("error");
        String run = Program.run(
                "", "pgbench", "-n", "-t", "5", "-c", "2", "-h", address[0], "-p", address[1], "-d", address[2]);
        assertThat(run).contains("number of transactions actually processed: 10/10");
        try (Connection connection = open(false)) {
            assertThat(Clients.value(connection, "SELECT count(*) FROM pgbench_accounts"))
                    .isEqualTo("100000");
            assertThat(Clients.value(connection, "SELECT count(DISTINCT aid) FROM pgbench_accounts"))
                    .isEqualTo("100000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"psycopg", "psycopg2", "asyncpg", "django"})
    void pythonCopiesAndReadsCursorsAlike(String library) throws Exception {
        Path python = Path.of("target", "python", "bin", "python3");
        if (!Files.isExecutable(python)) {
            throw new TestAbortedException("no " + python);
        }
        if (!Program.run("", python.toString(), "-c", "import " + library).isEmpty()) {
            throw new TestAbortedException("no " + library);
        }
        String script = Path.of(
                        CopyTest.class.getResource("/python/copy_steps.py").toURI())
                .toString();
        String[] told = new String[2];
        for (int side = 0; side < 2; side++) {
            String[] address = side == 0 ? servers.plainAddress() : servers.address();
            told[side] = Program.run("", python.toString(), script, library, address[0], address[1], address[2]);
            Files.writeString(Path.of("target", library + "-copy-" + side + ".txt"), told[side]);
        }
        assertThat(told[0]).doesNotContain("Traceback");
        assertThat(told[1]).isEqualTo(told[0]);
    }
}
