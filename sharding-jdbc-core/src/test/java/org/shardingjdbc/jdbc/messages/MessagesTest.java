package org.shardingjdbc.jdbc.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;

/**
 * What a new user reads who makes a mistake. The cases are texts in {@code messages}: a title, a document or a
 * statement, and the whole message. What was said instead is left in {@code target/messages}.
 */
class MessagesTest {
    private static final String TITLE = "==== ";
    private static final String END = "----";

    private static final String TABLES = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:messages_0;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE', username: sa}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:messages_1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE', username: sa}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                t_item:
                  actualDataNodes: ds_${0..1}.t_item_${0..1}
              bindingTables: ['t_order,t_item']
              defaultDatabaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_half}}
              defaultTableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
              shardingAlgorithms:
                by_half: {type: INLINE, props: {algorithm-expression: 'ds_${order_id.intdiv(2) % 2}'}}
                by_order: {type: MOD, props: {sharding-count: 2}}
            - !BROADCAST
              tables: [t_dict]
            - !SINGLE
              tables: [ds_0.t_user]
            """;

    /** What a case says of a text; null where there is nothing to say. */
    private interface Answer {
        String to(String text) throws SQLException;
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "data-sources", "sharding"})
    void saysWhatIsWrongWithADocument(String file) throws Exception {
        check(file, yaml -> {
            try (ShardingDataSource opened = open(yaml)) {
                return "opened " + opened.isClosed();
            }
        });
    }

    @Test
    void saysWhatIsWrongWithAStatement() throws Exception {
        try (ShardingDataSource dataSource = open(TABLES)) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT, status VARCHAR(10))");
                statement.execute("CREATE TABLE t_item (item_id INT PRIMARY KEY, order_id INT, name VARCHAR(10))");
                statement.execute("CREATE TABLE t_dict (code INT PRIMARY KEY, text VARCHAR(10))");
                statement.execute("CREATE TABLE t_user (user_id INT PRIMARY KEY, name VARCHAR(10))");
                statement.execute("INSERT INTO t_order VALUES (1, 1, 'A'), (2, 2, 'B'), (3, 3, 'C')");
            }
            check("sql", sql -> {
                try (Connection connection = dataSource.getConnection();
                        Statement statement = connection.createStatement()) {
                    return statement.execute(sql.strip()) ? "answered" : "done";
                }
            });
        }
    }

    @Test
    void saysWhatIsNotThere() {
        assertThatThrownBy(() -> ShardingDataSourceFactory.create((InputStream) null))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SHD-3002")
                .hasMessageContaining("there is no stream; getResourceAsStream gives none");
        assertThatThrownBy(() -> ShardingDataSourceFactory.create((Path) null))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("there is no path; name the file");
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(Path.of("no", "such.yaml")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("such.yaml");
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), PlaceholderType.NONE);
    }

    private static void check(String name, Answer answer) throws IOException {
        String expected;
        try (InputStream file = MessagesTest.class.getResourceAsStream("/messages/" + name + ".txt")) {
            expected = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        StringBuilder actual = new StringBuilder();
        List<String> body = new ArrayList<>();
        boolean reading = true;
        for (String line : expected.lines().toList()) {
            if (line.startsWith(TITLE)) {
                reading = true;
                body.clear();
            } else if (line.equals(END)) {
                String text = String.join("\n", body);
                actual.append(END).append('\n').append(said(answer, text)).append('\n');
                reading = false;
            } else if (reading) {
                body.add(line);
            }
            if (reading) {
                actual.append(line).append('\n');
            }
        }
        Path left = Path.of("target", "messages", name + ".txt");
        Files.createDirectories(left.getParent());
        Files.writeString(left, actual);
        assertThat(actual.toString())
                .as("cp sharding-jdbc-core/%s sharding-jdbc-core/src/test/resources/messages/", left)
                .isEqualTo(expected);
    }

    private static String said(Answer answer, String text) {
        try {
            return answer.to(text);
        } catch (SQLException e) {
            // of several data sources the first that fails tells it
            return e.getSQLState() + " " + e.getMessage().strip().replace("(data source ds_1)", "(data source ds_0)");
        } catch (RuntimeException e) {
            return "not an SQLException: " + e;
        }
    }
}
