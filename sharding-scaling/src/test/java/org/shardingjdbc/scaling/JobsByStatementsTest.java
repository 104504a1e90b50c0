package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.ScriptRunner;
import org.shardingjdbc.testkit.TestServer;

/** Jobs that are begun, asked for and ended by DistSQL. */
class JobsByStatementsTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    private static final int ROWS = 3_000;
    private static final String SHARDED = "(DATANODES('ds_${0..1}.t_order_${0..1}'),"
            + " DATABASE_STRATEGY(TYPE='standard', SHARDING_COLUMN=user_id, SHARDING_ALGORITHM(TYPE(NAME='INLINE',"
            + " PROPERTIES('algorithm-expression'='ds_${user_id % 2}')))),"
            + " TABLE_STRATEGY(TYPE='standard', SHARDING_COLUMN=order_id, SHARDING_ALGORITHM(TYPE(NAME='INLINE',"
            + " PROPERTIES('algorithm-expression'='t_order_${order_id % 2}')))))";

    /** What the file has in place of values that differ from run to run. */
    private static final Map<String, String> EXAMPLES = Map.of(
            "driven_by", "process 4711",
            "create_time", "2026-01-31T12:00:00Z",
            "status", "FOLLOWING",
            "processed_bytes", "196608",
            "bytes", "196608",
            "lag_bytes", "0",
            "incremental_lag_milliseconds", "0",
            "longest_stall_milliseconds", "0",
            "check_begin_time", "2026-01-31T12:00:00Z",
            "check_end_time", "2026-01-31T12:00:01Z");

    private String first;
    private String second;

    @BeforeEach
    void makeTable() throws SQLException {
        first = SERVER.createDatabase("moved_0");
        second = SERVER.createDatabase("moved_1");
        execute(
                second,
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL)");
        execute(
                second,
                "INSERT INTO t_order SELECT i, i % 97, i % 1000 FROM generate_series(1, " + ROWS + ") AS i",
                "ANALYZE t_order");
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private ShardingDataSource open() throws SQLException {
        return ShardingDataSourceFactory.create(YamlConfigurations.parse(
                """
                dataSources:
                  ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 8}
                  ds_1: {<<: *pool, jdbcUrl: '%s'}
                props: {distsql-allowed: all}
                """.formatted(first, SERVER.user(), SERVER.password(), second), "jobs.yaml", PlaceholderType.NONE));
    }

    private static List<Map<String, String>> rows(ShardingDataSource dataSource, String sql) throws SQLException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                Map<String, String> values = new LinkedHashMap<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.put(row.getMetaData().getColumnLabel(i), row.getString(i));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static void run(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void awaitStatus(ShardingDataSource dataSource, String job, String status) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        List<Map<String, String>> seen = rows(dataSource, "SHOW MIGRATION STATUS '" + job + "'");
        while (!status.equals(seen.get(0).get("status"))) {
            assertThat(System.nanoTime() - end).as(seen.toString()).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
            seen = rows(dataSource, "SHOW MIGRATION STATUS '" + job + "'");
        }
    }

    /** The unit is registered while the data source runs, and no rule knows it. */
    @Test
    void aPlainTableOfAUnitThatNoRuleKnowsBecomesASharedOne() throws Exception {
        try (ShardingDataSource dataSource = open();
                WrittenTable written = new WrittenTable(dataSource, ROWS, 2)) {
            run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order " + SHARDED);
            written.start();
            assertThat(rows(dataSource, "SHOW MIGRATION LIST")).singleElement().satisfies(job -> assertThat(job)
                    .containsEntry("id", "t_order_1")
                    .containsEntry("tables", "t_order")
                    .containsEntry("active", "true"));
            awaitStatus(dataSource, "t_order_1", "FOLLOWING");
            assertThatThrownBy(() -> run(dataSource, "RESHARD TABLE t_order " + SHARDED))
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining("moves already, by job t_order_1");
            run(dataSource, "CHECK MIGRATION 't_order_1' BY TYPE (NAME='DATA_MATCH')");
            assertThat(rows(dataSource, "SHOW MIGRATION CHECK STATUS 't_order_1'"))
                    .singleElement()
                    .satisfies(check -> assertThat(check).containsEntry("result", "true"));
            run(dataSource, "SWITCH MIGRATION 't_order_1'");
            assertThat(dataSource.dataNodes("t_order")).hasSize(4);
            run(dataSource, "STOP MIGRATION 't_order_1'");
            run(dataSource, "START MIGRATION 't_order_1'");
            awaitStatus(dataSource, "t_order_1", "SWITCHED");
            TimeUnit.MILLISECONDS.sleep(200);
            run(dataSource, "COMMIT MIGRATION 't_order_1'");
            assertThat(rows(dataSource, "SHOW MIGRATION LIST")).isEmpty();
            assertThatThrownBy(() -> rows(dataSource, "SHOW MIGRATION STATUS 't_order_1'"))
                    .hasMessageContaining("SHD-8008");
            written.end();
        }
    }

    @Test
    void whoRollsBackHasThePlainTableWithAllThatWasWritten() throws Exception {
        try (ShardingDataSource dataSource = open();
                WrittenTable written = new WrittenTable(dataSource, ROWS, 2)) {
            run(dataSource, "CREATE SHARDING TABLE RULE t_order " + SHARDED);
            run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order");
            assertThat(dataSource.dataNodes("t_order")).containsExactly("ds_1.t_order");
            written.start();
            awaitStatus(dataSource, "t_order_1", "FOLLOWING");
            run(dataSource, "SET DIST VARIABLE sql_simple = true");
            run(dataSource, "SWITCH MIGRATION 't_order_1'");
            assertThat(dataSource.configuration().props().values()).containsEntry("sql-simple", "true");
            TimeUnit.MILLISECONDS.sleep(200);
            run(dataSource, "ROLLBACK MIGRATION 't_order_1'");
            assertThat(dataSource.dataNodes("t_order")).containsExactly("ds_1.t_order");
            written.end();
            assertThat(rows(dataSource, "SHOW MIGRATION LIST")).isEmpty();
        }
    }

    @Test
    void answersAreAsInTheFileOfCases() throws Exception {
        Path file = Path.of("..", "sharding-distsql", "src", "test", "resources", "cases", "scaling", "scaling.case");
        Path written = Path.of("target", "scaling.case");
        String told;
        try (ShardingDataSource dataSource = open();
                Connection connection = dataSource.getConnection()) {
            told = new ScriptRunner(connection, new ScriptRunner.Run() {
                        @Override
                        @SuppressWarnings("NullAway") // null for a statement
                        public String answer(String line) {
                            return line.startsWith("!await ") ? awaited(dataSource, line.split(" ", -1)) : null;
                        }

                        @Override
                        public String told(String answer) {
                            return answer.isEmpty() ? "" : told(answer.lines().toList());
                        }

                        private String told(List<String> lines) {
                            List<String> labels = List.of(lines.get(0).split(" \\| ", -1));
                            List<String> told = new ArrayList<>();
                            for (String line : lines) {
                                String[] values = line.split(" \\| ", -1);
                                for (int i = 0; i < values.length && !told.isEmpty() && labels.size() > 1; i++) {
                                    values[i] = EXAMPLES.getOrDefault(labels.get(i), values[i]);
                                }
                                told.add(String.join(" | ", values));
                            }
                            return String.join("\n", told);
                        }
                    })
                    .run(Files.readString(file));
        }
        Files.writeString(written, told);
        assertThat(told)
                .as("accept it by: cp sharding-scaling/%s sharding-distsql/src/test/resources/cases/scaling", written)
                .isEqualTo(Files.readString(file));
    }

    private static String awaited(ShardingDataSource dataSource, String... words) {
        try {
            awaitStatus(dataSource, words[1], words[2]);
            return "";
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Whoever has no YAML but that of the data sources goes on; two at a time do not. */
    @Test
    void aJobGoesOnInAnotherDataSourceAndInOneAtATime() throws Exception {
        try (ShardingDataSource other = open()) {
            try (ShardingDataSource dataSource = open()) {
                run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order " + SHARDED);
                awaitStatus(dataSource, "t_order_1", "FOLLOWING");
                assertThatThrownBy(() -> run(other, "START MIGRATION 't_order_1'"))
                        .hasMessageContaining("SHD-8007")
                        .hasMessageContaining(
                                "process " + ProcessHandle.current().pid());
                assertThatThrownBy(() -> run(other, "STOP MIGRATION 't_order_1'"))
                        .hasMessageContaining("SHD-8007");
            }
            assertThat(rows(other, "SHOW MIGRATION LIST")).singleElement().satisfies(job -> assertThat(job)
                    .containsEntry("active", "false"));
            run(other, "COMMIT MIGRATION 't_order_1'");
            assertThat(other.dataNodes("t_order")).hasSize(4);
            assertThat(rows(other, "SELECT COUNT(*) FROM t_order").get(0)).containsValue(String.valueOf(ROWS));
        }
    }

    /** The job is driven by nobody, and its lock is held. */
    @Test
    void aJobThatCannotBeginLeavesTheRulesAsTheyWere() throws Exception {
        try (ShardingDataSource dataSource = open();
                Connection holder = DriverManager.getConnection(second, SERVER.user(), SERVER.password());
                Statement statement = holder.createStatement()) {
            run(dataSource, "CREATE SHARDING TABLE RULE t_order " + SHARDED);
            statement.execute("SELECT pg_advisory_lock(hashtext('sharding_jdbc_scaling t_order_1'))");
            assertThatThrownBy(() -> run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order"))
                    .hasMessageContaining("SHD-8007");
            assertThat(dataSource.dataNodes("t_order")).hasSize(4);
            assertThat(rows(dataSource, "SHOW MIGRATION LIST")).isEmpty();
            statement.execute("SELECT pg_advisory_unlock_all()");
            run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order");
            assertThat(dataSource.dataNodes("t_order")).containsExactly("ds_1.t_order");
            run(dataSource, "ROLLBACK MIGRATION 't_order_1'");
        }
    }

    @Test
    void whoLooksAtJobsDoesNotWaitForOneThatBegins() throws Exception {
        try (ShardingDataSource dataSource = open();
                Connection holder = DriverManager.getConnection(second, SERVER.user(), SERVER.password());
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("LOCK TABLE t_order IN ACCESS EXCLUSIVE MODE");
            CompletableFuture<Void> begun = CompletableFuture.runAsync(() -> {
                try {
                    run(dataSource, "MIGRATE TABLE ds_1.t_order INTO t_order " + SHARDED);
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            awaitLockOf(second);
            CompletableFuture<List<Map<String, String>>> seen = CompletableFuture.supplyAsync(() -> {
                try {
                    return rows(dataSource, "SHOW MIGRATION STATUS 't_order_1'");
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            assertThatThrownBy(() -> seen.get(20, TimeUnit.SECONDS)).hasMessageContaining("SHD-8008");
            holder.rollback();
            begun.get(60, TimeUnit.SECONDS);
            run(dataSource, "ROLLBACK MIGRATION 't_order_1'");
        }
    }

    private static void awaitLockOf(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            boolean waits = false;
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60); !waits; ) {
                assertThat(System.nanoTime() - end).isNegative();
                TimeUnit.MILLISECONDS.sleep(20);
                try (ResultSet row = statement.executeQuery("SELECT 1 FROM pg_locks WHERE NOT granted")) {
                    waits = row.next();
                }
            }
        }
    }
}
