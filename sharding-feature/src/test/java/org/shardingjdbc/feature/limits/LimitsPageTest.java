package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** The first configuration of docs/limits.md, and the statements below it, the last of which is refused. */
class LimitsPageTest {
    private static String block(String page, String language) {
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("```", from));
    }

    @Test
    void theShortestConfigurationWorks() throws Exception {
        String page = page();
        byte[] yaml = block(page, "yaml").getBytes(StandardCharsets.UTF_8);
        List<String> statements = block(page, "sql").lines().toList();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0));
            assertThat(statement.executeUpdate(statements.get(1))).isEqualTo(1);
            assertThat(name(statement, statements.get(2))).isEqualTo("Ann");
            assertThatThrownBy(() -> statement.executeQuery(statements.get(3)))
                    .hasMessage(message(page))
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

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("a folder docs").isNotNull();
        return Files.readString(folder.resolve("docs").resolve("limits.md"));
    }
}
