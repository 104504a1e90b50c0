package org.shardingjdbc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** Does what docs/getting-started.md tells the reader to do, with the YAML of that page. */
class GettingStartedTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "getting-started.md");

    @Test
    void pageWorksAsWritten() throws Exception {
        byte[] yaml = block("yaml").getBytes(StandardCharsets.UTF_8);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount DECIMAL(10, 2))");
            insert(connection);
            assertSumIsRead(statement);
            assertExplainIsDescribed(statement);
            assertThatThrownBy(() -> statement.execute(block("sql refused"))).hasMessageStartingWith("SHD-2104: ");
        }
    }

    private static void insert(Connection connection) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_order (user_id, amount) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, 7);
            insert.setBigDecimal(2, new BigDecimal("19.90"));
            assertThat(insert.executeUpdate()).isOne();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                assertThat(keys.getLong(1)).isPositive();
            }
        }
    }

    private static void assertSumIsRead(Statement statement) throws Exception {
        try (ResultSet rows = statement.executeQuery(
                "SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id ORDER BY user_id LIMIT 10")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(7);
            assertThat(rows.getBigDecimal(2)).isEqualByComparingTo("19.90");
            assertThat(rows.next()).isFalse();
        }
    }

    private static void assertExplainIsDescribed(Statement statement) throws Exception {
        String page = Files.readString(PAGE);
        try (ResultSet plan =
                statement.executeQuery("EXPLAIN SHARDING SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id")) {
            while (plan.next()) {
                assertThat(page).contains(plan.getString("plan"));
            }
        }
        try (ResultSet plan = statement.executeQuery(
                "EXPLAIN SHARDING ANALYZE SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id")) {
            for (int i = 1; i <= plan.getMetaData().getColumnCount(); i++) {
                assertThat(page).contains("`" + plan.getMetaData().getColumnLabel(i) + "`");
            }
        }
    }

    private static String block(String language) throws Exception {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```" + language) + 4 + language.length();
        return page.substring(start, page.indexOf("```", start));
    }
}
