package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** The first configuration of docs/masking.md, and the statements below it. */
class MaskingPageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = DocsPage.of("masking.md");
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0));
            assertThat(statement.executeUpdate(statements.get(1))).isEqualTo(1);
            try (ResultSet rows = statement.executeQuery(statements.get(2))) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("138******00");
                assertThat(rows.next()).isFalse();
            }
            assertThat(page.text()).contains("shows `138******00`");
        }
    }

    @Test
    void theRecordsAreWhatTheYamlSays() {
        MaskRuleConfiguration rule = new MaskRuleConfiguration(
                Map.of("t_user", Map.of("phone", new MaskedColumn("ends"))),
                Map.of("ends", AlgorithmConfiguration.of("MD5", "salt", "x")));
        assertThat(rule.tables().get("t_user").get("phone")).isEqualTo(new MaskedColumn("ends", false, List.of()));
    }
}
