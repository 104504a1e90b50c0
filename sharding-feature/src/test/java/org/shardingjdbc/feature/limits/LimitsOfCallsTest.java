package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Calls of procedures are bounded as other statements are: all their results together. */
class LimitsOfCallsTest {
    private static final String NAME = "limits_of_calls";
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: '%s', username: '%s', password: '%s'}
            rules:
            - !LIMITS
              limits:
                calls: {%s}
            """;

    private static ShardingDataSource create(DatabaseKind kind, String limit, String... definitions)
            throws SQLException {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase(NAME);
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String definition : definitions) {
                statement.execute(definition);
            }
        }
        String yaml = YAML.formatted(url, server.user(), server.password(), limit);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    /** 1 and 2; then 3, 4 and 5. */
    private static ShardingDataSource createTwoResults(DatabaseKind kind, String limit) throws SQLException {
        return create(
                kind,
                limit,
                "CREATE PROCEDURE two_results() BEGIN SELECT 1 AS v UNION ALL SELECT 2;"
                        + " SELECT 3 AS v UNION ALL SELECT 4 UNION ALL SELECT 5; END");
    }

    @ParameterizedTest
    @CsvSource({
        "MARIADB,maxRowsReturned: 3",
        "MYSQL,maxRowsReturned: 3",
        "MARIADB,'statements: READS, maxRowsReturned: 3'"
    })
    void rowsOfAllResultsAreCounted(DatabaseKind kind, String limit) throws SQLException {
        try (ShardingDataSource dataSource = createTwoResults(kind, limit);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("CALL two_results()")) {
            for (int i = 0; i < 2; i++) {
                assertThat(i == 0 ? statement.execute("CALL two_results()") : prepared.execute())
                        .isTrue();
                Statement executed = i == 0 ? statement : prepared;
                ResultSet first = executed.getResultSet();
                assertThat(first.next()).isTrue();
                assertThat(first.next()).isTrue();
                assertThat(first.getInt(1)).isEqualTo(2);
                assertThat(first.next()).isFalse();
                assertThat(executed.getMoreResults()).isTrue();
                ResultSet second = executed.getResultSet();
                assertThat(second.next()).isTrue();
                assertThat(second.getInt(1)).isEqualTo(3);
                refused(second);
                assertThatThrownBy(() -> second.getInt(1)).isInstanceOf(SQLException.class);
                assertThat(executed.getMoreResults()).isFalse();
                while (executed.getUpdateCount() >= 0) {
                    assertThat(executed.getMoreResults()).isFalse();
                }
            }
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    private static void refused(ResultSet rows) {
        assertThatThrownBy(rows::next)
                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                        .isEqualTo(ErrorCode.LIMIT_ROWS_RETURNED.number()))
                .hasMessageContaining("Limit calls of all tables");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void resultsThatAreKeptAndReadInTurnAreOne(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = createTwoResults(kind, "maxRowsReturned: 3");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CALL two_results()")).isTrue();
            ResultSet first = statement.getResultSet();
            assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isTrue();
            ResultSet second = statement.getResultSet();
            assertThat(second.next()).isTrue();
            assertThat(first.next()).isTrue();
            assertThat(second.next()).isTrue();
            refused(first);
            refused(second);
        }
    }

    /** A row counts once, in whichever of them it is. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void resultsThatAreScrolledAreCountedByTheirPlaces(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = createTwoResults(kind, "maxRowsReturned: 3");
                Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            assertThat(statement.execute("CALL two_results()")).isTrue();
            ResultSet first = statement.getResultSet();
            assertThat(first.last()).isTrue();
            assertThat(first.previous()).isTrue();
            assertThat(first.next()).isTrue();
            assertThat(statement.getMoreResults()).isTrue();
            ResultSet second = statement.getResultSet();
            assertThat(second.first()).isTrue();
            refused(second);
            assertThatThrownBy(() -> second.getInt(1)).isInstanceOf(SQLException.class);
            assertThat(second.absolute(1)).isTrue();
            assertThat(second.getInt(1)).isEqualTo(3);
            refused(second);
        }
    }

    @Test
    void whatFitsIsGivenWhole() throws SQLException {
        try (ShardingDataSource dataSource = createTwoResults(DatabaseKind.MARIADB, "maxRowsReturned: 5");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CALL two_results()")).isTrue();
            int rows = count(statement.getResultSet());
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(rows + count(statement.getResultSet())).isEqualTo(5);
            assertThat((Throwable) statement.getWarnings()).isNull();
        }
        try (ShardingDataSource dataSource =
                        createTwoResults(DatabaseKind.MARIADB, "maxRowsReturned: 3, action: WARN");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CALL two_results()")).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(2);
            assertThat((Throwable) statement.getWarnings()).isNull();
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(3);
            assertThat((Throwable) statement.getWarnings()).hasMessageContaining("returns more than 3 row(s)");
        }
        try (ShardingDataSource dataSource = createTwoResults(DatabaseKind.MARIADB, "maxRowsReturned: 1, tables: [t]");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CALL two_results()")).isTrue();
            assertThat(count(statement.getResultSet())).isEqualTo(2);
        }
    }

    @Test
    void aCallHasItsTime() throws SQLException {
        try (ShardingDataSource dataSource =
                        create(DatabaseKind.MARIADB, "maxSeconds: 1", "CREATE PROCEDURE slow() SELECT SLEEP(20)");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("CALL slow()"))
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessageContaining("SHD-4124: Limit calls");
        }
    }

    @Test
    void h2CountsTheRowsOfAFunction() throws SQLException {
        try (ShardingDataSource dataSource = create(
                        DatabaseKind.H2,
                        "maxRowsReturned: 3",
                        "CREATE ALIAS many AS 'java.sql.ResultSet many(java.sql.Connection c) throws"
                                + " java.sql.SQLException { return c.createStatement().executeQuery("
                                + "\"SELECT x FROM SYSTEM_RANGE(1, 4)\"); }'");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("CALL many()")) {
            for (int i = 1; i <= 3; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(i);
            }
            refused(rows);
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }
}
