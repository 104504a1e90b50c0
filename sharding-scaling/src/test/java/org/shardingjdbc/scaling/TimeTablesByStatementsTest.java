package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.ScriptRunner;
import org.shardingjdbc.testkit.TestServer;

/** Time tables by DistSQL, as the page about it has them. */
class TimeTablesByStatementsTest {
    private static final TestServer SERVER = TestServer.of(DatabaseKind.POSTGRESQL);
    private static final DateTimeFormatter ENDING = DateTimeFormatter.ofPattern("yyyyMM");
    /** What the file has in the place of the month in which this runs. */
    private static final YearMonth TOLD = YearMonth.of(2026, 3);

    private static final int MONTHS = 2;

    private static final String RULES = """
            dataSources:
              ds_0: {jdbcUrl: '%1$s', username: %2$s, password: %3$s, maximumPoolSize: 4}
            rules:
            - !SHARDING
              tables:
                t_log:
                  actualDataNodes: 'ds_0.t_log_%4$s, ds_0.t_log_%5$s, ds_0.t_log_%6$s'
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
                t_log: {createAhead: P1M, retain: P1M}
            props: {distsql-allowed: all}
            """;
    private static final String MODE = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: %s}}
            """;

    private final YearMonth now = YearMonth.now();

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(YamlConfigurations.parse(yaml, "time.yaml", PlaceholderType.NONE));
    }

    private String rules(String url) {
        return RULES.formatted(
                url,
                SERVER.user(),
                SERVER.password(),
                ENDING.format(now.minusMonths(2)),
                ENDING.format(now.minusMonths(1)),
                ENDING.format(now));
    }

    @Test
    void theCasesOfThePageAreTrue() throws Exception {
        String url = SERVER.createDatabase("time_statements");
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            for (int i = -2; i <= 0; i++) {
                statement.execute("CREATE TABLE t_log_" + ENDING.format(now.plusMonths(i))
                        + " (id BIGINT PRIMARY KEY, created TIMESTAMP NOT NULL)");
            }
        }
        Path file = Path.of("..", "sharding-distsql", "src", "test", "resources", "cases", "time", "time.case");
        String cases = Files.readString(file);
        try (ShardingDataSource dataSource = open(MODE.formatted(url, SERVER.user(), SERVER.password()) + rules(url));
                Connection connection = dataSource.getConnection()) {
            assertThat(new ScriptRunner(connection, new ScriptRunner.Run() {
                                @Override
                                public String told(String answer) {
                                    return inMonthsOfTheFile(answer);
                                }
                            })
                            .run(cases))
                    .isEqualTo(cases);
        }
    }

    private String inMonthsOfTheFile(String answer) {
        String told = answer;
        for (int i = -MONTHS; i <= MONTHS; i++) {
            told = told.replace(ENDING.format(now.plusMonths(i)), "<" + ENDING.format(TOLD.plusMonths(i)) + ">")
                    .replace(now.plusMonths(i) + "-01T", "<" + TOLD.plusMonths(i) + ">-01T");
        }
        return told.replace("<", "").replace(">", "");
    }

    @Test
    void withoutARegistryTheyAreRefused() throws Exception {
        try (ShardingDataSource dataSource = open(rules(SERVER.createDatabase("time_refused")));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : new String[] {"SHOW TIME TABLES", "APPLY TIME TABLES"}) {
                assertThatThrownBy(() -> statement.execute(sql))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-8001")
                        .hasMessageContaining("time tables need a registry");
            }
        }
    }
}
