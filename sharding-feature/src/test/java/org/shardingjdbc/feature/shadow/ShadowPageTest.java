package org.shardingjdbc.feature.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.DocsPage;
import org.shardingjdbc.feature.shadow.internal.ShadowRuleProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** The first configuration of docs/shadow.md, the statements below it, and its keys. */
class ShadowPageTest {
    @Test
    void theShortestConfigurationWorks() throws Exception {
        DocsPage page = DocsPage.of("shadow.md");
        List<String> statements = page.statements();
        try (ShardingDataSource dataSource = page.open();
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
        String page = DocsPage.of("shadow.md").text();
        new ShadowRuleProvider()
                .keys()
                .values()
                .forEach(keys -> keys.forEach(key -> assertThat(page).containsPattern("[`.]" + key + "[`.]")));
    }
}
