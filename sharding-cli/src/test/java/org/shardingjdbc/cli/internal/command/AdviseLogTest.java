package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Advice on what real servers wrote into their logs while an application used one of their databases. */
class AdviseLogTest {
    private static final String CREATE =
            "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, amount DECIMAL(10, 2), note VARCHAR(200), made DATE)";
    private static final String PLAIN = "SELECT * FROM t_order\n\tWHERE user_id = %d AND note = 'a;\nb''c'";
    private static final String INSERT =
            "INSERT INTO t_order (order_id, user_id, amount, note, made) VALUES (?, ?, ?, ?, ?)";
    private static final String ALL = "SELECT note FROM t_order WHERE amount > ? ORDER BY order_id LIMIT ?";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void theGeneralLogTellsWhatWasExecuted(DatabaseKind kind) throws Exception {
        theGeneralLogTells(TestServer.of(kind));
    }

    @Test
    void theGeneralLogOfMySql57TellsWhatWasExecuted() throws Exception {
        theGeneralLogTells(TestServer.mySql57());
    }

    private void theGeneralLogTells(TestServer server) throws Exception {
        Path log = folder.resolve("general.log");
        String url = server.createDatabase("advise_log");
        execute(server, url, CREATE, "SET GLOBAL general_log_file = '" + log + "'", "SET GLOBAL general_log = 1");
        try {
            use(server.with("useServerPrepStmts=true"), "advise_log");
        } finally {
            execute(server, url, "SET GLOBAL general_log = 0");
        }
        List<String> advice = advise(server, log);
        assertThat(advice)
                .contains("one-node x2 " + INSERT, "all-nodes x2 " + ALL, "one-node x2 " + String.format(PLAIN, 5))
                .noneMatch(line -> line.startsWith("refused"));
        assertThat(advice.stream().filter(line -> line.contains("t_order"))).hasSize(3);
    }

    @Test
    void theLogOfPostgreSqlTellsWhatWasExecuted() throws Exception {
        assertThat(postgreSqlText("log_statement = 'all'", "log_duration = on")).satisfies(AdviseLogTest::isToldOnce);
    }

    @Test
    void theDurationsOfPostgreSqlTellWhatWasExecuted() throws Exception {
        assertThat(postgreSqlText("log_min_duration_statement = 0", "log_line_prefix = '%t [%p] %u@%d app=%a '"))
                .satisfies(AdviseLogTest::isToldOnce);
    }

    @ParameterizedTest
    @CsvSource({"csvlog,csv", "jsonlog,json"})
    void theLogOfPostgreSqlAsCsvAndAsJsonTellsTheSame(String destination, String suffix) throws Exception {
        assertThat(postgreSql(suffix, "log_statement = 'all'", "log_destination = '" + destination + "'"))
                .satisfies(AdviseLogTest::isToldOnce);
    }

    private static void isToldOnce(List<? extends String> advice) {
        assertThat(advice.stream().filter(line -> line.contains("t_order")).toList())
                .isEqualTo(List.of(
                        "one-node x2 " + String.format(PLAIN, 5), "one-node x2 " + INSERT, "all-nodes x2 " + ALL));
    }

    private List<String> postgreSqlText(String... settings) throws Exception {
        return postgreSql("log", settings);
    }

    private List<String> postgreSql(String suffix, String... settings) throws Exception {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        try {
            String url = server.createDatabase("advise_log");
            execute(
                    server,
                    url,
                    CREATE,
                    "ALTER SYSTEM SET logging_collector = on",
                    "ALTER SYSTEM SET log_directory = '" + folder + "'",
                    "ALTER SYSTEM SET log_filename = 'server.log'");
            for (String setting : settings) {
                execute(server, url, "ALTER SYSTEM SET " + setting);
            }
            server.kill();
            server.restart();
            // the second execution is of a statement with a name
            use(server.with("prepareThreshold=2"), "advise_log");
        } finally {
            server.end();
        }
        return advise(TestServer.of(DatabaseKind.POSTGRESQL), folder.resolve("server." + suffix));
    }

    /** What an application does: statements with values in them, and prepared ones. */
    private static void use(TestServer server, String database) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
                Statement plain = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(INSERT);
                PreparedStatement all = connection.prepareStatement(ALL)) {
            plain.executeQuery(String.format(PLAIN, 5));
            plain.executeQuery(String.format(PLAIN, 66));
            for (int order = 1; order <= 2; order++) {
                insert.setLong(1, order);
                insert.setInt(2, -3);
                insert.setBigDecimal(3, new BigDecimal("1.50"));
                insert.setString(4, order == 1 ? null : "it's\nnew \\");
                insert.setDate(5, Date.valueOf("2024-02-03"));
                insert.executeUpdate();
                all.setBigDecimal(1, BigDecimal.ONE);
                all.setInt(2, order);
                all.executeQuery().close();
            }
        }
    }

    private static void execute(TestServer server, String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** For each statement of a log: its reach, how often, and its text, over two databases of a server. */
    private List<String> advise(TestServer server, Path log) throws IOException, SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int source = 0; source < 2; source++) {
            String url = server.createDatabase("advise_" + source);
            execute(server, url, CREATE);
            yaml.append("  ds_%d:\n    jdbcUrl: %s\n    username: %s\n    password: \"%s\"\n"
                    .formatted(source, url, server.user(), server.password()));
        }
        yaml.append("""
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_${0..1}.t_order
                        databaseStrategy:
                          standard: { shardingColumn: user_id, shardingAlgorithmName: by_user }
                    shardingAlgorithms:
                      by_user: { type: MOD, props: { sharding-count: 2 } }
                """);
        Path file = Files.writeString(folder.resolve("sharding.yaml"), yaml);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        int code = RootCommand.run(output, "-c", file.toString(), "advise", "--json", log.toString());
        assertThat(code).as(out + "" + err).isZero();
        List<String> lines = new ArrayList<>();
        JsonNode told = new ObjectMapper().readTree(out.toString());
        for (JsonNode each : told.at("/statements")) {
            lines.add(each.at("/reach").asText() + " x" + each.at("/times").asInt() + " "
                    + each.at("/sql").asText());
        }
        return lines;
    }
}
