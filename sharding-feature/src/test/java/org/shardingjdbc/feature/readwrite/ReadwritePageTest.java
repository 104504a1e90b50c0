package org.shardingjdbc.feature.readwrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.jdbc.ShardingDataSource;

/**
 * The first configuration of docs/readwrite-splitting.md, and the statements below it: the connection that changed
 * definitions reads what it wrote on the primary, any other one asks the replica.
 */
class ReadwritePageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = DocsPage.of("readwrite-splitting.md");
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0));
            assertThat(statement.executeUpdate(statements.get(1).replace("Ann", "Bob")))
                    .isEqualTo(1);
            assertThat(name(statement, statements.get(2))).isEqualTo("Bob");
            try (Connection other = dataSource.getConnection();
                    Statement reading = other.createStatement()) {
                assertThat(name(reading, statements.get(2))).isEqualTo("Ann");
            }
        }
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
