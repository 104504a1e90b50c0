package org.shardingjdbc.jdbc.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What is written into logs when statements are over. */
@ResourceLock(Resources.SYSTEM_ERR)
class StatementLogTest {
    private static final String SLEEP = "CREATE ALIAS IF NOT EXISTS PAUSE FOR \"java.lang.Thread.sleep(long)\"";

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private Fixture<ShardingDataSource> fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = Fixture.on(DatabaseKind.H2, "logged")
                .sharded("t_order", "order_id", 4)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded(
                "DROP TABLE IF EXISTS t_order",
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))",
                "INSERT INTO t_order VALUES (0, 'n'), (1, 'n'), (2, 'n'), (3, 'n')");
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() throws SQLException {
        System.setErr(before);
        fixture.close();
    }

    /** Without the names of thread and logger; times are T. */
    private List<String> lines(String logger) {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(logger + " - "))
                .map(line -> line.substring(line.indexOf(" - ") + 3))
                .map(line -> line.replaceAll("[0-9]+\\.[0-9]+", "T"))
                .toList();
    }

    private static void read(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getObject(1);
            }
        }
    }

    @Test
    void slowStatementsAreWrittenWithoutTheirLiterals() throws Exception {
        for (int source = 0; source < 2; source++) {
            try (Connection raw = fixture.raw(source).getConnection();
                    Statement statement = raw.createStatement()) {
                statement.execute(SLEEP);
            }
        }
        try (ShardingDataSource slow = fixture.another("slow-statement-milliseconds: 300");
                Connection connection = slow.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CALL PAUSE(301)");
        }
        assertThat(lines("org.shardingjdbc.slow"))
                .anyMatch(line -> line.startsWith("Slow: T ms (executing T, reading T), ")
                        && line.endsWith("1 unit on ds_0: CALL PAUSE ( ? )"));
    }

    @Test
    void rowsThatAreReadSlowlyByTheApplicationMakeNoSlowStatement() throws Exception {
        try (ShardingDataSource slow = fixture.another("slow-statement-milliseconds: 1000");
                Connection connection = slow.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT note FROM t_order")) {
            long until = System.nanoTime() + 1_100_000_000;
            while (rows.next()) {
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(lines("org.shardingjdbc.slow")).isEmpty();
    }

    @Test
    void shownSqlEndsWithRowsAndDuration() throws Exception {
        try (ShardingDataSource shown = fixture.another("sql-show: true", "sql-simple: true");
                Connection connection = shown.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE t_order SET note = ? WHERE order_id = 1")) {
            read(statement, "SELECT note FROM t_order WHERE order_id = 1");
            update.setString(1, "m");
            update.executeUpdate();
        }
        assertThat(lines("org.shardingjdbc.sql"))
                .containsExactly(
                        "Logic SQL: SELECT note FROM t_order WHERE order_id = 1",
                        "Actual SQL (simple): 1 execution unit(s)",
                        "Answered: 1 row of 1 unit on ds_1, T ms",
                        "Logic SQL: UPDATE t_order SET note = ? WHERE order_id = 1",
                        "Actual SQL (simple): 1 execution unit(s)",
                        "Answered: 1 row of 1 unit on ds_1, T ms");
    }

    @Test
    void shownSqlTellsOfRefusalsAndFailures() throws Exception {
        try (ShardingDataSource shown = fixture.another("sql-show: true", "sql-simple: true");
                Connection connection = shown.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT note FROM t_order WHERE note = 'secret' AND"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.prepareStatement("SELECT note FROM t_order WHERE note = 'secret' OR"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.execute("INSERT INTO t_order (order_id) VALUES (1)"))
                    .isInstanceOf(SQLException.class);
        }
        List<String> lines = lines("org.shardingjdbc.sql");
        assertThat(lines.get(0)).startsWith("Refused: SELECT note FROM t_order WHERE note = ? AND: SHD-");
        assertThat(lines.get(1)).startsWith("Refused: SELECT note FROM t_order WHERE note = ? OR: SHD-");
        assertThat(lines.get(lines.size() - 1))
                .startsWith("Failed: 1 unit on ds_1, T ms: SQLIntegrityConstraintViolationException, SQLState 23505");
        assertThat(written.toString(StandardCharsets.UTF_8)).doesNotContain("secret");
    }

    @Test
    void observerThatFailsHarmsNoStatement() throws Exception {
        try (ObserverRegistration broken = fixture.sharded().observe(statement -> {
                    throw new IllegalStateException("broken");
                });
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(broken).isNotNull();
            assertThat(statement.executeUpdate("UPDATE t_order SET note = 'x'")).isEqualTo(4);
        }
    }
}
