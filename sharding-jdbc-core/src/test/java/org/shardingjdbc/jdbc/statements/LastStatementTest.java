package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What the last statement of a session did is told by the connection on which it ran, or not at all. */
class LastStatementTest {
    private static Fixture<ShardingDataSource> one(DatabaseKind kind) throws Exception {
        return Fixture.on(kind, "last_statement")
                .dataSources(1)
                .rules("rules:\n- !SINGLE\n  tables: ['*.*']\n")
                .pool("maximumPoolSize: 1")
                .open(ShardingDataSourceFactory::create);
    }

    private static Object first(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getObject(1) : null;
        }
    }

    /** In autocommit mode another session may use the connection between two statements of this one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "MYSQL;SELECT LAST_INSERT_ID()",
                "MYSQL;SELECT @@identity",
                "MYSQL;SELECT @@session.last_insert_id",
                "MARIADB;SELECT LAST_INSERT_ID()",
                "MARIADB;SELECT @@last_insert_id"
            })
    void theKeyOfAnotherSessionIsNotTold(DatabaseKind kind, String question) throws Exception {
        try (Fixture<ShardingDataSource> fixture = one(kind);
                Connection own = fixture.sharded().getConnection();
                Connection other = fixture.sharded().getConnection();
                Statement statement = own.createStatement();
                Statement others = other.createStatement()) {
            statement.execute("CREATE TABLE t_key (id BIGINT PRIMARY KEY AUTO_INCREMENT, n INT)");
            statement.execute("INSERT INTO t_key (n) VALUES (1)");
            assertThat(first(statement, question)).hasToString("1");
            assertThat(first(statement, question)).hasToString("1");
            others.execute("INSERT INTO t_key (n) VALUES (2)");
            assertThat(first(statement, question)).hasToString("1");
            assertThat(first(others, question)).hasToString("2");
            statement.execute("INSERT INTO t_key (n) VALUES ((" + question + ") + 10)");
            assertThat(first(statement, "SELECT MAX(n) FROM t_key")).hasToString("11");
            assertThat(first(others, question)).hasToString("2");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void aTransactionTellsItsOwn(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = one(kind);
                Connection own = fixture.sharded().getConnection();
                Statement statement = own.createStatement()) {
            statement.execute("CREATE TABLE t_key (id BIGINT PRIMARY KEY AUTO_INCREMENT, n INT)");
            own.setAutoCommit(false);
            statement.execute("INSERT INTO t_key (n) VALUES (1)");
            assertThat(first(statement, "SELECT @@identity")).hasToString("1");
            statement.execute("DROP TABLE IF EXISTS t_none");
            own.setAutoCommit(true);
            own.setAutoCommit(false);
            statement.execute("INSERT IGNORE INTO t_key (id, n) VALUES (1, 7)");
            assertThat(first(statement, "SHOW WARNINGS")).isNotNull();
            own.commit();
            own.setAutoCommit(true);
            assertThatThrownBy(() -> statement.executeQuery("SHOW WARNINGS")).hasMessageContaining("SHD-2116");
        }
    }
}
