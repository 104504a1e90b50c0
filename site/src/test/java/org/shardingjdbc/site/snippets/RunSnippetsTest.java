package org.shardingjdbc.site.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.transaction.TransactionalConnection;

/** The SQL of pages whose own tests are about something else. */
class RunSnippetsTest {
    @TempDir
    private Path log;

    @Test
    void theTableOfWorkersIsMade() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:workers");
                Statement statement = connection.createStatement()) {
            for (Snippet snippet : sql("configuration.md")) {
                statement.execute(snippet.text());
            }
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM sharding_jdbc_worker")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void transactionsAreChosenAndListed() throws Exception {
        String yaml = "dataSources:\n  ds_0: {jdbcUrl: 'jdbc:h2:mem:transactions_page;DB_CLOSE_DELAY=-1'}\n"
                + "transaction: {defaultType: LOCAL, props: {node-name: page, log-directory: '" + log + "'}}\n";
        List<Snippet> statements = sql("transactions.md");
        assertThat(statements).hasSize(2);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(statements.get(0).text().strip());
            assertThat(connection.unwrap(TransactionalConnection.class).getTransactionType())
                    .isEqualTo("XA");
            try (ResultSet rows =
                    statement.executeQuery(statements.get(1).text().strip())) {
                assertThat(rows.getMetaData().getColumnLabel(1)).isEqualTo("data_source");
                assertThat(rows.next()).isFalse();
            }
        }
    }

    private static List<Snippet> sql(String page) throws IOException {
        return Snippet.all("sql").stream()
                .filter(snippet -> page.equals(snippet.page() + ".md"))
                .toList();
    }
}
