package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.spring.time.TimeTablesAutoConfiguration.TimeTablesKeeper;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with the rule makes its next tables by itself. */
class TimeTablesKeeperTest {
    private static final TestServer SERVER = TestServer.of(DatabaseKind.POSTGRESQL);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("yyyyMM");

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void theNextTableIsMadeWhenTheApplicationStarts(@TempDir Path folder) throws Exception {
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
                  secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
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
        Path yaml = Files.writeString(folder.resolve("times.yaml"), sources + rules);
        try (ConfigurableApplicationContext context = run(yaml)) {
            assertThat(context.getBean(TimeTablesKeeper.class).count()).isEqualTo(1);
            ShardingDataSource kept = context.getBean(ShardingDataSource.class);
            String next = "ds_0.t_log_" + YearMonth.now().plusMonths(1).format(MONTH);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            List<String> nodes = kept.dataNodes("t_log");
            while (!nodes.contains(next)) {
                assertThat(System.nanoTime()).as("there are " + nodes).isLessThan(end);
                TimeUnit.MILLISECONDS.sleep(20);
                nodes = kept.dataNodes("t_log");
            }
        }
        try (ConfigurableApplicationContext context = run(yaml, "sharding.time-tables=false")) {
            assertThat(context.getBeansOfType(TimeTablesKeeper.class)).isEmpty();
        }
        Files.writeString(yaml, sources);
        try (ConfigurableApplicationContext context = run(yaml)) {
            assertThat(context.getBean(TimeTablesKeeper.class).count()).isZero();
        }
    }

    private static ConfigurableApplicationContext run(Path yaml, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("sharding.config=" + yaml.toUri())
                .properties(properties)
                .run();
    }
}
