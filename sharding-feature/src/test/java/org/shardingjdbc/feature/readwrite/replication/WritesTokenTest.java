package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.hint.WritesToken;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** What one service wrote and another one, with a data source of its own, reads from replicas that lag. */
class WritesTokenTest {
    private static final String TERMS = "      health: {probe-period-millis: 20}\n";
    private static final String OWN = TERMS + "      read-your-writes: {until: replayed}\n";
    private static final String AMOUNT = "SELECT amount FROM t WHERE id = 1";

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void anotherServiceSeesWhatWasWrittenBeforeTheToken(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedDataSource.prepare(servers);
            ReplicatedServer replica = servers.standby(0);
            try (ShardingDataSource writing = ReplicatedDataSource.open(servers, OWN);
                    ShardingDataSource reading = ReplicatedDataSource.open(servers, TERMS)) {
                execute(writing, "INSERT INTO t (id, amount) VALUES (1, 0)");
                replica.awaitAllOf(servers.primary());
                await(() -> answering(reading).equals("r_0"));
                int blind = 0;
                for (int i = 1; i <= 10; i++) {
                    replica.pause();
                    execute(writing, "UPDATE t SET amount = " + i + " WHERE id = 1");
                    String token = writing.writesToken();
                    blind += number(reading, AMOUNT) == i ? 0 : 1;
                    try (ShardingHint hint = ShardingHint.open()) {
                        hint.seeWrites(token);
                        assertThat(number(reading, AMOUNT)).isEqualTo(i);
                        assertThat(answering(reading)).isEqualTo("primary");
                        replica.resume();
                        for (int read = 0; read < 20; read++) {
                            assertThat(number(reading, AMOUNT)).isEqualTo(i);
                        }
                        await(() -> answering(reading).equals("r_0"));
                        assertThat(number(reading, AMOUNT)).isEqualTo(i);
                    }
                }
                assertThat(blind)
                        .as("reads without the token that miss a write")
                        .isPositive();
                tokensOfOthersReadFromThePrimary(reading);
                transactionsSeeItToo(servers, writing, reading);
                oldAnswersAreAllowed(servers, writing);
            }
        }
    }

    private static void tokensOfOthersReadFromThePrimary(ShardingDataSource reading) {
        for (WritesToken other : new WritesToken[] {
            WritesToken.of(Map.of("another", "1:0/1")),
            WritesToken.of(Map.of("ds", "")),
            WritesToken.of(Map.of("ds", "'; DROP TABLE t"))
        }) {
            try (ShardingHint hint = ShardingHint.open()) {
                hint.seeWrites(other.text());
                assertThat(answering(reading)).isEqualTo("primary");
            }
        }
        assertThat(answering(reading)).isEqualTo("r_0");
    }

    private static void transactionsSeeItToo(
            ReplicatedServers servers, ShardingDataSource writing, ShardingDataSource reading) throws SQLException {
        try (Connection transaction = reading.getConnection()) {
            transaction.setReadOnly(true);
            transaction.setAutoCommit(false);
            assertThat(number(transaction, AMOUNT)).isEqualTo(10);
            servers.standby(0).pause();
            execute(writing, "UPDATE t SET amount = 11 WHERE id = 1");
            try (ShardingHint hint = ShardingHint.open()) {
                hint.seeWrites(writing.writesToken());
                assertThat(number(transaction, AMOUNT)).isEqualTo(11);
            }
            transaction.rollback();
            servers.standby(0).resume();
        }
    }

    private static void oldAnswersAreAllowed(ReplicatedServers servers, ShardingDataSource dataSource)
            throws SQLException {
        servers.standby(0).awaitAllOf(servers.primary());
        servers.standby(0).pause();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE t SET amount = 12 WHERE id = 1");
            assertThat(number(connection, AMOUNT)).isEqualTo(12);
            assertThat(number(connection, "/* SHARDING_HINT: REPLICA_ALLOWED=true */ " + AMOUNT))
                    .isEqualTo(11);
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET amount = 13 WHERE id = 1");
            assertThat(number(connection, AMOUNT)).isEqualTo(13);
            String token = dataSource.writesToken();
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setReplicaAllowed();
                assertThat(number(connection, AMOUNT)).isEqualTo(11);
                // what must be seen goes before what may be old
                hint.seeWrites(token);
                assertThat(number(connection, AMOUNT)).isEqualTo(13);
            }
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setReplicaAllowed().setWriteRouteOnly();
                assertThat(number(connection, AMOUNT)).isEqualTo(13);
            }
            connection.rollback();
        }
        servers.standby(0).resume();
    }
}
