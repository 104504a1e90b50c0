package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.spring.time.TimeTablesAutoConfiguration;
import org.shardingjdbc.spring.time.TimeTablesAutoConfiguration.TimeTablesKeeper;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** An application with the rule makes its next tables by itself. */
class TimeTablesKeeperTest {
    private static final TestServer SERVER = TestServer.of(DatabaseKind.POSTGRESQL);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("yyyyMM");

    @Test
    void theNextTableIsMadeWhenTheApplicationStarts() throws Exception {
        String url = SERVER.createDatabase("kept_times");
        String now = YearMonth.now().format(MONTH);
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_log_" + now + " (id INT PRIMARY KEY, created TIMESTAMP NOT NULL)");
        }
        String sources = """
                dataSources:
                  ds_0: {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 2}
                """.formatted(url, SERVER.user(), SERVER.password());
        String rules = """
                mode:
                  type: Standalone
                  repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: '%s'}}
                rules:
                - !SHARDING
                  tables:
                    t_log:
                      actualDataNodes: ds_0.t_log_%s
                      tableStrategy: {standard: {shardingColumn: created, shardingAlgorithmName: months}}
                  shardingAlgorithms:
                    months:
                      type: INTERVAL
                      props:
                        datetime-pattern: yyyy-MM-dd HH:mm:ss
                        datetime-lower: '2020-01-01 00:00:00'
                        sharding-suffix-pattern: yyyyMM
                        datetime-interval-unit: MONTHS
                - !TIME_TABLES
                  tables:
                    t_log: {createAhead: 32d}
                """.formatted(url, SERVER.user(), SERVER.password(), now);
        try (ShardingDataSource kept = dataSource(sources + rules);
                ShardingDataSource other = dataSource(sources)) {
            TimeTablesKeeper keeper =
                    new TimeTablesAutoConfiguration().shardingTimeTables(Map.of("kept", kept, "other", other));
            keeper.afterSingletonsInstantiated();
            try {
                assertThat(keeper.count()).isEqualTo(1);
                String next = "ds_0.t_log_" + YearMonth.now().plusMonths(1).format(MONTH);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                List<String> nodes = kept.dataNodes("t_log");
                while (!nodes.contains(next)) {
                    assertThat(System.nanoTime()).as("there are " + nodes).isLessThan(end);
                    TimeUnit.MILLISECONDS.sleep(20);
                    nodes = kept.dataNodes("t_log");
                }
            } finally {
                keeper.destroy();
            }
        }
    }

    private static ShardingDataSource dataSource(String yaml) throws Exception {
        return ShardingDataSourceFactory.create(YamlConfigurations.parse(yaml, "times.yaml", PlaceholderType.NONE));
    }
}
