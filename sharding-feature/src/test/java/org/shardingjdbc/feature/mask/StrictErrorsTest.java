package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Databases show rows in their errors: those of a table with a strict mask do not get to the application. */
class StrictErrorsTest {
    private static final String SECRET = "Geheim";

    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 2}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !MASK
              tables:
                t:
                  columns:
                    name: {maskAlgorithm: ends, strict: true}
                open:
                  columns:
                    name: {maskAlgorithm: ends}
              maskAlgorithms:
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 1, replace-char: '*'}}
            """;

    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "strict_errors_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded(
                "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(40), n INT NOT NULL, CHECK (n > 0))",
                "CREATE TABLE open (id INT PRIMARY KEY, name VARCHAR(40), n INT NOT NULL)",
                "INSERT INTO t (id, name, n) VALUES (1, '" + SECRET + "1', 1), (2, '" + SECRET + "2', 1)",
                "INSERT INTO open (id, name, n) VALUES (1, '" + SECRET + "1', 1)");
        return fixture;
    }

    private interface Work {
        void on(Statement statement) throws SQLException;
    }

    private static SQLException failing(Connection connection, Work work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return catchThrowableOfType(SQLException.class, () -> work.on(statement));
        }
    }

    /** All that an application's log writes of it. */
    private static String written(SQLException error) {
        StringWriter written = new StringWriter();
        for (SQLException each = error; each != null; each = each.getNextException()) {
            each.printStackTrace(new PrintWriter(written));
        }
        return written.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void rowsOfTheTableAreNotShown(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind);
                Connection connection = fixture.sharded().getConnection()) {
            for (String sql : List.of(
                    "UPDATE t SET n = 0 WHERE id = 1",
                    "UPDATE t SET n = 0",
                    "UPDATE t SET n = NULL WHERE id = 2",
                    "INSERT INTO t (id, name, n) VALUES (1, 'other', 7)")) {
                SQLException error = failing(connection, statement -> statement.executeUpdate(sql));
                assertThat(error.getMessage()).as(sql).contains("SHD-5011", "column name of");
                assertThat(written(error)).as(sql).doesNotContain(SECRET);
                assertThat(error.getSQLState()).as(sql).startsWith("23");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void batchesAndTransactionsDoNotShowThemEither(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind);
                Connection connection = fixture.sharded().getConnection()) {
            SQLException ofTexts = failing(connection, statement -> {
                statement.addBatch("UPDATE open SET n = 2 WHERE id = 1");
                statement.addBatch("UPDATE t SET n = 0 WHERE id = 1");
                statement.addBatch("UPDATE t SET n = 0 WHERE id = 2");
                statement.executeBatch();
            });
            assertThat((Throwable) ofTexts)
                    .isInstanceOf(BatchUpdateException.class)
                    .hasMessageContaining("SHD-5011");
            assertThat(written(ofTexts)).doesNotContain(SECRET);
            try (PreparedStatement prepared = connection.prepareStatement("UPDATE t SET n = ? WHERE id = ?")) {
                for (int id = 1; id < 3; id++) {
                    prepared.setInt(1, 2 - id);
                    prepared.setInt(2, id);
                    prepared.addBatch();
                }
                SQLException ofRows = catchThrowableOfType(SQLException.class, prepared::executeBatch);
                assertThat((Throwable) ofRows)
                        .isInstanceOf(BatchUpdateException.class)
                        .hasMessageContaining("SHD-5011");
                assertThat(written(ofRows)).doesNotContain(SECRET);
                assertThat(((BatchUpdateException) ofRows).getUpdateCounts()).isNotNull();
            }
            connection.setAutoCommit(false);
            assertThat(written(failing(connection, statement -> statement.executeUpdate("UPDATE t SET n = 0"))))
                    .contains("SHD-5011");
            SQLException next = failing(connection, statement -> statement.executeQuery("SELECT id FROM open"));
            assertThat(next == null ? "" : written(next)).doesNotContain(SECRET);
            SQLException commit = catchThrowableOfType(SQLException.class, connection::commit);
            assertThat(commit == null ? "" : written(commit)).doesNotContain(SECRET);
        }
    }

    /** Others are as helpful as the database makes them. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void errorsOfOtherTablesAreTold(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind);
                Connection connection = fixture.sharded().getConnection()) {
            SQLException error =
                    failing(connection, statement -> statement.executeUpdate("INSERT INTO open VALUES (1, 'x', 1)"));
            assertThat(error.getMessage()).doesNotContain("SHD-").contains("ds_1");
            assertThat(error.getCause()).isInstanceOf(SQLException.class);
            if (kind != DatabaseKind.POSTGRESQL) {
                assertThat((Throwable) error).isInstanceOf(SQLIntegrityConstraintViolationException.class);
            }
        }
    }
}
