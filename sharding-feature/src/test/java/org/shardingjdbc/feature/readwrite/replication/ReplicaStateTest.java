package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** Replicas that die, come back and lag, of real servers. */
class ReplicaStateTest {
    private static final String COUNT = "SELECT COUNT(*) FROM t";
    private static final int TRIES = Integer.getInteger("readYourWrites.tries", 50);
    /** So many after each write that the replica gets some of them. */
    private static final int READS = Integer.getInteger("readYourWrites.reads", 40);

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void readsGoOnWhereReplicasAnswerAndHaveWhatTheyNeed(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedDataSource.prepare(servers);
            ownWritesAreSeen(servers);
            laggingReplicasRest(servers);
            deadReplicasAreLeftOut(servers);
            replicasMayBeAwayAtTheStart(servers);
            aPromotedReplicaIsNamedByTheNextConfiguration(servers);
        }
    }

    /** With a replica that always lags a little, and then one that gets nothing. */
    private static void ownWritesAreSeen(ReplicatedServers servers) throws SQLException {
        String quickly = "      health: {probe-period-millis: 10}\n";
        int blind;
        try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, quickly)) {
            execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 0)");
            servers.standby(0).awaitAllOf(servers.primary());
            servers.standby(0).pause();
            blind = violations(dataSource, TRIES / 10 + 1);
            servers.standby(0).resume();
        }
        assertThat(blind).isPositive();
        for (String own : new String[] {"{until: replayed}", "{window-millis: 5000}"}) {
            try (ShardingDataSource dataSource =
                    ReplicatedDataSource.open(servers, quickly + "      read-your-writes: " + own + "\n")) {
                assertThat(violations(dataSource, TRIES)).as(own).isZero();
                servers.standby(0).pause();
                assertThat(violations(dataSource, TRIES)).as(own + ", paused").isZero();
                servers.standby(0).resume();
                assertThat(answering(dataSource)).isEqualTo("r_0");
            }
        }
        try (ShardingDataSource dataSource =
                        ReplicatedDataSource.open(servers, quickly + "      read-your-writes: {until: replayed}\n");
                Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET amount = -1")) {
            update.executeUpdate();
            assertThat(number(connection, "SELECT amount FROM t")).isEqualTo(-1);
            // it is seen on the replica as soon as that is known to have it
            servers.standby(0).awaitAllOf(servers.primary());
            await(() -> isBusy(dataSource, connection));
        }
    }

    /** Whether reads of that connection reach the replica. */
    private static boolean isBusy(ShardingDataSource dataSource, Connection connection) {
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN SHARDING ANALYZE SELECT amount FROM t");
                ResultSet rows = explain.executeQuery()) {
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                text.append(rows.getString(1)).append('\n');
            }
            return text.indexOf("r_0") >= 0 && !dataSource.isClosed();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** How often a session did not see what it wrote right before. */
    private static int violations(ShardingDataSource dataSource, int tries) throws SQLException {
        int violations = 0;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET amount = ? WHERE id = 1")) {
            for (int i = 1; i <= tries; i++) {
                update.setInt(1, i);
                update.executeUpdate();
                for (int read = 0; read < READS; read++) {
                    violations += number(connection, "SELECT amount FROM t WHERE id = 1") == i ? 0 : 1;
                }
            }
        }
        return violations;
    }

    private static void laggingReplicasRest(ReplicatedServers servers) throws SQLException {
        try (ShardingDataSource dataSource = ReplicatedDataSource.open(
                servers, "      health: {probe-period-millis: 50}\n      max-lag-millis: 300\n")) {
            await(() -> answering(dataSource).equals("r_0"));
            servers.standby(0).pause();
            execute(dataSource, "UPDATE t SET amount = 1000000");
            await(() -> answering(dataSource).equals("primary"));
            assertThat(number(dataSource, "SELECT amount FROM t WHERE id = 1")).isEqualTo(1000000);
            servers.standby(0).resume();
            await(() -> answering(dataSource).equals("r_0"));
            assertThat(number(dataSource, "SELECT amount FROM t WHERE id = 1")).isEqualTo(1000000);
        }
    }

    private static void deadReplicasAreLeftOut(ReplicatedServers servers) throws SQLException {
        try (ShardingDataSource dataSource =
                        ReplicatedDataSource.open(servers, "      health: {probe-period-millis: 100}\n");
                Connection connection = dataSource.getConnection();
                PreparedStatement count = connection.prepareStatement(COUNT)) {
            assertThat(answering(dataSource)).isEqualTo("r_0");
            assertThat(counted(count)).isEqualTo(1);
            servers.standby(0).kill();
            for (int i = 0; i < 20; i++) {
                assertThat(counted(count)).isEqualTo(1);
            }
            assertThat(answering(dataSource)).isEqualTo("primary");
            servers.standby(0).restart();
            servers.standby(0).readOnly(true);
            await(() -> answering(dataSource).equals("r_0"));
            assertThat(counted(count)).isEqualTo(1);
        }
    }

    private static int counted(PreparedStatement count) throws SQLException {
        try (ResultSet row = count.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void replicasMayBeAwayAtTheStart(ReplicatedServers servers) throws SQLException {
        servers.standby(0).kill();
        String terms = "      health: {probe-period-millis: 100, when-none: fail}\n";
        try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, terms)) {
            await(() -> !answering(dataSource).equals("r_0"));
            assertThatThrownBy(() -> number(dataSource, COUNT))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("r_0")
                    .hasMessageContaining("ds");
            execute(dataSource, "UPDATE t SET amount = 2");
            servers.standby(0).restart();
            servers.standby(0).readOnly(true);
            await(() -> answering(dataSource).equals("r_0"));
            servers.standby(0).awaitAllOf(servers.primary());
            assertThat(number(dataSource, "SELECT amount FROM t")).isEqualTo(2);
        }
    }

    private static void aPromotedReplicaIsNamedByTheNextConfiguration(ReplicatedServers servers) throws SQLException {
        try (ShardingDataSource dataSource =
                ReplicatedDataSource.open(servers, "      health: {probe-period-millis: 100}\n")) {
            // what the table is like is asked of the primary
            assertThat(number(dataSource, COUNT)).isEqualTo(1);
            servers.primary().kill();
            assertThat(number(dataSource, COUNT)).isEqualTo(1);
            assertThatThrownBy(() -> execute(dataSource, "UPDATE t SET amount = 3"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("primary");
            servers.standby(0).promote();
            dataSource.reconfigure(ReplicatedDataSource.ofOne("primary", servers.standby(0)));
            execute(dataSource, "UPDATE t SET amount = 3");
            assertThat(number(dataSource, "SELECT amount FROM t")).isEqualTo(3);
        }
    }
}
