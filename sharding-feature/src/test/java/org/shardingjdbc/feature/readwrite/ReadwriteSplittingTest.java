package org.shardingjdbc.feature.readwrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * Where executions go. The "replicas" are databases whose rows say where they are, so that each answer tells who gave
 * it.
 */
class ReadwriteSplittingTest {
    private static final List<String> DATABASES = List.of("w_0", "w_1", "r_0a", "r_0b", "r_1a");

    private static final String YAML = """
            dataSources:
              w_0: {jdbcUrl: 'jdbc:h2:mem:rw_w_0;DB_CLOSE_DELAY=-1'}
              r_0a: {jdbcUrl: 'jdbc:h2:mem:rw_r_0a;DB_CLOSE_DELAY=-1'}
              r_0b: {jdbcUrl: 'jdbc:h2:mem:rw_r_0b;DB_CLOSE_DELAY=-1'}
              w_1: {jdbcUrl: 'jdbc:h2:mem:rw_w_1;DB_CLOSE_DELAY=-1'}
              r_1a: {jdbcUrl: 'jdbc:h2:mem:rw_r_1a;DB_CLOSE_DELAY=-1'}
            rules:
            - !READWRITE_SPLITTING
              dataSourceGroups:
                g_0:
                  writeDataSourceName: w_0
                  readDataSourceNames: [r_0a, r_0b]
                  transactionalReadQueryStrategy: PRIMARY
                  loadBalancerName: turns
                g_1:
                  writeDataSourceName: w_1
                  readDataSourceNames: [r_1a]
              loadBalancers:
                turns:
                  type: ROUND_ROBIN
            - !SHARDING
              tables:
                t:
                  actualDataNodes: g_${0..1}.t
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                u:
                  actualDataNodes: g_${0..1}.u
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'g_${id % 2}'}}
            """;

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException {
        for (String database : DATABASES) {
            on(database, "CREATE TABLE t (id INT PRIMARY KEY, place VARCHAR(20))");
            on(database, "CREATE TABLE u (id INT PRIMARY KEY, place VARCHAR(20))");
            on(database, "CREATE SEQUENCE s");
            on(database, "CREATE ALIAS shout FOR 'java.lang.Integer.toHexString'");
            int id = database.charAt(2) - '0';
            on(database, "INSERT INTO t VALUES (" + id + ", '" + database + "')");
            on(database, "INSERT INTO u VALUES (" + id + ", '" + database + "')");
        }
        dataSource = open(YAML);
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        for (String database : DATABASES) {
            on(database, "SHUTDOWN");
        }
    }

    @Test
    void readsTakeTurnsOnTheReplicas() throws SQLException {
        String sql = "SELECT place FROM t WHERE id = 0";
        assertThat(List.of(query(sql), query(sql), query(sql)))
                .containsExactly(List.of("r_0a"), List.of("r_0b"), List.of("r_0a"));
        assertThat(query("SELECT place FROM t ORDER BY place")).containsExactly("r_0b", "r_1a");
        assertThat(query("SELECT UPPER(MAX(place)) FROM t WHERE id = 1")).containsExactly("R_1A");
    }

    @Test
    void aPreparedStatementChoosesOnEachExecution() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT place FROM t WHERE id = ?")) {
            List<String> places = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                select.setInt(1, 0);
                places.addAll(rows(select.executeQuery()));
            }
            assertThat(places).containsExactly("r_0a", "r_0b", "r_0a");
        }
    }

    @Test
    void writesReachThePrimaryOnly() throws SQLException {
        execute("INSERT INTO t (id, place) VALUES (2, 'new')");
        execute("UPDATE t SET place = 'changed' WHERE id = 0");
        assertThat(on("w_0", "SELECT place FROM t ORDER BY id")).containsExactly("changed", "new");
        assertThat(on("r_0a", "SELECT place FROM t")).containsExactly("r_0a");
        assertThat(on("r_0b", "SELECT place FROM t")).containsExactly("r_0b");
    }

    @Test
    void whatMayDoMoreThanReadGoesToThePrimary() throws SQLException {
        for (String sql : List.of(
                "SELECT place FROM t WHERE id = 0 FOR UPDATE",
                "SELECT place FROM t WHERE id = 0 AND shout(id) = '0'",
                "SELECT place FROM t WHERE id = 0 AND NEXT VALUE FOR s > 0")) {
            assertThat(query(sql)).as(sql).containsExactly("w_0");
        }
    }

    @Test
    void functionsThatAreNamedHarmlessMayBeCalledOnReplicas() throws SQLException {
        String own = "SELECT place FROM t WHERE id = 0 AND Shout(id) = '0'";
        String qualified = "SELECT place FROM t WHERE id = 0 AND public.shout(id) = '0'";
        String sequence = "SELECT place FROM t WHERE id = 0 AND shout(id) = '0' AND NEXT VALUE FOR s > 0";
        String named = YAML.replace("  loadBalancers:", "  harmless-functions: [SHOUT]\n  loadBalancers:");
        try (ShardingDataSource trusting = open(named);
                Connection connection = trusting.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(rows(statement.executeQuery(own))).containsExactly("r_0a");
            assertThat(rows(statement.executeQuery(qualified))).containsExactly("w_0");
            assertThat(rows(statement.executeQuery(sequence))).containsExactly("w_0");
        }
        try (ShardingDataSource trusting = open(named.replace("[SHOUT]", "[Public.shout]"));
                Connection connection = trusting.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(rows(statement.executeQuery(own))).containsExactly("w_0");
            assertThat(rows(statement.executeQuery(qualified))).containsExactly("r_0a");
        }
    }

    @Test
    void anUpdatableResultIsOfThePrimary() throws SQLException {
        String sql = "SELECT id, place FROM t WHERE id = 0";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = select.executeQuery();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
            assertThat(rows.next()).isTrue();
            rows.updateString("place", "changed");
            rows.updateRow();
            statement.setMaxRows(1);
            try (ResultSet again = statement.executeQuery(sql)) {
                assertThat(again.next()).isTrue();
                assertThat(again.getString("place")).isEqualTo("changed");
            }
        }
        assertThat(on("w_0", "SELECT place FROM t")).containsExactly("changed");
        assertThat(on("r_0a", "SELECT place FROM t")).containsExactly("r_0a");
        assertThat(on("r_0b", "SELECT place FROM t")).containsExactly("r_0b");
    }

    @Test
    void aTransactionReadsFromThePrimary() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(rows(statement.executeQuery("SELECT place FROM t WHERE id = 0")))
                    .containsExactly("w_0");
            statement.execute("UPDATE t SET place = 'mine' WHERE id = 0");
            assertThat(rows(statement.executeQuery("SELECT place FROM t ORDER BY id")))
                    .containsExactly("mine", "w_1");
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(rows(statement.executeQuery("SELECT place FROM t WHERE id = 0")))
                    .containsExactly("r_0a");
        }
    }

    @Test
    void aHintAsksThePrimary() throws SQLException {
        assertThat(query("/* SHARDING_HINT: WRITE_ROUTE_ONLY=true */ SELECT place FROM t WHERE id = 0"))
                .containsExactly("w_0");
        try (ShardingHint hint = ShardingHint.open().setWriteRouteOnly()) {
            assertThat(hint).isNotNull();
            assertThat(query("SELECT place FROM t ORDER BY id")).containsExactly("w_0", "w_1");
            assertThat(query("SELECT t.place FROM t JOIN u ON t.place = u.place ORDER BY t.place"))
                    .containsExactly("w_0", "w_1");
        }
        assertThat(query("SELECT place FROM t WHERE id = 1")).containsExactly("r_1a");
    }

    @Test
    void aTextThatWritesReadsFromThePrimary() throws SQLException {
        String read = "SELECT place FROM t WHERE id = 0";
        assertThat(query(read + "; " + read)).containsExactly("r_0a");
        assertThat(query(read + "; UPDATE t SET place = 'changed' WHERE id = 0"))
                .containsExactly("w_0");
        assertThat(on("w_0", "SELECT place FROM t")).containsExactly("changed");
        assertThat(query(read)).containsExactly("r_0a");
    }

    @Test
    void stepsOfOneStatementSeeThePrimary() throws SQLException {
        assertThat(query("SELECT t.place FROM t JOIN u ON t.place = u.place ORDER BY t.place"))
                .containsExactly("w_0", "w_1");
        execute("INSERT INTO t (id, place) SELECT id + 2, place FROM u");
        assertThat(on("w_0", "SELECT place FROM t ORDER BY id")).containsExactly("w_0", "w_0");
        assertThat(on("w_1", "SELECT place FROM t ORDER BY id")).containsExactly("w_1", "w_1");
        assertThat(query("SELECT place FROM t WHERE id = 1")).containsExactly("r_1a");
    }

    @Test
    void anExplanationNamesTheReplica() throws SQLException {
        assertThat(dataSource.explain("SELECT place FROM t WHERE id = 1").toString())
                .contains("r_1a for g_1: SELECT place FROM t WHERE id = 1");
        assertThat(dataSource
                        .explain("SELECT place FROM t WHERE id = 1 FOR UPDATE")
                        .toString())
                .doesNotContain("r_1a");
    }

    @Test
    void weightsDecideHowOften() throws SQLException {
        String yaml = YAML.replace("type: ROUND_ROBIN", "{type: WEIGHT, props: {r_0a: 0, r_0b: 1.5}}");
        try (ShardingDataSource weighted = open(yaml);
                Connection connection = weighted.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 20; i++) {
                assertThat(rows(statement.executeQuery("SELECT place FROM t WHERE id = 0")))
                        .containsExactly("r_0b");
            }
        }
    }

    @Test
    void mistakesHaveTheirPlace() {
        refused("writeDataSourceName: w_1", "writeDataSourceName: w_2", "unknown data source 'w_2'");
        refused("[r_1a]", "[r_0a]", "data source 'r_0a' has a part already");
        refused("[r_1a]", "[]", "name at least one replica");
        refused("loadBalancerName: turns", "loadBalancerName: turn", "unknown load balancer 'turn'");
        refused("type: ROUND_ROBIN", "type: ROUND", "unknown load balancer type 'ROUND'");
        refused(
                "Strategy: PRIMARY",
                "Strategy: PRIMARI",
                "unknown value of 'transactionalReadQueryStrategy' 'PRIMARI'");
        refused("loadBalancerName:", "loadBalancer:", "did you mean 'loadBalancerName'?");
        refused("type: ROUND_ROBIN", "type: WEIGHT", "property 'r_0a' is required");
        refused("actualDataNodes: g_${0..1}.u", "actualDataNodes: w_${0..1}.u", "write that name");
    }

    @Test
    void namesMayBeRowExpressions() throws SQLException {
        String groups = YAML.substring(YAML.indexOf("    g_0:\n"), YAML.indexOf("  loadBalancers:"));
        String expressions = """
                    g_${0..1}:
                      writeDataSourceName: w_${0..1}
                      readDataSourceNames: ['r_${["0b", "1a"]}']
                      loadBalancerName: turns
                """.indent(0);
        try (ShardingDataSource expanded = open(YAML.replace(groups, expressions));
                Connection connection = expanded.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(rows(statement.executeQuery("SELECT place FROM t ORDER BY place")))
                    .containsExactly("r_0b", "r_1a");
            statement.execute("UPDATE t SET place = 'changed'");
        }
        assertThat(on("w_1", "SELECT place FROM t")).containsExactly("changed");
        refused(groups, expressions.replace("w_${0..1}", "w_${0..2}"), "'g_${0..1}' lists 2 names, 'w_${0..2}' 3");
        refused(groups, expressions.replace("w_${0..1}", "w_0"), "'g_${0..1}' lists 2 names, 'w_0' 1");
        refused(groups, expressions.replace("g_${0..1}", "g_${0..}"), "a row expression of group");
        refused("readDataSourceNames: [r_1a]", "readDataSourceNames: ['r_${7..8}']", "unknown data source 'r_7'");
        refused("  dataSourceGroups:", "  dataSources:", "write the groups under 'dataSourceGroups'");
    }

    @Test
    void oneGroupMayListItsReplicasByAnExpression() throws SQLException {
        String yaml = YAML.replace("[r_0a, r_0b]", "'r_0${[\"a\", \"b\"]}'");
        try (ShardingDataSource expanded = open(yaml);
                Connection connection = expanded.getConnection();
                Statement statement = connection.createStatement()) {
            String sql = "SELECT place FROM t WHERE id = 0";
            assertThat(rows(statement.executeQuery(sql))).containsExactly("r_0a");
            assertThat(rows(statement.executeQuery(sql))).containsExactly("r_0b");
        }
    }

    private static void refused(String part, String wrong, String message) {
        assertThat(YAML).contains(part);
        assertThatThrownBy(() -> open(YAML.replace(part, wrong)).close()).hasMessageContaining(message);
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return rows(statement.executeQuery(sql));
        }
    }

    private static List<String> on(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:rw_" + database + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? rows(statement.getResultSet()) : List.of();
        }
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }
}
