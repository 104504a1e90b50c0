package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** How far replicas are, told by a table. */
class HeartbeatTest {
    private static final String AMOUNT = "SELECT amount FROM t WHERE id = 1";
    private static final String TERMS = """
                  health: {probe-period-millis: 20}
                  max-lag-millis: 500
                  read-your-writes: {until: replayed}
                  heartbeat-table: beats
            """;

    @Test
    void replicasThatLagRestAndOwnWritesAreSeen() throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(DatabaseKind.MARIADB, 1)) {
            ReplicatedDataSource.prepare(servers);
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, TERMS)) {
                // nobody made the table: its replica rests, and the primary does not
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 0)");
                assertThat(answering(dataSource)).isEqualTo("primary");
                servers.primary()
                        .run(
                                "CREATE TABLE app.beats (id INT PRIMARY KEY, beat BIGINT NOT NULL)",
                                "INSERT INTO app.beats VALUES (1, 0)");
                await(() -> answering(dataSource).equals("r_0"));

                try (Connection connection = dataSource.getConnection();
                        Statement statement = connection.createStatement()) {
                    for (int i = 1; i <= 50; i++) {
                        statement.executeUpdate("UPDATE t SET amount = " + i + " WHERE id = 1");
                        assertThat(number(connection, AMOUNT)).isEqualTo(i);
                    }
                    servers.standby(0).pause();
                    statement.executeUpdate("UPDATE t SET amount = 100 WHERE id = 1");
                    assertThat(number(connection, AMOUNT)).isEqualTo(100);
                    assertThat(number(dataSource, AMOUNT)).isNotEqualTo(100);
                    try (ShardingHint hint = ShardingHint.open()) {
                        hint.seeWrites(dataSource.writesToken());
                        assertThat(number(dataSource, AMOUNT)).isEqualTo(100);
                    }
                    await(() -> answering(dataSource).equals("primary"));
                    servers.standby(0).resume();
                    await(() -> answering(dataSource).equals("r_0"));
                    assertThat(number(dataSource, AMOUNT)).isEqualTo(100);
                }
            }
        }
    }

    @Test
    void itGoesTogetherWithNoFailover() {
        assertThatThrownBy(() -> ReplicatedDataSource.parse("      failover: follow\n      heartbeat-table: beats\n"))
                .hasMessageContaining("heartbeat-table")
                .hasMessageContaining("failover");
        assertThatThrownBy(() -> ReplicatedDataSource.parse("      heartbeat-table: 'beats; DROP TABLE t'\n"))
                .hasMessageContaining("is no table");
    }
}
