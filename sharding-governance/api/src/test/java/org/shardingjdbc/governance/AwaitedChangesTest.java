package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;

/** What is told of a change when the registry goes away while others are waited for. */
class AwaitedChangesTest {
    private static GovernedInstances instances(String name) {
        return new GovernedInstances(name, """
                  type: Cluster
                  repository:
                    type: JDBC
                    props:
                      jdbc_url: '%s'
                      pollIntervalMilliseconds: 50
                """.formatted(url(name)));
    }

    private static String url(String name) {
        return "jdbc:h2:mem:" + name + "_registry;DB_CLOSE_DELAY=-1";
    }

    /** The registry does not tell of its instances; or does so again. */
    private static void hide(String name, boolean hidden) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(name), "sa", "");
                Statement statement = connection.createStatement()) {
            String table = "sharding_jdbc_instance";
            statement.execute(
                    "ALTER TABLE " + (hidden ? table : "hidden") + " RENAME TO " + (hidden ? "hidden" : table));
        }
    }

    @Test
    void aRegistryThatIsBackInTimeIsWaitedFor() throws Exception {
        GovernedInstances instances = instances("awaited_back");
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            hide("awaited_back", true);
            CompletableFuture<Void> back = CompletableFuture.runAsync(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                try {
                    hide("awaited_back", false);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            first.reconfigure(
                    instances.configuration(3, ""),
                    ReconfigureOptions.builder()
                            .awaitInstances(Duration.ofSeconds(90))
                            .build());
            back.get(90, TimeUnit.SECONDS);
            assertThat(second.dataNodes("t_order")).hasSize(6);
        }
    }

    @Test
    void aChangeThatCountsIsToldToCount() throws SQLException {
        GovernedInstances instances = instances("awaited_away");
        try (ShardingDataSource only = instances.open(2)) {
            hide("awaited_away", true);
            assertThatThrownBy(() -> only.reconfigure(
                            instances.configuration(3, ""),
                            ReconfigureOptions.builder()
                                    .awaitInstances(Duration.ofMillis(100))
                                    .build()))
                    .hasMessageContaining("SHD-7010: Version 2")
                    .hasMessageContaining("SHD-7003")
                    .hasMessageContaining("it counts for the others")
                    .hasRootCauseInstanceOf(SQLException.class);
            assertThat(only.dataNodes("t_order")).hasSize(6);
        }
    }

    @Test
    void aChangeOfAllIsTakenBackWhenNobodyCanBeAsked() throws SQLException {
        GovernedInstances instances = instances("awaited_none");
        try (ShardingDataSource only = instances.open(2)) {
            hide("awaited_none", true);
            assertThatThrownBy(() -> only.reconfigure(
                            instances.configuration(3, ""),
                            ReconfigureOptions.builder()
                                    .awaitInstances(Duration.ofMillis(100))
                                    .rollBack()
                                    .build()))
                    .hasMessageContaining("SHD-7010: Version 2")
                    .hasMessageContaining("version 3 is what was before");
            assertThat(only.dataNodes("t_order")).hasSize(4);
        }
    }

    /** No statement of the two overlaps here, and when it is done the others have it, too; else nobody has. */
    @Test
    void whatRunsHereIsWaitedForBesideTheOthers() throws SQLException {
        GovernedInstances instances = instances("awaited_both");
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                Connection connection = first.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_order (order_id, user_id) VALUES (1, 1)");
            assertThatThrownBy(() -> first.reconfigure(instances.configuration(3, ""), both(Duration.ofMillis(100))))
                    .hasMessageContaining("SHD-7016");
            assertThat(first.dataNodes("t_order")).hasSize(4);
            assertThat(second.dataNodes("t_order")).hasSize(4);
            connection.rollback();
            first.reconfigure(instances.configuration(3, ""), both(Duration.ofSeconds(90)));
            assertThat(first.dataNodes("t_order")).hasSize(6);
            assertThat(second.dataNodes("t_order")).hasSize(6);
        }
    }

    private static ReconfigureOptions both(Duration limit) {
        return ReconfigureOptions.builder()
                .handover(Newcomers.WAIT, limit)
                .awaitInstances(Duration.ofSeconds(90))
                .rollBack()
                .build();
    }
}
