package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** What is told of mistakes by those who configure a registry in a database, or switch by it. */
class JdbcMistakesTest {
    private static GovernedInstances instances(String url, String password) {
        return new GovernedInstances("mistakes", """
                  type: Cluster
                  repository:
                    type: JDBC
                    props:
                      jdbc_url: '%s'
                      password: '%s'
                      operationTimeoutMilliseconds: 500
                """.formatted(url, password));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:none://u:geheim@h/a?password=geheim, which begins with 'jdbc:none'",
        "none://u:geheim@h/a, no driver",
        "jdbc:mysql://u:geheim@127.0.0.1:1/a?password=geheim, registry jdbc:mysql://127.0.0.1:1/a does not answer",
        "jdbc:postgresql://127.0.0.1:1/a?password=geheim, refused"
    })
    void urlsAreToldWithoutPasswords(String url, String told) {
        assertThatThrownBy(() -> instances(url, "").open(1))
                .hasMessageContaining(told)
                .satisfies(e -> {
                    StringWriter trace = new StringWriter();
                    e.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).doesNotContain("geheim");
                });
    }

    @Test
    void aWrongPasswordIsNamedAsTheReason() throws SQLException {
        String url = "jdbc:h2:mem:mistakes_registry;DB_CLOSE_DELAY=-1";
        instances(url, "").open(1).close();
        assertThatThrownBy(() -> instances(url, "wrong").open(1))
                .hasMessageContaining("SHD-7003")
                .hasMessageContaining("Wrong user name or password");
    }

    @Test
    void onlyDataSourcesThatThereAreAreDisabled() throws SQLException {
        try (ShardingDataSource dataSource =
                instances("jdbc:h2:mem:mistakes_names", "").open(1)) {
            assertThatThrownBy(() -> dataSource.governance().disable("ds_2"))
                    .hasMessageContaining("SHD-1207")
                    .hasMessageContaining("'ds_2'")
                    .hasMessageContaining("ds_0, ds_1");
            assertThat(dataSource.governance().switches().disabled()).isEmpty();
            dataSource.governance().enable("ds_2");
        }
    }
}
