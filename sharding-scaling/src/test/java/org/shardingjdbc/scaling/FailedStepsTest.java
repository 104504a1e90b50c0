package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Steps that fail half way, or while the configuration changes beside them. */
class FailedStepsTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    private static final int ROWS = 400;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(5);
    private static final String TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            + " AND tablename LIKE 't\\_order%' ORDER BY tablename";
    private static final String BACK_SLOTS =
            "SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE '%\\_back%'";
    private static final String LOSE_LEASE =
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'";
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.%s_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id %% 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: '%s_${order_id %% 2}'}}
            """;

    private String first;
    private String second;

    @BeforeEach
    void makeTables() throws SQLException {
        first = SERVER.createDatabase("failed_0");
        second = SERVER.createDatabase("failed_1");
        for (String url : List.of(first, second)) {
            for (int i = 0; i < 2; i++) {
                execute(
                        url,
                        "CREATE TABLE t_order_" + i
                                + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL)");
            }
        }
        try (ShardingDataSource dataSource = open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 1; i <= ROWS; i++) {
                statement.addBatch("INSERT INTO t_order VALUES (" + i + ", " + i % 7 + ", " + i % 10 + ")");
            }
            statement.executeBatch();
        }
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, SERVER.user(), SERVER.password());
    }

    private static List<String> texts(String url, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static void await(String url, String sql) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        while (texts(url, sql).isEmpty()) {
            assertThat(System.nanoTime() - end).as(sql).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** With actual tables that begin so. */
    private ShardingConfiguration layout(String table) {
        return YamlConfigurations.parse(
                SOURCES.formatted(first, SERVER.user(), SERVER.password(), second, table, table),
                "failed.yaml",
                PlaceholderType.NONE);
    }

    private ShardingDataSource open() throws SQLException {
        return ShardingDataSourceFactory.create(layout("t_order"));
    }

    private ScalingJob job(ShardingDataSource dataSource) throws SQLException {
        return ScalingJob.of(dataSource, "failed", layout("t_order"), layout("t_order_v2"), List.of("t_order"));
    }

    private static void begin(ScalingJob job) throws SQLException {
        job.start();
        job.awaitFollowing(LONG);
    }

    private static long update(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE t_order SET amount = amount + 1");
        }
    }

    /**
     * As by STOP MIGRATION, while the switch waits for somebody's transaction: nobody would write what is committed
     * then.
     */
    @Test
    void aSwitchOfAJobThatIsClosedMeanwhileDoesNotCount() throws Exception {
        try (ShardingDataSource dataSource = open();
                Connection open = connect(second);
                Statement inIt = open.createStatement()) {
            ScalingJob job = job(dataSource);
            begin(job);
            open.setAutoCommit(false);
            inIt.execute("UPDATE t_order_0 SET amount = amount WHERE order_id = 2");
            CompletableFuture<Throwable> outcome = CompletableFuture.supplyAsync(() -> {
                try {
                    job.switchOver(STALL);
                    return null;
                } catch (Throwable e) {
                    return e;
                }
            });
            await(second, BACK_SLOTS.replace("LIKE", "IS NOT NULL OR slot_name LIKE"));
            TimeUnit.MILLISECONDS.sleep(500);
            assertThat(outcome).isNotDone();
            job.close();
            assertThat(update(dataSource)).isEqualTo(ROWS);
            open.rollback();
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(SQLException.class);
            assertThat(update(dataSource)).isEqualTo(ROWS);
            assertThat(texts(first, TABLES)).contains("t_order_0").doesNotContain("t_order_0_left");
        }
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            assertThat(job.check()).isEqualTo(ROWS);
            job.cancel();
        }
    }

    @Test
    void aStartThatFailsMayBeTriedAgainAndHidesNoError() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            try (ScalingJob other = job(dataSource)) {
                execute(first, LOSE_LEASE);
                other.start();
                awaitOtherDriver(job);
                assertThatThrownBy(job::start).hasMessageContaining("SHD-8007");
                assertThat(job.progress().failure()).contains("SHD-8007");
            }
            begin(job);
            job.cancel();
        }
    }

    private static void awaitOtherDriver(ScalingJob job) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        while (!String.valueOf(job.progress().failure()).contains("SHD-8007")) {
            assertThat(System.nanoTime() - end).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** A rest behind a chunk takes 50 seconds or more, and it looks meanwhile. */
    @Test
    void aCopyThatHasLostItsLeaseStops() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            job.options(ScalingOptions.STANDARD.chunkRows(50).rowsPerSecond(1)).start();
            long end = System.nanoTime() + LONG.toNanos();
            while (!String.valueOf(job.progress().resting()).startsWith("no more than 1 rows")) {
                assertThat(System.nanoTime() - end).isNegative();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            try (ScalingJob other = job(dataSource)) {
                execute(first, LOSE_LEASE);
                other.start();
                awaitOtherDriver(job);
                assertThat(job.progress().phase()).isEqualTo(ScalingPhase.COPYING);
                assertThat(job.progress().copied()).isLessThan(ROWS);
                other.awaitFollowing(LONG);
                assertThat(other.check()).isEqualTo(ROWS);
            }
            begin(job);
            job.cancel();
        }
    }

    /** As when whoever dropped the log died in between. */
    @Test
    void aSlotWithoutItsPublicationIsNoLogThatIsKept() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
        }
        try (Layouts layouts = new Layouts(layout("t_order"), layout("t_order_v2"), List.of("t_order"))) {
            ChangeLog log =
                    layouts.databases().kind().log("failed", layouts.databases().access("ds_0", new NothingKept()));
            assertThat(log.isKept()).isTrue();
            execute(first, "ALTER PUBLICATION sharding_failed RENAME TO other");
            assertThat(log.isKept()).isFalse();
            execute(first, "ALTER PUBLICATION other RENAME TO sharding_failed");
            try (Connection lasting = connect(first)) {
                lasting.setAutoCommit(false);
                try (Statement statement = lasting.createStatement()) {
                    statement.execute("ALTER PUBLICATION sharding_failed SET (publish = 'insert')");
                }
                CompletableFuture<Void> dropped = CompletableFuture.runAsync(() -> {
                    try {
                        log.drop();
                    } catch (SQLException e) {
                        throw new AssertionError(e);
                    }
                });
                await(
                        first,
                        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DROP PUBLICATION%'");
                assertThat(log.isKept()).isFalse();
                lasting.rollback();
                dropped.get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
        }
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            job.cancel();
        }
    }

    private static final class NothingKept implements ScalingDatabase.KeptText {
        @Override
        public @Nullable String read() {
            return null;
        }

        @Override
        public void write(String text) {}
    }

    /** Of two data sources one has its names again when the other one has not. */
    @Test
    void aReverseThatFailsHalfWayLeavesTheNextLayout() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            job.switchOver(STALL);
            try (Connection reader = connect(second)) {
                reader.setAutoCommit(false);
                try (Statement statement = reader.createStatement()) {
                    statement.execute("SELECT count(*) FROM t_order_0_left");
                }
                assertThatThrownBy(() -> job.reverse(Duration.ofSeconds(1))).isInstanceOf(SQLException.class);
                assertThat(texts(first, TABLES))
                        .containsExactly("t_order_0_left", "t_order_1_left", "t_order_v2_0", "t_order_v2_1");
                reader.rollback();
            }
            assertThat(update(dataSource)).isEqualTo(ROWS);
            assertThat(job.check()).isEqualTo(ROWS);
            job.reverse(STALL);
            assertThat(texts(first, "SELECT sum(amount - order_id % 10)::text FROM t_order_0"))
                    .isEqualTo(texts(first, "SELECT count(*)::text FROM t_order_0"));
            job.cancel();
        }
    }

    /** As when who reversed died in between. */
    @Test
    void whoGoesOnBehindAnInterruptedReverseHasTheNamesOfTheNextLayout() throws Exception {
        try (ShardingDataSource dataSource = open()) {
            try (ScalingJob job = job(dataSource)) {
                begin(job);
                job.switchOver(STALL);
            }
            execute(first, "ALTER TABLE t_order_0_left RENAME TO t_order_0");
            execute(first, "ALTER TABLE t_order_v2_0 RENAME TO t_order_v2_0_left");
            try (ScalingJob job = job(dataSource)) {
                begin(job);
                assertThat(update(dataSource)).isEqualTo(ROWS);
                assertThat(job.check()).isEqualTo(ROWS);
            }
            execute(first, "ALTER TABLE t_order_0_left RENAME TO t_order_0");
            try (ScalingJob job = job(dataSource)) {
                job.complete();
            }
            assertThat(texts(first, TABLES)).containsExactly("t_order_v2_0", "t_order_v2_1");
        }
    }

    private static ShardingConfiguration simple(ShardingConfiguration now) {
        return YamlConfigurations.parse(
                YamlConfigurations.write(now, Secrets.WRITTEN) + "\nprops: {sql-simple: true}\n",
                "changed.yaml",
                PlaceholderType.NONE);
    }

    /** The switch waits for a transaction, as the log of the way back begins behind it. */
    @Test
    void whatChangesDuringASwitchIsNotUndone() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            CompletableFuture<Void> switched;
            try (Connection writer = connect(first)) {
                writer.setAutoCommit(false);
                try (Statement statement = writer.createStatement()) {
                    statement.execute("CREATE TABLE t_other (id INT)");
                }
                switched = CompletableFuture.runAsync(() -> {
                    try {
                        job.switchOver(STALL);
                    } catch (SQLException e) {
                        throw new AssertionError(e);
                    }
                });
                await(first, BACK_SLOTS);
                dataSource.unwrap(CommandTarget.class).change(FailedStepsTest::simple);
                writer.rollback();
            }
            switched.get(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(dataSource.dataNodes("t_order")).contains("ds_0.t_order_v2_0");
            assertThat(dataSource.configuration().props().values()).containsEntry("sql-simple", "true");
            job.reverse(STALL);
            assertThat(dataSource.dataNodes("t_order")).contains("ds_0.t_order_0");
            assertThat(dataSource.configuration().props().values()).containsEntry("sql-simple", "true");
            job.cancel();
        }
    }

    @Test
    void aRuleOfTheMovedTableThatChangedMeanwhileIsNotUndone() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            String changed = YamlConfigurations.write(layout("t_order"), Secrets.WRITTEN)
                    .replace("order_id % 2", "order_id % 1");
            ShardingConfiguration other = YamlConfigurations.parse(changed, "changed.yaml", PlaceholderType.NONE);
            dataSource.reconfigure(other);
            assertThatThrownBy(() -> job.switchOver(STALL))
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining("t_order");
            assertThat(dataSource.configuration()).isEqualTo(other);
            assertThat(texts(first, BACK_SLOTS)).isEmpty();
            dataSource.reconfigure(layout("t_order"));
            job.switchOver(STALL);
            job.complete();
        }
    }

    @Test
    void aSwitchThatCannotBeginLeavesNoSlot() throws Exception {
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            String database = second.substring(second.lastIndexOf('/') + 1).replaceFirst("\\?.*", "");
            execute(first, "ALTER DATABASE " + database + " ALLOW_CONNECTIONS false");
            try {
                assertThatThrownBy(() -> job.switchOver(STALL)).isInstanceOf(SQLException.class);
            } finally {
                execute(first, "ALTER DATABASE " + database + " ALLOW_CONNECTIONS true");
            }
            assertThat(texts(first, BACK_SLOTS)).isEmpty();
        }
    }

    /** What ends the logs of the way forth may fail: the next layout counts all the same. */
    @Test
    void aSwitchThatIsDoneIsNoFailure() throws Exception {
        execute(first, """
                CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF current_query() LIKE '%sharding_failed%' AND current_query() NOT LIKE '%\\_back%' THEN
                RAISE EXCEPTION 'not now'; END IF; END $$""");
        try (ShardingDataSource dataSource = open();
                ScalingJob job = job(dataSource)) {
            begin(job);
            execute(
                    first,
                    "CREATE EVENT TRIGGER refused ON ddl_command_start WHEN TAG IN ('DROP PUBLICATION') EXECUTE"
                            + " FUNCTION refuse()");
            job.switchOver(STALL);
            assertThat(texts(first, "SELECT pubname FROM pg_publication")).contains("sharding_failed");
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.SWITCHED);
            execute(first, "DROP EVENT TRIGGER refused");
            job.complete();
            assertThat(texts(first, "SELECT pubname FROM pg_publication")).isEmpty();
            assertThat(texts(first, "SELECT slot_name FROM pg_replication_slots"))
                    .isEmpty();
        }
    }
}
