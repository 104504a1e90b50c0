package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.testkit.ScriptRunner;

/** DistSQL where a registry governs: it changes and shows all instances. */
class GovernedDistSqlTest {
    private static final String FILE = "governed.case";
    private static final String MODE = """
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository:
                type: JDBC
                props:
                  jdbc_url: 'jdbc:h2:mem:%s_registry;DB_CLOSE_DELAY=-1'
                  pollIntervalMilliseconds: 50
            """;
    private static final String RULES = """
            - !READWRITE_SPLITTING
              dataSourceGroups:
                ds: {writeDataSourceName: ds_0, readDataSourceNames: [ds_1]}
            - !SINGLE
              tables: ['*.*']
            props:
              distsql-allowed: all
            """;

    private static ShardingDataSource open(String name) throws SQLException {
        return ShardingDataSourceFactory.create(new GovernedInstances(name, MODE.formatted(name)).replicated(RULES));
    }

    private static List<String> column(ShardingDataSource dataSource, String sql, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(label));
            }
        }
        return values;
    }

    @Test
    void aChangeKeepsThePlaceholdersOfAllInstances() throws SQLException {
        GovernedInstances instances = new GovernedInstances(
                        "distsql_placeholders",
                        MODE.formatted("distsql_placeholders").replaceAll("  secretKey.*\n", ""))
                .with("SECRET", "")
                .with("WORKER", "5");
        String document = """
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:distsql_placeholders', username: sa, password: '$${SECRET}'}
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_0.t_order
                      keyGenerateStrategy: {column: order_id, keyGeneratorName: snow}
                  keyGenerators:
                    snow: {type: SNOWFLAKE, props: {worker-id: '$${WORKER}'}}
                props: {distsql-allowed: all}
                """;
        try (ShardingDataSource first = ShardingDataSourceFactory.create(instances.document(document));
                ShardingDataSource second = ShardingDataSourceFactory.create(
                        instances.with("WORKER", "6").document(document))) {
            Governed.execute(first, "CREATE BROADCAST TABLE RULE t_country");
            Governance followed = second.governance();
            assertThat(Governed.until(() -> followed.version() == 2)).isTrue();
            assertThat(second.configuration().rules().toString()).contains("worker-id=6", "t_country");
            Governed.execute(second, "CREATE BROADCAST TABLE RULE t_currency");
            Governance following = first.governance();
            assertThat(Governed.until(() -> following.version() == 3)).isTrue();
            assertThat(first.configuration().rules().toString()).contains("worker-id=5", "t_currency");
        }
    }

    @Test
    void aReplicaIsSwitchedForAllInstances() throws SQLException {
        String status = "SHOW STATUS FROM READWRITE_SPLITTING RULES";
        try (ShardingDataSource first = open("distsql_switch");
                ShardingDataSource second = open("distsql_switch")) {
            assertThat(column(first, "SELECT id FROM t_where", "id")).containsExactly("1");
            Governed.execute(first, "ALTER READWRITE_SPLITTING RULE ds DISABLE ds_1");
            assertThat(Governed.until(() -> isOff(second))).isTrue();
            assertThat(column(second, status, "status")).containsExactly("DISABLED");
            assertThat(column(second, "SELECT id FROM t_where", "id")).containsExactly("0");
            Governed.execute(second, "ALTER READWRITE_SPLITTING RULE ds ENABLE ds_1");
            assertThat(Governed.until(() -> !isOff(first))).isTrue();
            assertThat(column(first, status, "status")).containsExactly("ENABLED");
            assertThat(column(first, "SELECT id FROM t_where", "id")).containsExactly("1");
            assertThatThrownBy(() -> Governed.execute(first, "ALTER READWRITE_SPLITTING RULE ds DISABLE ds_0"))
                    .hasMessageContaining("SHD-1007")
                    .hasMessageContaining("ds_1");
        }
    }

    private static boolean isOff(ShardingDataSource dataSource) {
        try {
            return !dataSource.governance().switches().disabled().isEmpty();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aChangeIsTheNextVersionForAllInstances() throws SQLException {
        try (ShardingDataSource first = open("distsql_change");
                ShardingDataSource second = open("distsql_change")) {
            Governed.execute(first, "CREATE BROADCAST TABLE RULE t_country");
            assertThat(Governed.until(() -> Governed.version(second) == 2)).isTrue();
            assertThat(column(second, "SHOW BROADCAST TABLE RULES", "broadcast_table"))
                    .containsExactly("t_country");
            assertThat(column(second, "SHOW COMPUTE NODES", "instance_id"))
                    .containsExactlyInAnyOrder(
                            first.governance().instanceId(), second.governance().instanceId());
            assertThat(column(first, "SHOW COMPUTE NODES", "pid"))
                    .containsOnly(Long.toString(ProcessHandle.current().pid()));
        }
    }

    @Test
    void answersAreAsInTheFileOfCases() throws IOException, SQLException {
        Path file = Path.of("..", "..", "sharding-distsql", "src", "test", "resources", "cases", "governed", FILE);
        Path written = Path.of("target", FILE);
        String told;
        try (ShardingDataSource dataSource = open("distsql_cases");
                Connection connection = dataSource.getConnection()) {
            InstanceState instance = dataSource.governance().instances().get(0);
            told = new ScriptRunner(connection, new ScriptRunner.Run() {
                        @Override
                        public String told(String answer) {
                            return answer.replace(shown(instance), "instance-1 | host-1 | 4711 | 1.0.0")
                                    .replace(instance.startedAt().toString(), "2026-01-31T12:00:00Z");
                        }
                    })
                    .run(Files.readString(file));
        }
        Files.writeString(written, told);
        assertThat(told)
                .as(
                        "accept it by: cp sharding-governance/api/%s sharding-distsql/src/test/resources/cases/governed",
                        written)
                .isEqualTo(Files.readString(file));
    }

    private static String shown(InstanceState instance) {
        return String.join(
                " | ", instance.id(), instance.host(), Long.toString(instance.pid()), instance.libraryVersion());
    }
}
