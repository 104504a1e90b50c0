package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Auditors of tables, in the form that ShardingSphere reads. */
class AuditTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:audit_0;DB_CLOSE_DELAY=-1'}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:audit_1;DB_CLOSE_DELAY=-1'}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
                  auditStrategy: {auditorNames: [cond], allowHintDisable: true}
                t_strict:
                  actualDataNodes: ds_${0..1}.t_strict
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  auditStrategy: {auditorNames: [cond], allowHintDisable: false}
                t_hint:
                  actualDataNodes: ds_${0..1}.t_hint
                  databaseStrategy: {hint: {shardingAlgorithmName: by_hint}}
                t_own:
                  actualDataNodes: ds_${0..1}.t_own
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  auditStrategy: {auditorNames: [nodes], allowHintDisable: true}
                t_item:
                  actualDataNodes: ds_${0..1}.t_item
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  auditStrategy: {auditorNames: []}
              bindingTables: ['t_strict, t_item']
              defaultAuditStrategy: {auditorNames: [cond], allowHintDisable: true}
              shardingAlgorithms:
                by_user: {type: INLINE, props: {
                    algorithm-expression: 'ds_${user_id % 2}', allow-range-query-with-inline-sharding: true}}
                by_order: {type: INLINE, props: {
                    algorithm-expression: 't_order_${order_id % 2}', allow-range-query-with-inline-sharding: true}}
                by_hint: {type: HINT_INLINE, props: {algorithm-expression: 'ds_${value}'}}
              auditors:
                cond: {type: DML_SHARDING_CONDITIONS}
                nodes: {type: TEST_MOST_NODES, props: {most: 1}}
            - !BROADCAST
              tables: [t_all]
            - !SINGLE
              tables: ['*.*']
            """;

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException {
        for (String database : List.of("audit_0", "audit_1")) {
            on(database, "CREATE TABLE t_order_0 (order_id INT PRIMARY KEY, user_id INT, v INT)");
            on(database, "CREATE TABLE t_order_1 (order_id INT PRIMARY KEY, user_id INT, v INT)");
            for (String table : List.of("t_strict", "t_hint", "t_own", "t_item", "t_all")) {
                on(database, "CREATE TABLE " + table + " (user_id INT, v INT)");
            }
        }
        on("audit_0", "CREATE TABLE t_one (id INT)");
        dataSource = open(YAML);
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        on("audit_0", "SHUTDOWN");
        on("audit_1", "SHUTDOWN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order",
                "SELECT COUNT(*) FROM t_order WHERE v = 1",
                "SELECT * FROM t_order WHERE user_id = 1 OR v = 2",
                "SELECT * FROM t_order WHERE user_id <> 3",
                "SELECT * FROM t_order WHERE ABS(user_id) = 3",
                "SELECT * FROM t_order FOR UPDATE",
                "UPDATE t_order SET v = 1",
                "UPDATE t_order SET v = 1 WHERE v = 2",
                "DELETE FROM t_order",
                "SELECT * FROM t_hint",
                "UPDATE t_hint SET v = 1",
                "SELECT * FROM t_all a JOIN t_order o ON a.v = o.v",
                "SELECT * FROM t_one WHERE id IN (SELECT order_id FROM t_order)",
                "SELECT * FROM (SELECT * FROM t_order) x",
                "SELECT * FROM t_order o WHERE EXISTS (SELECT 1 FROM t_strict WHERE v = o.v)",
                "SELECT order_id FROM t_order WHERE user_id = 1 UNION SELECT order_id FROM t_order",
                "SELECT * FROM t_order o JOIN t_own w ON o.v = w.v WHERE w.user_id = 1",
                "SELECT * FROM t_item i JOIN t_strict s ON s.user_id = i.user_id",
                "/* SHARDINGSPHERE_HINT: DISABLE_AUDIT_NAMES=other */ SELECT * FROM t_order",
                "/* SHARDINGSPHERE_HINT: DISABLE_AUDIT_NAMES=cond */ DELETE FROM t_strict",
                "INSERT INTO t_own (user_id, v) SELECT user_id + 1, v FROM t_order"
            })
    void statementsWithoutAConditionAreRefused(String sql) {
        assertThatThrownBy(() -> run(sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("Auditor cond refuses a statement on logic table t_")
                .extracting(e -> ((SQLException) e).getErrorCode())
                .isEqualTo(ErrorCode.SHARDING_CONDITION_MISSING.number());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order WHERE user_id = 1",
                "SELECT * FROM t_order WHERE order_id > 5",
                "SELECT * FROM t_order WHERE user_id IN (1, 2)",
                "SELECT * FROM t_order WHERE 1 = 0",
                "SELECT * FROM (SELECT * FROM t_order WHERE user_id = 1) x",
                "UPDATE t_order SET v = 1 WHERE user_id = 3",
                "DELETE FROM t_order WHERE order_id = 3",
                "INSERT INTO t_order (order_id, user_id, v) VALUES (1, 1, 1), (2, 2, 2)",
                "SELECT * FROM t_all",
                "SELECT * FROM t_one",
                "SELECT * FROM t_all a JOIN t_order o ON a.v = o.v WHERE o.user_id = 1",
                "SELECT * FROM t_item",
                "SELECT * FROM t_item i JOIN t_strict s ON s.user_id = i.user_id WHERE i.user_id = 1",
                "/* SHARDINGSPHERE_HINT: t_hint.SHARDING_DATABASE_VALUE=1 */ SELECT * FROM t_hint",
                "/* SHARDINGSPHERE_HINT: DISABLE_AUDIT_NAMES=cond */ SELECT * FROM t_order",
                "/* SHARDINGSPHERE_HINT: DISABLE_AUDIT_NAMES=cond other */ DELETE FROM t_order",
                "TRUNCATE TABLE t_order",
                "CREATE INDEX ix_v ON t_order (v)"
            })
    void otherStatementsPass(String sql) {
        assertThatCode(() -> run(sql)).doesNotThrowAnyException();
    }

    @Test
    void refusedStatementsTouchNothingAndTheConnectionGoesOn() throws SQLException {
        run("INSERT INTO t_order (order_id, user_id, v) VALUES (1, 1, 7), (2, 2, 7)");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE t_order SET v = 0"))
                    .isInstanceOf(SQLException.class);
            statement.executeUpdate("UPDATE t_order SET v = 8 WHERE user_id = 1");
            connection.commit();
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t_order WHERE user_id IN (1, 2) ORDER BY v")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(8);
            }
        }
    }

    @Test
    void batchesAndPreparedStatementsAreLookedAt() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t_order SET v = ?")) {
            update.setInt(1, 1);
            update.addBatch();
            assertThatThrownBy(update::executeBatch).hasMessageContaining("Auditor cond");
        }
        try (Connection connection = dataSource.getConnection();
                Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO t_order (order_id, user_id, v) VALUES (5, 5, 5)");
            batch.addBatch("DELETE FROM t_order");
            assertThatThrownBy(batch::executeBatch).hasMessageContaining("Auditor cond");
        }
    }

    @Test
    void aScopeDisablesAuditorsUntilItIsClosed() throws SQLException {
        try (ShardingHint scope = ShardingHint.open().disableAudit("cond")) {
            assertThat(scope).isNotNull();
            run("SELECT * FROM t_order");
            assertThatThrownBy(() -> run("SELECT * FROM t_strict")).hasMessageContaining("Auditor cond");
        }
        assertThatThrownBy(() -> run("SELECT * FROM t_order")).hasMessageContaining("Auditor cond");
    }

    @Test
    void anAuditorOfOnesOwnSeesWhereAStatementGoesAndWhoReads() throws SQLException {
        run("SELECT * FROM t_own WHERE user_id = 1");
        run("UPDATE t_own SET v = 1");
        assertThatThrownBy(() -> run("SELECT * FROM t_own"))
                .hasMessageContaining("SHD-4120: Auditor nodes refuses a statement on logic table t_own:"
                        + " SCATTER reads 2 of 2 data nodes, all: true.");
        assertThatThrownBy(() -> run("SELECT * FROM t_own WHERE user_id IN (1, 2)"))
                .hasMessageContaining("IN reads 2 of 2 data nodes");
        run("SELECT * FROM t_own WHERE user_id IN (1, 3)");
        run("/* SHARDING_HINT: DISABLE_AUDIT_NAMES=nodes */ SELECT * FROM t_own");
        try (ShardingHint scope = ShardingHint.open().setReader("batch")) {
            assertThat(scope).isNotNull();
            run("SELECT * FROM t_own");
        }
    }

    @Test
    void anAuditorThatFailsIsNamedAndNothingIsExecuted() throws SQLException {
        run("INSERT INTO t_own (user_id, v) VALUES (1, 7)");
        try (ShardingHint scope = ShardingHint.open().setReader("broken")) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> run("UPDATE t_own SET v = 8"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4004: Auditor nodes of logic table t_own failed with"
                            + " java.lang.IllegalStateException")
                    .hasRootCauseMessage("a defect of the application's");
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v FROM t_own WHERE user_id = 1")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(7);
        }
    }

    @Test
    void explainRefusesTooAndSaysWhoLooks() throws SQLException {
        assertThatThrownBy(() -> dataSource.explain("SELECT * FROM t_order")).hasMessageContaining("Auditor cond");
        assertThat(dataSource.explain("SELECT * FROM t_order WHERE user_id = 1").toString())
                .contains("Audit checks the data nodes of each execution");
    }

    @Test
    void mistakesOfTheConfigurationAreTold() {
        assertThatThrownBy(() -> open(YAML.replace("type: TEST_MOST_NODES", "type: TEST_MOST_NODE")))
                .hasMessageContaining("unknown auditor type 'TEST_MOST_NODE'")
                .hasMessageContaining("did you mean 'TEST_MOST_NODES'?");
        assertThatThrownBy(() -> open(YAML.replace("props: {most: 1}", "props: {most: 1, least: 2}")))
                .hasMessageContaining("'least'");
        assertThatThrownBy(() -> open(YAML.replace("props: {most: 1}", "props: {most: none}")))
                .hasMessageContaining("property 'most' must be a whole number");
        assertThatThrownBy(() -> open(YAML.replace("auditorNames: [nodes]", "auditorNames: [node]")))
                .hasMessageContaining("unknown auditor 'node'");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void on(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
