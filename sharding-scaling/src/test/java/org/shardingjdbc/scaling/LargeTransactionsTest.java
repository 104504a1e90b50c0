package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * One statement changes more rows than the process of the job has memory for; it is killed while it writes them. With
 * more rows: {@code -Dscaling.rows=300000}.
 */
class LargeTransactionsTest {
    private static final int ROWS = Math.min(300_000, Integer.getInteger("scaling.rows", 40_000));
    private static final int LARGEST = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2 + ROWS / 20_000);

    private static final String BEFORE = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 4}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            rules:
            - !SINGLE
              tables: ["*.*"]
            """;
    private static final String NEXT = BEFORE + """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_0
                  databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: two}}
              shardingAlgorithms:
                two: {type: MOD, props: {sharding-count: 2}}
            """;

    @TempDir
    private Path folder;

    /** Where one transaction is written, as a plain one and as one that was prepared. */
    enum Way {
        MYSQL_PLAIN(false),
        MYSQL_PREPARED(true),
        POSTGRESQL_PLAIN(false);

        private final boolean prepared;

        Way(boolean prepared) {
            this.prepared = prepared;
        }

        private TestServer server() {
            return this == POSTGRESQL_PLAIN ? PostgreSqlServer.SERVER : BinlogServer.MYSQL.server();
        }
    }

    /** Started when it is asked for. */
    private static final class PostgreSqlServer {
        static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    }

    @Test
    void oneIsWrittenInParts() throws Exception {
        requireWritten(Way.MYSQL_PLAIN);
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL_PREPARED", "POSTGRESQL_PLAIN"})
    @EnabledIfSystemProperty(named = "scaling.rows", matches = ".+", disabledReason = "it is part of .ci/nightly")
    void oneIsWrittenInPartsAlso(Way way) throws Exception {
        requireWritten(way);
    }

    private void requireWritten(Way way) throws Exception {
        TestServer server = way.server();
        String first = server.createDatabase("large_" + way.name().toLowerCase(Locale.ROOT) + "_0");
        String second = server.createDatabase("large_" + way.name().toLowerCase(Locale.ROOT) + "_1");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Files.writeString(folder.resolve("before.yaml"), text(BEFORE, server, first, second));
        Files.writeString(folder.resolve("next.yaml"), text(NEXT, server, first, second));
        BinlogServer.execute(
                server,
                first,
                "CREATE TABLE t_order (order_id INT NOT NULL PRIMARY KEY, amount INT NOT NULL, note VARCHAR(1000) NOT NULL)",
                "INSERT INTO t_order VALUES (0, 0, '" + "x".repeat(LARGEST) + "')");
        for (int rows = 1; rows < ROWS; rows *= 2) {
            BinlogServer.execute(
                    server,
                    first,
                    "INSERT INTO t_order SELECT order_id + " + rows + ", 0, note FROM t_order WHERE order_id < "
                            + (ROWS - rows));
        }
        String[] options = {"-Xmx64m", "-Djava.io.tmpdir=" + temporary};
        try (ScalingProcess process = ScalingProcess.start(folder, options)) {
            process.awaitFollowing(1, PATIENCE_NANOS);
            update(server, first, way.prepared);
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (changed(server, first, second) == 0) {
                process.require(System.nanoTime() - end < 0);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            process.kill();
        }
        assertThat(changed(server, first, second)).isBetween(1, ROWS - 1);
        try (ScalingProcess process = ScalingProcess.start(folder, options)) {
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (changed(server, first, second) < ROWS) {
                process.require(System.nanoTime() - end < 0);
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
        assertThat(count(server, first, "") + count(server, second, "")).isEqualTo(ROWS);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(file -> file.toString().contains("sharding-jdbc-scaling")))
                    .isEmpty();
        }
    }

    private static String text(String yaml, TestServer server, String first, String second) {
        return yaml.formatted(first, server.user(), server.password(), second);
    }

    private static void update(TestServer server, String url, boolean prepared) throws SQLException {
        String sql = "UPDATE t_order SET amount = 1";
        if (prepared) {
            BinlogServer.execute(
                    server, url, "XA START 'large'", sql, "XA END 'large'", "XA PREPARE 'large'", "XA COMMIT 'large'");
        } else {
            BinlogServer.execute(server, url, sql);
        }
    }

    private static int changed(TestServer server, String first, String second) throws SQLException {
        return count(server, first, " WHERE amount = 1") + count(server, second, " WHERE amount = 1");
    }

    private static int count(TestServer server, String url, String condition) throws SQLException {
        List<String> counts = BinlogServer.texts(server, url, "SELECT COUNT(*) FROM t_order_0" + condition);
        return Integer.parseInt(counts.get(0));
    }
}
