package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** The first configuration of docs/masking.md, and the statements below it. */
class MaskingPageTest {
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
            try (ResultSet rows = statement.executeQuery(statements.get(2))) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("138******00");
                assertThat(rows.next()).isFalse();
            }
            assertThat(page).contains("shows `138******00`");
        }
    }

    @Test
    void theRecordsAreWhatTheYamlSays() {
        MaskRuleConfiguration rule = new MaskRuleConfiguration(
                Map.of("t_user", Map.of("phone", new MaskedColumn("ends"))),
                Map.of("ends", AlgorithmConfiguration.of("MD5", "salt", "x")));
        assertThat(rule.tables().get("t_user").get("phone")).isEqualTo(new MaskedColumn("ends", false, List.of()));
    }

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        assertThat(folder).as("a folder docs").isNotNull();
        return Files.readString(folder.resolve("docs").resolve("masking.md"));
    }
}
