package org.shardingjdbc.feature.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.shadow.internal.ShadowRuleProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** The first configuration of docs/shadow.md, the statements below it, and its keys. */
class ShadowPageTest {
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
            assertThat(count(statement, statements.get(2))).containsExactly("0");
            assertThat(count(statement, statements.get(3))).containsExactly("1");
        }
    }

    private static List<String> count(Statement statement, String sql) throws SQLException {
        return ShadowFixture.rows(statement.executeQuery(sql));
    }

    @Test
    void thePageHasAllKeys() throws IOException {
        String page = page();
        new ShadowRuleProvider()
                .keys()
                .values()
                .forEach(keys -> keys.forEach(key -> assertThat(page).containsPattern("[`.]" + key + "[`.]")));
    }

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("a folder docs").isNotNull();
        return Files.readString(folder.resolve("docs").resolve("shadow.md"));
    }
}
