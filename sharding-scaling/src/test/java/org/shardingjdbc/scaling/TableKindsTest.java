package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.testkit.TestServer;

/** Tables of all kinds move, and each row is what it was, there and on the way back. */
abstract class TableKindsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(8);
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            rules:
            - !SINGLE
              tables: ["*.*"]
            """;
    private static final String ALGORITHM = """
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
            """;

    private final TestServer server;
    private final Map<String, List<String>> tables = new LinkedHashMap<>();

    TableKindsTest(TestServer server) {
        this.server = server;
    }

    /** A table with a user_id, by which its rows are placed, and a note; as SQL calls it, and what makes it. */
    final void table(String name, String... statements) {
        tables.put(name, List.of(statements));
    }

    /** Makes what tables need, in each database, and names them. */
    abstract void prepare(String url) throws SQLException;

    /** How SQL writes a name as it is. */
    abstract String quoted(String name);

    /** What follows the URL of a database. */
    String parameters() {
        return "";
    }

    final void execute(String url, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> rows(String url, String table) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + quoted(table))) {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    values.add(value(rows, i));
                }
                found.add(String.join("|", values));
            }
        }
        return found;
    }

    /** As it came, where the driver gives that. */
    private static String value(ResultSet rows, int column) throws SQLException {
        try {
            byte[] bytes = rows.getBytes(column);
            return bytes == null ? "NULL" : Arrays.toString(bytes);
        } catch (SQLException noBytes) {
            return String.valueOf(rows.getString(column));
        }
    }

    private String rules() {
        return tables.keySet().stream()
                .map(
                        name -> "    '" + name + "':\n      actualDataNodes: 'ds_${0..1}." + name + "_n'\n"
                                + "      databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}\n")
                .collect(Collectors.joining("", "- !SHARDING\n  tables:\n", ALGORITHM));
    }

    @Test
    void everyRowIsWhatItWas() throws Exception {
        String first = server.createDatabase("kinds_0");
        String second = server.createDatabase("kinds_1");
        prepare(first);
        prepare(second);
        first += parameters();
        second += parameters();
        for (List<String> each : tables.values()) {
            execute(first, each);
        }
        String before = SOURCES.formatted(first, server.user(), server.password(), second);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        YamlConfigurations.parse(before, "before.yaml", PlaceholderType.NONE));
                ScalingJob job = ScalingJob.of(
                        dataSource,
                        "kinds",
                        YamlConfigurations.parse(before + rules(), "next.yaml", PlaceholderType.NONE),
                        tables.keySet())) {
            // each row is a chunk, so that each key is one to go on behind
            job.options(ScalingOptions.STANDARD.chunkRows(1));
            assertThat(job.plan().obstacles()).isEmpty();
            job.start();
            job.awaitFollowing(LONG);
            job.check();
            for (String table : tables.keySet()) {
                change(first, table);
            }
            job.check();
            Map<String, List<String>> left = new LinkedHashMap<>();
            for (String table : tables.keySet()) {
                left.put(table, rows(first, table));
            }
            job.switchOver(STALL);
            for (String table : tables.keySet()) {
                List<String> entered = new ArrayList<>(rows(first, table + "_n"));
                entered.addAll(rows(second, table + "_n"));
                assertThat(entered).as(table).containsExactlyInAnyOrderElementsOf(left.get(table));
                change(first, table + "_n");
                change(second, table + "_n");
            }
            job.check();
            job.complete();
        }
    }

    private void change(String url, String table) throws SQLException {
        execute(
                url,
                List.of(
                        "DELETE FROM " + quoted(table) + " WHERE user_id = 3",
                        "UPDATE " + quoted(table) + " SET note = 'changed' WHERE user_id <> 2"));
    }
}
