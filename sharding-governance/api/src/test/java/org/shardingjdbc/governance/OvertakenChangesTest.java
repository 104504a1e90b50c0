package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;

/** Changes that are taken back after another instance has changed something else. */
class OvertakenChangesTest {
    private static final String MODE = """
              type: Cluster
              repository:
                type: JDBC
                props:
                  jdbc_url: 'jdbc:h2:mem:overtaken_registry;DB_CLOSE_DELAY=-1'
                  pollIntervalMilliseconds: 50
            """;
    private static final String SOURCES = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:overtaken_0', username: sa}
            """;
    private static final String SECOND_SOURCE = "  ds_1: {jdbcUrl: '$${URL}', username: sa}\n";

    private static GovernedInstances where(String url) {
        return new GovernedInstances("overtaken", MODE).with("URL", url);
    }

    private static boolean isOn(ShardingDataSource dataSource, long version) {
        try {
            return dataSource.governance().version() == version;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatOthersChangedSinceIsNotTakenBack() throws Exception {
        GovernedInstances able = where("jdbc:h2:mem:overtaken_1");
        ExecutorService threads = Executors.newSingleThreadExecutor();
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        try (ShardingDataSource first = ShardingDataSourceFactory.create(able.document(SOURCES));
                ShardingDataSource second = ShardingDataSourceFactory.create(able.document(SOURCES));
                ShardingDataSource unable = ShardingDataSourceFactory.create(
                        where("jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/mem:none")
                                .document(SOURCES))) {
            Future<?> change = threads.submit(() -> {
                first.reconfigure(
                        able.document(SOURCES + SECOND_SOURCE),
                        ReconfigureOptions.builder()
                                .awaitInstances(Duration.ofSeconds(90))
                                .rollBack()
                                .build());
                return null;
            });
            assertThat(Governed.until(() -> isOn(second, 2))).isTrue();
            second.reconfigure(able.document(SOURCES + SECOND_SOURCE + "props: {sql-simple: true}\n"));
            assertThat(Governed.until(() -> isOn(first, 3))).isTrue();
            silent.close();
            assertThatThrownBy(change::get)
                    .hasMessageContaining("SHD-7010")
                    .hasMessageContaining(unable.governance().instanceId())
                    .hasMessageContaining("others changed the configuration since");
            assertThat(first.governance().version()).isEqualTo(3);
            assertThat(first.configuration().dataSources()).containsKey("ds_1");
        } finally {
            threads.shutdownNow();
            silent.close();
        }
    }
}
