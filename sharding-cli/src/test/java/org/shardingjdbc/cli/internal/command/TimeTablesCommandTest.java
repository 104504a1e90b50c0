package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Tables by time are kept up by the command line, beside an application that runs. */
class TimeTablesCommandTest {
    private static final DateTimeFormatter ENDING = DateTimeFormatter.ofPattern("yyyyMM");
    private static final TestServer SERVER = TestServer.of(DatabaseKind.POSTGRESQL);
    private static final String MODE = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: %s, pollIntervalMilliseconds: 50}}
            """;
    private static final String RULES = """
            dataSources:
              ds_0: {jdbcUrl: '%1$s', username: %2$s, password: %3$s, maximumPoolSize: 4}
            rules:
            - !SHARDING
              tables:
                t_log:
                  actualDataNodes: 'ds_0.t_log_%4$s, ds_0.t_log_%5$s'
                  tableStrategy: {standard: {shardingColumn: created, shardingAlgorithmName: months}}
              shardingAlgorithms:
                months:
                  type: INTERVAL
                  props:
                    datetime-pattern: yyyy-MM-dd HH:mm:ss
                    datetime-lower: '2020-01-01 00:00:00'
                    %6$ssharding-suffix-pattern: yyyyMM
                    datetime-interval-unit: MONTHS
            - !TIME_TABLES
              tables:
                t_log: {createAhead: P1M, retain: P1M, retire: drop}
            """;

    @TempDir
    private Path folder;

    private final YearMonth now = YearMonth.now();
    private String url;

    @BeforeEach
    void makeTables() throws SQLException {
        url = SERVER.createDatabase("time_command");
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            for (YearMonth month : new YearMonth[] {now, now.minusMonths(2)}) {
                statement.execute(
                        "CREATE TABLE " + table(month) + " (id BIGINT PRIMARY KEY, created TIMESTAMP NOT NULL)");
            }
        }
    }

    private static String table(YearMonth month) {
        return "t_log_" + ENDING.format(month);
    }

    private String yaml(boolean governed, String upper) {
        String rules = RULES.formatted(
                url,
                SERVER.user(),
                SERVER.password(),
                ENDING.format(now.minusMonths(2)),
                ENDING.format(now),
                upper.isEmpty() ? "" : "datetime-upper: '" + upper + "'\n        ");
        return governed ? MODE.formatted(url, SERVER.user(), SERVER.password()) + rules : rules;
    }

    private String run(int code, String yaml, String... words) throws Exception {
        Path file = Files.writeString(folder.resolve("time.yaml"), yaml);
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        String[] all = new String[words.length + 2];
        all[0] = "-c";
        all[1] = file.toString();
        System.arraycopy(words, 0, all, 2, words.length);
        assertThat(RootCommand.run(new Output(writer, writer, Palette.PLAIN, Palette.PLAIN, 0, false), all))
                .as(text.toString())
                .isEqualTo(code);
        return text.toString();
    }

    @Test
    void aRoundIsPlannedRunAndShown() throws Exception {
        String yaml = yaml(true, "");
        String next = "ds_0." + table(now.plusMonths(1)) + " of t_log, " + now.plusMonths(1) + "-01T00:00 to ";
        String old = "ds_0." + table(now.minusMonths(2)) + " of t_log, ";
        try (ShardingDataSource application =
                ShardingDataSourceFactory.create(YamlConfigurations.parse(yaml, "time.yaml", PlaceholderType.NONE))) {
            assertThat(run(ExitCode.DONE, yaml, "time-tables", "plan"))
                    .contains("create " + next, "leave " + old)
                    .doesNotContain("drop");
            assertThat(application.dataNodes("t_log")).hasSize(2);
            assertThat(run(ExitCode.DONE, yaml, "time-tables", "run")).contains("create " + next, "leave " + old);
            assertThat(application.dataNodes("t_log"))
                    .containsExactly("ds_0." + table(now), "ds_0." + table(now.plusMonths(1)));
            // it waits for an hour, and is not touched before
            assertThat(run(ExitCode.DONE, yaml, "time-tables", "run")).contains("all tables are as they should be");
            assertThat(run(ExitCode.DONE, yaml, "time-tables", "status"))
                    .contains(old)
                    .contains(": left")
                    .contains(next)
                    .contains(": node")
                    .doesNotContain("→");
            assertThat(application.governance().instances()).hasSize(1);
        }
    }

    /** What the page of scaling shows, one after the other. */
    @Test
    void stepsAreAsOnThePage() throws Exception {
        List<String> lines = Files.readString(Path.of("..", "docs", "scaling.md"))
                .lines()
                .filter(line -> line.startsWith("sharding -c sharding.yaml time-tables "))
                .toList();
        assertThat(lines).hasSize(3);
        for (String line : lines) {
            assertThat(run(ExitCode.DONE, yaml(true, ""), line.split(" ")[3], line.split(" ")[4]))
                    .contains(table(now.plusMonths(1)));
        }
    }

    @Test
    void whatPreventsARoundIsFound() throws Exception {
        assertThat(run(ExitCode.FOUND, yaml(true, now + "-01 00:00:00"), "time-tables", "plan"))
                .contains("prevented 'datetime-upper' lets the steps of t_log end at " + now.plusMonths(1));
        assertThat(run(ExitCode.FOUND, yaml(false, ""), "time-tables", "run"))
                .contains("SHD-8001")
                .contains("time tables need a registry ('mode')");
        assertThat(run(ExitCode.NOT_OPEN, yaml(true, "").replace("JDBC", "etcd"), "time-tables", "plan"))
                .contains("sharding-governance-etcd");
        assertThat(run(2, yaml(true, ""), "time-tables", "keep")).contains("time-tables");
    }
}
