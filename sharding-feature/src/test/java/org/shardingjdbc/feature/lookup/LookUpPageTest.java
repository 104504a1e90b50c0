package org.shardingjdbc.feature.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** The configuration of docs/lookup.md, and the statements below it. */
class LookUpPageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = DocsPage.of("lookup.md");
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements.subList(0, 3)) {
                statement.execute(sql);
            }
            assertThat(dataSource.explain(statements.get(3)).toString()).startsWith("LookUp by_order_no");
            try (ResultSet rows = statement.executeQuery(statements.get(3))) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @Test
    void theRecordsAreWhatTheYamlSays() {
        LookUpRuleConfiguration rule = new LookUpRuleConfiguration(Map.of(
                "t_order",
                Map.of(
                        "by_order_no",
                        LookUpIndex.unique("t_order_by_no", "order_no"),
                        "by_buyer",
                        LookUpIndex.of("t_order_by_buyer", List.of("id"), "buyer")
                                .covering("status"))));
        assertThat(rule.tables().get("t_order"))
                .containsEntry(
                        "by_order_no",
                        new LookUpIndex(List.of("order_no"), true, "t_order_by_no", List.of(), List.of()))
                .containsEntry(
                        "by_buyer",
                        new LookUpIndex(List.of("buyer"), false, "t_order_by_buyer", List.of("id"), List.of("status")));
    }
}
