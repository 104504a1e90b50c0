package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.testkit.BareDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.PrefixDriver;
import org.shardingjdbc.transaction.TransactionSetup;

/** Who opens, changes and closes holds up nobody who has nothing to do with it. What must not wait hangs if it does. */
@Timeout(300)
class LifeCycleTest {
    private static final TestServer H2 = TestServer.of(DatabaseKind.H2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        answers.countDown();
        threads.shutdownNow();
    }

    /** A database that does not answer until the latch says so, and then is away. */
    private Connection away() throws SQLException {
        asked.countDown();
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SQLException("It is away", "08001");
    }

    private static ShardingConfiguration configuration(Map<String, DataSource> dataSources) {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        dataSources.forEach(builder::dataSource);
        return builder.rule(ShardingRuleConfiguration.builder()
                        .table(new ShardedTableConfiguration("t_order", "ds_0.t_order_0"))
                        .build())
                .build();
    }

    @Test
    void observersDoNotWaitForAChangeThatConnects() throws Exception {
        DataSource there = H2.dataSource("life_there");
        ShardingConfiguration first = configuration(Map.of("ds_0", there));
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(first)) {
            ShardingConfiguration next = configuration(Map.of("ds_0", there, "ds_1", new AwayDataSource()));
            Future<?> changing = threads.submit(() -> {
                dataSource.reconfigure(next);
                return null;
            });
            asked.await();

            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0");
            Statistics statistics = dataSource.statistics();
            assertThat(statistics).isSameAs(dataSource.statistics());
            assertThat(statistics.errors()).containsOnlyKeys("ds_0");
            assertThat(changing.isDone()).isFalse();

            answers.countDown();
            assertThatThrownBy(changing::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("ds_1");
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0");
        }
    }

    @Test
    void poolsOfTheNextConfigurationAreSeen() throws Exception {
        DataSource there = H2.dataSource("life_seen");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(Map.of("ds_0", there)))) {
            dataSource.reconfigure(configuration(Map.of("ds_0", there, "ds_1", H2.dataSource("life_new"))));
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0", "ds_1");
            dataSource.reconfigure(configuration(Map.of("ds_0", there)));
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0");
        }
    }

    @Test
    void urlWhoseDatabaseIsAwayDoesNotHoldUpOthers() throws Exception {
        String there = url("there.yaml", H2.jdbcUrl("life_url"));
        String unseen = url("unseen.yaml", H2.jdbcUrl("life_unseen"));
        String away = url("away.yaml", "jdbc:away:x");
        AwayDriver driver = new AwayDriver();
        DriverManager.registerDriver(driver);
        try {
            DriverManager.getConnection(there).close();
            Future<?> connecting = threads.submit(() -> DriverManager.getConnection(away));
            asked.await();

            DriverManager.getConnection(there).close();
            DriverManager.getConnection(unseen).close();
            assertThat(ShardingDriver.close(unseen)).isTrue();
            assertThat(connecting.isDone()).isFalse();

            answers.countDown();
            assertThatThrownBy(connecting::get).isInstanceOf(ExecutionException.class);
            assertThat(ShardingDriver.close(away)).isFalse();
            assertThat(ShardingDriver.close(there)).isTrue();
            DriverManager.getConnection(there).close();
            assertThat(ShardingDriver.close(there)).isTrue();
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    @Test
    void transactionTypeIsNotStartedAfterTheEnd() throws SQLException {
        TransactionTypes types = new TransactionTypes("LOCAL", null, new TransactionSetup("life", List.of(), Map.of()));
        types.close();
        types.close();
        assertThatThrownBy(() -> types.of("XA"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SHD-5007");
    }

    private String url(String file, String jdbcUrl) throws Exception {
        Path yaml = directory.resolve(file);
        Files.writeString(yaml, """
                dataSources:
                  ds_0:
                    jdbcUrl: %s
                    username: sa
                rules:
                  - !SINGLE
                    tables: ["*.*"]
                """.formatted(jdbcUrl));
        return "jdbc:sharding:file:" + yaml;
    }

    /** Reaches the database that is away. */
    private final class AwayDriver extends PrefixDriver {
        AwayDriver() {
            super("jdbc:away:");
        }

        @Override
        protected Connection open(String rest, Properties info) throws SQLException {
            return away();
        }
    }

    /** Reaches it, too. */
    private final class AwayDataSource extends BareDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return away();
        }
    }
}
