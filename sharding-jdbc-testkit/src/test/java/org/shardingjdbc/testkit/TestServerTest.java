package org.shardingjdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestServerTest {
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void createdDatabaseIsEmptyAndUsable(DatabaseKind kind) throws SQLException {
        createTwice(TestServer.of(kind));
    }

    @Test
    void bothVersionsOfMySqlRunBesideEachOther() throws SQLException {
        createTwice(TestServer.mySql57());
        assertThat(version(TestServer.of(DatabaseKind.MYSQL))).startsWith("8.");
        assertThat(version(TestServer.mySql57())).startsWith("5.7.");
    }

    private static String version(TestServer server) throws SQLException {
        server.createDatabase("testkit_version");
        try (Connection connection = server.dataSource("testkit_version").getConnection()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    private static void createTwice(TestServer server) throws SQLException {
        assertThat(server.createDatabase("testkit_a")).startsWith("jdbc:");
        fill(server);
        server.createDatabase("testkit_a");
        fill(server);
        server.dropDatabase("testkit_a");
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void serverIsStartedOnce(DatabaseKind kind) {
        assertThat(TestServer.of(kind)).isSameAs(TestServer.of(kind));
    }

    @Test
    void stoppedServerIsStartedAnew() {
        TestServer before = TestServer.of(DatabaseKind.MARIADB);
        TestServer.stopAll();
        assertThat(TestServer.of(DatabaseKind.MARIADB)).isNotSameAs(before);
        assertThat(TestServer.of(DatabaseKind.MARIADB).createDatabase("testkit_b"))
                .contains("testkit_b");
    }

    @Test
    void databaseNameThatNeedsQuotesIsRefused() {
        TestServer server = TestServer.of(DatabaseKind.H2);
        assertThatThrownBy(() -> server.createDatabase("x; drop")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void environmentNamesAServer(DatabaseKind kind) {
        String variable = "SHARDING_TEST_" + kind.name();
        ServerAddress address = ServerAddress.fromEnvironment(
                variable, Map.of(variable + "_URL", "jdbc:x://h:1/?a=b", variable + "_USER", "u"));
        assertThat(address).isEqualTo(new ServerAddress("jdbc:x://h:1/", "?a=b", "u", ""));
        assertThat(address.jdbcUrl("d")).isEqualTo("jdbc:x://h:1/d?a=b");
        assertThat(ServerAddress.fromEnvironment(variable, Map.of())).isNull();
    }

    private static void fill(TestServer server) throws SQLException {
        try (Connection connection = server.dataSource("testkit_a").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
            assertThat(statement.executeUpdate("INSERT INTO t VALUES (1, 'ä'), (2, NULL)"))
                    .isEqualTo(2);
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(name) FROM t")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(2);
                assertThat(rows.getString(2)).isEqualTo("ä");
            }
        }
    }
}
