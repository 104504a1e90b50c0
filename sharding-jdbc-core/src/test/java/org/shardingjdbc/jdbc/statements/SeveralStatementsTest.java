package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Texts of several statements: their uses come out as with the plain driver, and where that fails behind the statements
 * none is executed.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class SeveralStatementsTest {
    private static final String UPDATES =
            "UPDATE t_order SET status = 'a' WHERE user_id = 1; UPDATE t_order SET status = 'b' WHERE order_id > 3";
    private static final String SELECT = "SELECT order_id FROM t_order ORDER BY order_id";

    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.through(asksForSetting(kind) ? "allowMultiQueries=true" : null, kind, "several_");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    private static boolean asksForSetting(DatabaseKind kind) {
        return kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
    }

    @TestFactory
    List<DynamicTest> asThePlainDriver() {
        List<DynamicTest> tests = new ArrayList<>();
        for (SeveralStatementsUse use : SeveralStatementsUse.all(kind)) {
            tests.add(DynamicTest.dynamicTest(use.name(), () -> assertThat(outcome(use, shards.sharded()))
                    .isEqualTo(outcome(use, shards.plain()))));
        }
        return tests;
    }

    private static String outcome(SeveralStatementsUse use, DataSource dataSource) throws SQLException {
        Transcript transcript = new Transcript();
        try (Connection connection = dataSource.getConnection()) {
            Transcript.seed(connection);
            use.action().on(connection, transcript);
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
        try (Connection connection = dataSource.getConnection()) {
            transcript.tables(connection);
        }
        return transcript.text();
    }

    private interface Work {
        void on(Statement statement) throws SQLException;
    }

    /** What fails leaves all rows as they were. */
    private static void assertNothingExecuted(Work work) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            Transcript.seed(connection);
            Transcript before = new Transcript();
            before.tables(connection);
            assertThatThrownBy(() -> work.on(statement)).isInstanceOf(SQLException.class);
            Transcript after = new Transcript();
            after.tables(connection);
            assertThat(after.text()).isEqualTo(before.text());
        }
    }

    @Test
    void resultsOfTheWrongKindAreRefusedBeforeAnythingIsExecuted() throws SQLException {
        assertNothingExecuted(statement -> statement.executeQuery(UPDATES));
        assertNothingExecuted(statement -> statement.executeUpdate(SELECT + "; " + UPDATES));
        if (kind == DatabaseKind.POSTGRESQL) {
            assertNothingExecuted(statement -> statement.executeQuery(SELECT + "; " + UPDATES));
            assertNothingExecuted(statement -> statement.executeUpdate(UPDATES + "; " + SELECT));
            assertNothingExecuted(statement -> statement.execute(UPDATES, Statement.RETURN_GENERATED_KEYS));
            assertNothingExecuted(statement -> {
                statement.addBatch(UPDATES);
                statement.executeBatch();
            });
        }
    }

    @Test
    void whatIsRefusedLaterInTheTextIsRefusedBeforeAnythingIsExecuted() throws SQLException {
        assertNothingExecuted(statement -> statement.execute(UPDATES + "; FROBNICATE t_order"));
        assertNothingExecuted(statement -> statement.execute("SELECT 1; " + UPDATES + "; FROBNICATE t_order"));
        if (asksForSetting(kind)) {
            assertNothingExecuted(statement -> statement.execute(UPDATES + "; SELECT ROW_COUNT()"));
        }
    }

    @Test
    void nothingBetweenTwoSemicolons() throws SQLException {
        assumeThat(asksForSetting(kind)).isTrue();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            Transcript.seed(connection);
            assertThatThrownBy(() -> statement.execute("UPDATE t_config SET content = 'g';; SELECT 1"))
                    .hasMessageContaining("SHD-1001");
            // as MySQL has it, what is before it stays
            assertThat(Transcript.rows(statement.executeQuery("SELECT content FROM t_config")))
                    .isEqualTo("[g]");
        }
    }

    @Test
    void aCommentBehindTheLastSemicolonIsNoStatement() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1; SELECT 2; -- the end; of it");
            assertThat(statement.getMoreResults()).isEqualTo(kind != DatabaseKind.H2);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @Test
    void aTimeoutAndACancelEndTheText() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        String sleep = kind == DatabaseKind.POSTGRESQL ? "SELECT pg_sleep(5)" : "SELECT SLEEP(5)";
        String sql = "UPDATE t_config SET content = '1'; " + sleep + "; UPDATE t_config SET content = '3'";
        // as it was, or as the first statement left it
        String left = "[1]";
        ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            Transcript.seed(connection);
            later.schedule(
                    () -> {
                        statement.cancel();
                        return null;
                    },
                    500,
                    TimeUnit.MILLISECONDS);
            assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
            assertThat(Transcript.rows(statement.executeQuery("SELECT content FROM t_config")))
                    .isEqualTo(left);
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.execute(sql)).isInstanceOf(SQLException.class);
            assertThat(Transcript.rows(statement.executeQuery("SELECT content FROM t_config")))
                    .isEqualTo(left);
        } finally {
            later.shutdownNow();
        }
    }

    @Test
    void rowsOfSeveralStatementsAreReadSideBySide() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(SELECT + "; " + SELECT + "; " + SELECT)) {
            Transcript.seed(connection);
            statement.execute();
            List<ResultSet> all = new ArrayList<>();
            all.add(statement.getResultSet());
            while (statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)) {
                all.add(statement.getResultSet());
            }
            assertThat(all).hasSize(3);
            for (int row = 1; row <= 6; row++) {
                for (ResultSet each : all) {
                    assertThat(each.next()).isTrue();
                    assertThat(each.getInt(1)).isEqualTo(row);
                }
            }
        }
    }

    @Test
    void aDefinitionWithABodyIsOneStatementAmongOthers() throws SQLException {
        assumeThat(asksForSetting(kind)).isTrue();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DROP PROCEDURE IF EXISTS p_among; CREATE PROCEDURE p_among() BEGIN SELECT 1; SELECT 2; END;"
                            + " /* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ CALL p_among(); SELECT 3");
            List<String> rows = new ArrayList<>();
            boolean more = statement.getResultSet() != null;
            while (more || statement.getUpdateCount() != -1) {
                if (more) {
                    rows.add(Transcript.rows(statement.getResultSet()));
                }
                more = statement.getMoreResults();
            }
            assertThat(rows).containsExactly("[1]", "[2]", "[3]");
            statement.execute("DROP PROCEDURE p_among");
        }
    }

    @Test
    void hintsAreOfTheStatementBehindThem() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            Transcript.seed(connection);
            statement.execute("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0, SKIP_SQL_REWRITE=true */ SELECT 1; " + SELECT);
            assertThat(Transcript.rows(statement.getResultSet())).isEqualTo("[1]");
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(Transcript.rows(statement.getResultSet())).isEqualTo("[1][2][3][4][5][6]");
        }
    }

    @Test
    void withoutTheSettingTheyAreRefused() throws SQLException, IOException {
        assumeThat(asksForSetting(kind)).isTrue();
        try (StatementShards without = StatementShards.create(kind, "one_by_one_")) {
            try (Connection connection = without.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                Transcript.seed(connection);
                assertThatThrownBy(() -> statement.execute(UPDATES))
                        .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getErrorCode())
                                .isEqualTo(ErrorCode.SEVERAL_STATEMENTS_NOT_ALLOWED.number()))
                        .hasMessageContaining("allowMultiQueries=true");
                assertThat(statement.executeUpdate("UPDATE t_order SET status = 'c' WHERE user_id = 1;"))
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void anotherFaceCutsTheText() throws SQLException {
        ShardingDataSource sharded = shards.sharded();
        try (org.shardingjdbc.engine.door.Door door =
                sharded.unwrap(org.shardingjdbc.engine.door.Doors.class).open()) {
            assertThat(door.statements("SELECT 1; ;SELECT ';';")).containsExactly("SELECT 1", "SELECT ';'");
            assertThatThrownBy(() -> door.prepare("SELECT 1; SELECT 2"))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageContaining("statements()");
        }
    }
}
