package org.shardingjdbc.testkit.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

class ReplicatedServersTest {
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void standbyLagsWhilePausedIsKilledAndTakesWritesWhenPromoted(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedServer primary = servers.primary();
            ReplicatedServer standby = servers.standby(0);
            primary.run("CREATE DATABASE app");
            run(primary, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            standby.awaitAllOf(primary);
            assertThat(count(standby)).isEqualTo(1);
            assertThatThrownBy(() -> run(standby, "INSERT INTO t VALUES (99)")).isInstanceOf(SQLException.class);

            standby.pause();
            run(primary, "INSERT INTO t VALUES (2)");
            assertThat(count(standby)).isEqualTo(1);
            standby.resume();
            standby.awaitAllOf(primary);
            assertThat(count(standby)).isEqualTo(2);

            standby.kill();
            assertThatThrownBy(() -> count(standby)).isInstanceOf(SQLException.class);
            run(primary, "INSERT INTO t VALUES (3)");
            standby.restart();
            standby.readOnly(true);
            standby.awaitAllOf(primary);
            assertThat(count(standby)).isEqualTo(3);

            primary.kill();
            standby.promote();
            run(standby, "INSERT INTO t VALUES (4)");
            assertThat(count(standby)).isEqualTo(4);
        }
    }

    private static void run(ReplicatedServer server, String... statements) throws SQLException {
        try (Connection connection = connection(server);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static int count(ReplicatedServer server) throws SQLException {
        try (Connection connection = connection(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Connection connection(ReplicatedServer server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl("app"), server.user(), server.password());
    }
}
