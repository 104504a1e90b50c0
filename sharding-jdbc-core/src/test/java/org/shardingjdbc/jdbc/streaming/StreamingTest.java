package org.shardingjdbc.jdbc.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Many more rows than a heap of 64 MB holds are read in order by a JVM that has no more: over eight data nodes, 120
 * bytes each without what Java needs to hold them. With {@code -Dstreaming.rows=2000000} it is two million.
 */
@Tag("load")
@Timeout(900)
class StreamingTest {
    static final int NOTE_LENGTH = 100;

    private static final int ROWS = Integer.getInteger("streaming.rows", 800_000);
    private static final int TABLES = 4;
    private static final int DATA_SOURCES = 2;
    private static final int ROWS_OF_A_TABLE = ROWS / TABLES / DATA_SOURCES;
    private static final String DEFINITION = " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, note VARCHAR(120))";

    @TempDir
    private Path directory;

    /** With the fetch size that the library chooses, and with one that the application chooses. */
    @Test
    void streamsOnPostgreSql() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        List<String> urls = List.of(server.createDatabase("stream_0"), server.createDatabase("stream_1"));
        fill(urls, server, "generate_series(0, " + (ROWS_OF_A_TABLE - 1) + ") AS s(x)");
        readsAll(urls, server, 0);
        readsAll(urls, server, 200);
    }

    @Test
    void streamsOnMariaDb() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.MARIADB);
        List<String> urls = List.of(server.createDatabase("stream_0"), server.createDatabase("stream_1"));
        fill(urls, server, "(SELECT seq AS x FROM seq_0_to_" + (ROWS_OF_A_TABLE - 1) + ") AS s");
        readsAll(urls, server, 0);
        readsAll(urls, server, 200);
    }

    /** Row by row, whatever the fetch size is, also where the driver would make cursors. */
    @Test
    void streamsOnMySql() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.MYSQL);
        List<String> urls = List.of(server.createDatabase("stream_0"), server.createDatabase("stream_1"));
        fill(urls, server, numbersOfDigits());
        readsAll(urls, server, 0);
        readsAll(
                urls.stream()
                        .map(url -> url + "?useCursorFetch=true&defaultFetchSize=100")
                        .toList(),
                server,
                200);
    }

    /** MySQL has no sequences to select from. */
    private static String numbersOfDigits() {
        StringBuilder sum = new StringBuilder("(SELECT 0");
        StringBuilder tables = new StringBuilder(" FROM (SELECT 0) AS one");
        for (int power = 1; power < ROWS_OF_A_TABLE; power *= 10) {
            sum.append(" + d").append(power).append(".d * ").append(power);
            tables.append(" CROSS JOIN (SELECT 0 AS d");
            for (int i = 1; i < 10; i++) {
                tables.append(" UNION ALL SELECT ").append(i);
            }
            tables.append(") AS d").append(power);
        }
        return sum.append(" AS x")
                .append(tables)
                .append(" HAVING x < " + ROWS_OF_A_TABLE + ") AS s")
                .toString();
    }

    @Test
    void streamsOnH2InAFile() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.H2);
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            urls.add("jdbc:h2:file:" + directory.resolve("stream_" + i).toAbsolutePath());
        }
        fill(urls, server, "SYSTEM_RANGE(0, " + (ROWS_OF_A_TABLE - 1) + ")");
        readsAll(urls, server, 0);
    }

    /**
     * Row x goes to data source x / 4 % 2 and to table x % 4.
     *
     * @param numbers from 0, called x, as many as a table has rows
     */
    private static void fill(List<String> urls, TestServer server, String numbers) throws SQLException {
        for (int ds = 0; ds < DATA_SOURCES; ds++) {
            try (Connection connection = DriverManager.getConnection(urls.get(ds), server.user(), server.password());
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    int first = TABLES * ds + table;
                    statement.execute("CREATE TABLE t_order_" + table + DEFINITION);
                    statement.execute("INSERT INTO t_order_" + table + " SELECT x * " + TABLES * DATA_SOURCES + " + "
                            + first + ", " + ds + ", REPEAT('n', 100) FROM " + numbers);
                }
            }
        }
    }

    /** @param fetchSize 0 for what the library chooses */
    private void readsAll(List<String> urls, TestServer server, int fetchSize) throws Exception {
        Path yaml = directory.resolve("streaming.yaml");
        Files.writeString(yaml, yaml(urls, server));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(ChildJvm.command(
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReadAll.class.getName(),
                        yaml.toString(),
                        Integer.toString(fetchSize)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(read(output)).as("output").contains("rows in order: " + ROWS);
        assertThat(process.exitValue()).isZero();
    }

    private static String read(Path output) throws IOException {
        return Files.readString(output);
    }

    private static String yaml(List<String> urls, TestServer server) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < urls.size(); i++) {
            yaml.append("""
                      ds_%d:
                        jdbcUrl: "%s"
                        username: "%s"
                        password: "%s"
                        maximumPoolSize: 6
                        minimumIdle: 0
                    """.formatted(i, urls.get(i), server.user(), server.password()));
        }
        return yaml.append("""
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_${0..1}.t_order_${0..3}
                        databaseStrategy:
                          standard:
                            shardingColumn: user_id
                            shardingAlgorithmName: by_user
                        tableStrategy:
                          standard:
                            shardingColumn: order_id
                            shardingAlgorithmName: by_order
                    shardingAlgorithms:
                      by_user:
                        type: INLINE
                        props:
                          algorithm-expression: ds_${user_id % 2}
                      by_order:
                        type: MOD
                        props:
                          sharding-count: 4
                props:
                  max-connections-size-per-query: 4
                """).toString();
    }
}
