package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitExecuted;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitSeen;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** A primary that moves, comes back, and moves again, while configurations change and end. */
class PrimaryThereAndBackTest {
    private static final String TERMS = """
                  health: {probe-period-millis: 30}
                  read-your-writes: {until: replayed}
                  failover: follow
            """;

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"MARIADB", "MYSQL"})
    void thePrimaryIsUsedAgainWhenItFollowedAndWasPromoted(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedDataSource.prepare(servers);
            ReplicatedServer primary = servers.primary();
            ReplicatedServer replica = servers.standby(0);
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, TERMS)) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)");
                replica.awaitAllOf(primary);
                awaitSeen(dataSource, "r_0");

                primary.readOnly(true);
                replica.promote();
                for (int i = 0; i < 5; i++) {
                    // while it moves
                    dataSource.reconfigure(ReplicatedDataSource.configuration(servers, TERMS));
                }
                awaitExecuted(dataSource, "UPDATE t SET amount = 2");
                dataSource.reconfigure(ReplicatedDataSource.configuration(servers, TERMS));
                execute(dataSource, "UPDATE t SET amount = 3");
                assertThat(direct(replica)).isEqualTo(3);
                // it takes writes as it did, and lacks what was written meanwhile
                primary.readOnly(false);
                for (int i = 4; i < 20; i++) {
                    execute(dataSource, "UPDATE t SET amount = " + i);
                    assertThat(number(dataSource, "SELECT amount FROM t")).isEqualTo(i);
                }
                assertThat(direct(primary)).isEqualTo(1);
                assertThat(direct(replica)).isEqualTo(19);

                primary.readOnly(true);
                follow(primary, replica);
                primary.awaitAllOf(replica);
                replica.readOnly(true);
                primary.promote();
                awaitExecuted(dataSource, "UPDATE t SET amount = 20");
                assertThat(direct(primary)).isEqualTo(20);
                follow(replica, primary);
                await(() -> answering(dataSource).equals("r_0"));
                assertThat(number(dataSource, "SELECT amount FROM t")).isEqualTo(20);
            }
            await(() -> connections(primary) == 0 && connections(replica) == 0);
            await(PrimaryThereAndBackTest::noProbeRuns);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB"})
    void aPromotionBeforeTheStartIsTold(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 2)) {
            ReplicatedDataSource.prepare(servers);
            servers.standby(0).promote();
            // the configuration calls primary who is a standby now
            try (ShardingDataSource dataSource =
                    ReplicatedDataSource.open(TERMS, servers.standby(1), servers.standby(0))) {
                await(() -> isRefused(dataSource));
                assertThatThrownBy(() -> execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5022")
                        .hasMessageContaining("r_0 does")
                        .hasMessageContaining("writeDataSourceName");
                assertThat(number(dataSource, "SELECT COUNT(*) FROM t")).isZero();
            }
        }
    }

    private static boolean isRefused(ShardingDataSource dataSource) {
        try {
            execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)");
            throw new AssertionError("a standby was written to");
        } catch (SQLException e) {
            return e.getMessage().contains("SHD-5022");
        }
    }

    private static void follow(ReplicatedServer demoted, ReplicatedServer primary) throws SQLException {
        if (demoted.kind() == DatabaseKind.MARIADB) {
            // what it wrote itself it has
            demoted.run("SET GLOBAL gtid_slave_pos = @@global.gtid_current_pos");
        }
        demoted.follow(primary);
    }

    private static int direct(ReplicatedServer server) throws SQLException {
        return query(server, "SELECT amount FROM t");
    }

    private static int query(ReplicatedServer server, String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("app"), server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** How many the application has there, besides the one that asks. */
    private static int connections(ReplicatedServer server) {
        try {
            return query(
                    server,
                    "SELECT COUNT(*) FROM information_schema.processlist WHERE user = '" + server.user()
                            + "' AND id <> CONNECTION_ID()");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean noProbeRuns() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("sharding-readwrite-probe"));
    }
}
