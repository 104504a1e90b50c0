package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** A registry that lost what it had, and was written to again. */
class EmptiedRegistryTest {
    private static final String REGISTRY = "jdbc:h2:mem:emptied_registry;DB_CLOSE_DELAY=-1";
    private static final String MODE = """
              type: Cluster
              repository:
                type: JDBC
                props:
                  jdbc_url: '%s'
                  pollIntervalMilliseconds: 50
            """.formatted(REGISTRY);

    private static String problem(ShardingDataSource dataSource) {
        try {
            String id = dataSource.governance().instanceId();
            return dataSource.governance().instances().stream()
                    .filter(each -> each.id().equals(id))
                    .findAny()
                    .orElseThrow()
                    .problem();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anotherDocumentOfTheSameVersionIsNamed() throws SQLException {
        GovernedInstances instances = new GovernedInstances("emptied", MODE);
        try (ShardingDataSource first = instances.open(1);
                Connection registry = DriverManager.getConnection(REGISTRY, "sa", "");
                Statement statement = registry.createStatement()) {
            assertThat(statement.executeUpdate("DELETE FROM sharding_jdbc_registry"))
                    .isPositive();
            try (ShardingDataSource second = instances.open(3)) {
                assertThat(second.governance().version())
                        .isEqualTo(first.governance().version());
                assertThat(Governed.until(() -> problem(first).contains("its version 1 is not the one")))
                        .isTrue();
                assertThat(problem(second)).isEmpty();
                assertThat(first.dataNodes("t_order")).hasSize(2);
                second.reconfigure(instances.configuration(4, ""));
                assertThat(Governed.until(() -> problem(first).isEmpty())).isTrue();
                assertThat(first.dataNodes("t_order")).hasSize(8);
            }
        }
    }
}
