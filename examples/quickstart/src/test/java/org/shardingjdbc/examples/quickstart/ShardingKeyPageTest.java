package org.shardingjdbc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;

/** The statements of docs/sharding-key.md go where the page says. */
class ShardingKeyPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "sharding-key.md");

    @Test
    void statementsGoWhereThePageSays() throws Exception {
        byte[] yaml = block("yaml").getBytes(StandardCharsets.UTF_8);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements("sql")) {
                statement.execute(sql);
            }
            for (String sql : statements("sql one")) {
                assertThat(dataSources(dataSource, sql)).as(sql).hasSize(1);
                statement.execute(sql);
            }
            for (String sql : statements("sql all")) {
                assertThat(dataSources(dataSource, sql)).as(sql).containsExactly("ds_0", "ds_1");
                statement.execute(sql);
            }
            for (String sql : statements("sql pulled")) {
                assertThat(explain(dataSource, sql).toString()).as(sql).contains("Pull");
                statement.execute(sql);
            }
        }
    }

    private static List<String> dataSources(ShardingDataSource dataSource, String sql) throws SQLException {
        Explanation explanation = explain(dataSource, sql);
        assertThat(explanation.toString()).doesNotContain("Pull");
        return explanation.units().stream()
                .map(ExplainedUnit::dataSourceName)
                .distinct()
                .sorted()
                .toList();
    }

    private static Explanation explain(ShardingDataSource dataSource, String sql) throws SQLException {
        return dataSource.explain(sql);
    }

    private static List<String> statements(String language) throws Exception {
        List<String> statements = block(language).lines().toList();
        assertThat(statements).as(language).isNotEmpty();
        return statements;
    }

    private static String block(String language) throws Exception {
        String page = Files.readString(PAGE);
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        assertThat(page).contains(start);
        return page.substring(from, page.indexOf("```", from));
    }
}
