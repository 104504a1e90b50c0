package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Answers without a data source that is away: only where a hint asks, and never without a warning. */
class PartialAnswersTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:parts_0;DB_CLOSE_DELAY=-1;IFEXISTS=TRUE', connectionTimeout: 250}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:parts_1;DB_CLOSE_DELAY=-1;IFEXISTS=TRUE', connectionTimeout: 250}
              ds_2: {jdbcUrl: 'jdbc:h2:mem:parts_2;DB_CLOSE_DELAY=-1;IFEXISTS=TRUE', connectionTimeout: 250}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..2}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: by_k}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 3}'}}
                by_k: {type: INLINE, props: {algorithm-expression: 't_${k % 2}'}}
            """;
    private static final String PARTS = "/* SHARDING_HINT: PARTIAL_ANSWERS=true */ ";
    private static final String OF_DS_1 = "Partial answer: rows are missing of ds_1.t_0, ds_1.t_1";

    private ShardingDataSource dataSource;
    private String warning;

    @BeforeEach
    void create() throws SQLException {
        for (int node = 0; node < 3; node++) {
            on(node, "CREATE TABLE t_0 (id INT, k INT, v INT)");
            on(node, "CREATE TABLE t_1 (id INT, k INT, v INT)");
            on(node, "INSERT INTO t_0 VALUES (" + node + ", 0, " + node + ")");
            on(node, "INSERT INTO t_1 VALUES (" + node + ", 1, " + (10 + node) + ")");
        }
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        assertThat(query(PARTS + "SELECT v FROM t ORDER BY v")).containsExactly("0", "1", "2", "10", "11", "12");
        assertThat(warning).isNull();
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        for (int node = 0; node < 3; node++) {
            on(node, "SHUTDOWN");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT v FROM t ORDER BY v; 0 2 10 12",
                "SELECT v FROM t ORDER BY v DESC LIMIT 3; 12 10 2",
                "SELECT v FROM t ORDER BY v LIMIT 2 OFFSET 1; 2 10",
                "SELECT COUNT(*) FROM t; 4",
                "SELECT SUM(v) FROM t WHERE k = 1; 22",
                "SELECT k, COUNT(*) FROM t GROUP BY k ORDER BY k; 0 1",
                "SELECT v FROM t WHERE id IN (0, 1) ORDER BY v; 0 10"
            })
    void readsAreAnsweredWithoutIt(String sql, String rows) throws SQLException {
        on(1, "SHUTDOWN");
        assertThatThrownBy(() -> query(sql)).isInstanceOf(SQLException.class);
        assertThat(String.join(" ", query(PARTS + sql))).isEqualTo(rows);
        assertThat(warning).startsWith("Partial answer: rows are missing of ds_1.t_");
        try (ShardingHint scope = ShardingHint.open().acceptPartialAnswers()) {
            assertThat(scope).isNotNull();
            assertThat(String.join(" ", query(sql))).isEqualTo(rows);
            assertThat(warning).startsWith("Partial answer: rows are missing of ds_1.t_");
        }
        assertThatThrownBy(() -> query(sql)).isInstanceOf(SQLException.class);
    }

    @Test
    void severalMayBeAwayAndComeBack() throws SQLException {
        on(1, "SHUTDOWN");
        assertThat(query(PARTS + "SELECT v FROM t ORDER BY v")).hasSize(4);
        assertThat(warning).isEqualTo(OF_DS_1);
        on(2, "SHUTDOWN");
        assertThat(query(PARTS + "SELECT v FROM t ORDER BY v")).containsExactly("0", "10");
        assertThat(warning).isEqualTo(OF_DS_1 + ", ds_2.t_0, ds_2.t_1");
        on(0, "SHUTDOWN");
        assertThatThrownBy(() -> query(PARTS + "SELECT v FROM t")).isInstanceOf(SQLException.class);
        for (int node = 0; node < 3; node++) {
            on(node, "CREATE TABLE t_0 (id INT, k INT, v INT)");
            on(node, "CREATE TABLE t_1 (id INT, k INT, v INT)");
            on(node, "INSERT INTO t_0 VALUES (" + node + ", 0, " + node + ")");
        }
        // the pools try again after a while of their own
        List<String> answer = List.of();
        for (int i = 0; i < 300 && answer.size() < 3; i++) {
            try {
                answer = query(PARTS + "SELECT v FROM t ORDER BY v");
                assertThat(warning == null).isEqualTo(answer.size() == 3);
            } catch (SQLException away) {
                // a pool had no connection yet, or one from before
                answer = List.of();
            }
        }
        assertThat(answer).containsExactly("0", "1", "2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v FROM t WHERE id = 1",
                "SELECT v FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE b.v = a.v + 10)",
                "SELECT v FROM t EXCEPT SELECT v + 10 FROM t",
                "SELECT a.v, b.v FROM t a LEFT JOIN t b ON b.v = a.v + 10",
                "SELECT v FROM t WHERE v > (SELECT AVG(v) FROM t)",
                "SELECT v FROM t FOR UPDATE"
            })
    void whatWouldBeWrongAndNotOnlyPartialFails(String sql) throws SQLException {
        query(PARTS + sql);
        assertThat(warning).isNull();
        on(1, "SHUTDOWN");
        assertThatThrownBy(() -> query(PARTS + sql)).isInstanceOf(SQLException.class);
        try (ShardingHint scope = ShardingHint.open().acceptPartialAnswers()) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> query(sql)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void transactionsAndWritesAreNeverPartial() throws SQLException {
        on(1, "SHUTDOWN");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeQuery(PARTS + "SELECT v FROM t"))
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> statement.executeUpdate(PARTS + "UPDATE t SET v = 0"))
                    .isInstanceOf(SQLException.class);
            try (ResultSet rows = statement.executeQuery(PARTS + "SELECT SUM(v) FROM t")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(24);
                assertThat(statement.getWarnings().getMessage()).isEqualTo(OF_DS_1);
            }
        }
    }

    @Test
    void errorsOfStatementsAreNoReasonToLeaveADataSourceOut() throws SQLException {
        on(1, "INSERT INTO t_0 VALUES (1, 0, NULL)");
        on(1, "UPDATE t_1 SET v = 0");
        assertThatThrownBy(() -> query(PARTS + "SELECT 1 / v FROM t WHERE k = 1 ORDER BY 1"))
                .hasMessageContaining("Division by zero");
    }

    private List<String> query(String sql) throws SQLException {
        warning = null;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            SQLWarning first = statement.getWarnings();
            warning = first == null ? null : first.getMessage();
            return found;
        }
    }

    private static void on(int node, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:parts_" + node + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
