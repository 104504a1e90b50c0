package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** The first configuration of docs/limits.md, and the statements below it, the last of which is refused. */
class LimitsPageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = DocsPage.of("limits.md");
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0));
            assertThat(statement.executeUpdate(statements.get(1))).isEqualTo(1);
            assertThat(name(statement, statements.get(2))).isEqualTo("Ann");
            assertThatThrownBy(() -> statement.executeQuery(statements.get(3)))
                    .hasMessage(message(page.text()))
                    .isInstanceOf(SQLException.class);
        }
    }

    private static String message(String page) {
        int from = page.indexOf("```\nSHD-") + 4;
        return page.substring(from, page.indexOf("\n```", from)).replace('\n', ' ');
    }

    private static String name(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            String name = rows.getString(1);
            assertThat(rows.next()).isFalse();
            return name;
        }
    }
}
