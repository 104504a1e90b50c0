package org.shardingjdbc.jdbc.exactness;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Values that no row can have, since no data node is configured for them: a row is refused, and none is found. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class UnplacedValuesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_month:
                  actualDataNodes: ds_${0..1}.t_month_${['202401', '202402']}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: d, shardingAlgorithmName: by_month}}
                t_code:
                  actualDataNodes: ds_0.t_code_${['aa', 'bb']}
                  tableStrategy: {standard: {shardingColumn: code, shardingAlgorithmName: by_code}}
                t_year:
                  actualDataNodes: ds_${0..1}.t_year_${2023..2024}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: y, shardingAlgorithmName: by_year}}
                t_wrong:
                  actualDataNodes: ds_0.t_wrong_${['202401', '202402']}
                  tableStrategy: {standard: {shardingColumn: flag, shardingAlgorithmName: by_month}}
              shardingAlgorithms:
                by_id: {type: MOD, props: {sharding-count: 2}}
                by_month:
                  type: INTERVAL
                  props:
                    datetime-pattern: "yyyy-MM-dd HH:mm:ss"
                    datetime-lower: "2024-01-01 00:00:00"
                    datetime-upper: "2024-02-29 23:59:59"
                    sharding-suffix-pattern: yyyyMM
                    datetime-interval-amount: 1
                    datetime-interval-unit: MONTHS
                by_code: {type: INLINE, props: {algorithm-expression: "t_code_${code.substring(0, 2)}"}}
                by_year: {type: INLINE, props: {algorithm-expression: "t_year_${y}"}}
            """;

    private static Fixture<ShardingDataSource> shards;
    private static PlainAndSharded both;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = Fixture.on(kind, "unplaced_values").rules(RULES).open(ShardingDataSourceFactory::create);
        both = new PlainAndSharded(shards.plain(), shards.sharded());
        both.setUp(
                "CREATE TABLE t_month (id INT PRIMARY KEY, d DATE NOT NULL)",
                "CREATE TABLE t_code (code VARCHAR(10) PRIMARY KEY, n INT)",
                "CREATE TABLE t_year (id INT PRIMARY KEY, y INT NOT NULL, n INT)",
                "INSERT INTO t_month (id, d) VALUES (1, '2024-01-05'), (2, '2024-02-06'), (3, '2024-02-07')",
                "INSERT INTO t_code (code, n) VALUES ('aa1', 1), ('bb1', 2), ('bb2', 3)",
                "INSERT INTO t_year (id, y, n) VALUES (1, 2023, 1), (2, 2024, 2), (3, 2024, 3)");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        both.close();
        shards.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_month WHERE d = '2023-12-31'",
                "SELECT COUNT(*), MAX(id) FROM t_month WHERE d = '2025-12-31'",
                "SELECT * FROM t_month WHERE d IN ('2023-12-31', '2024-01-05')",
                "SELECT * FROM t_month WHERE d IN ('2023-12-31', '2024-01-05', '2024-02-06', '2099-01-01') AND id > 0",
                "SELECT * FROM t_month WHERE d IN ('2023-12-31', '2024-01-05') AND id IN (1, 2, 3)",
                "SELECT id FROM t_month WHERE d = '2023-12-31' OR id = 2",
                "SELECT id FROM t_month WHERE NOT (d = '2023-12-31')",
                "SELECT id FROM t_month WHERE d <> '2023-12-31'",
                "SELECT a.id, b.id FROM t_month a LEFT JOIN t_month b ON b.d = '2023-12-31' AND a.id = b.id",
                "SELECT id FROM t_month a WHERE EXISTS (SELECT 1 FROM t_month b WHERE b.d = '2023-12-31' AND b.id = a.id)",
                "SELECT id FROM t_month WHERE d = '2023-12-31' UNION ALL SELECT id FROM t_month WHERE d = '2024-01-05'",
                "SELECT n FROM t_code WHERE code = 'a'",
                "SELECT n FROM t_code WHERE code IN ('a', 'bb1', '', 'cc1')",
                "SELECT n FROM t_code WHERE code = 'cc1'",
                "SELECT n FROM t_year WHERE y = 1999",
                "SELECT n FROM t_year WHERE y IN (1999, 2023, 2024, 2031)",
                "SELECT n FROM t_year WHERE y IN (1999, 2031) AND id = 1",
                "SELECT n FROM t_year WHERE y = 1999 AND id = 1 FOR UPDATE",
                "SELECT x.n, y.n FROM t_year x JOIN t_year y ON x.id = y.id AND x.y = y.y WHERE x.y IN (1999, 2024)",
            })
    void areNotFound(String sql) {
        both.query(sql).agree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t_month SET id = 0 WHERE d = '2023-12-31'",
                "DELETE FROM t_month WHERE d = '2023-12-31'",
                "UPDATE t_year SET n = 7 WHERE y IN (1999, 2023)",
                "UPDATE t_year SET n = 8 WHERE y = 1999",
                "DELETE FROM t_year WHERE y = 1999 OR n = 77",
                "DELETE FROM t_code WHERE code IN ('a', 'bb2')",
            })
    void areNotWritten(String sql) {
        both.update(sql).agree();
        for (String table : new String[] {"t_month", "t_code", "t_year"}) {
            both.query("SELECT * FROM " + table).agree();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1999, 2023, 2031})
    void asParameters(int year) {
        both.query("SELECT n FROM t_year WHERE y = ?", year).agree();
        both.query("SELECT n FROM t_year WHERE y IN (?, 2024)", year).agree();
        both.update("UPDATE t_year SET n = n + 1 WHERE y = ?", year).agree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t_month (id, d) VALUES (9, '2023-12-31')",
                "INSERT INTO t_code (code, n) VALUES ('a', 9)",
                "INSERT INTO t_code (code, n) VALUES ('cc', 9)",
                "INSERT INTO t_year (id, y, n) VALUES (9, 1999, 9)",
                "UPDATE t_year SET y = 1999 WHERE y = 2023 AND id = 1",
            })
    void rowsWithThemAreRefused(String sql) {
        assertThatThrownBy(() -> both.sharded().createStatement().executeUpdate(sql))
                .isInstanceOf(SQLException.class)
                .hasMessageMatching("(?s)SHD-400[23].*");
    }

    /** What an algorithm makes nothing of, whatever the value, is a mistake of the rules and no value without rows. */
    @Test
    void anAlgorithmThatDoesNotFitTheColumnIsNamed() {
        assumeThat(kind.speaksMySql()).as("a BOOLEAN is a number").isFalse();
        both.setUp("CREATE TABLE t_wrong (flag BOOLEAN NOT NULL, n INT)");
        assertThatThrownBy(
                        () -> both.sharded().createStatement().executeQuery("SELECT n FROM t_wrong WHERE flag = TRUE"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SHD-4005");
    }
}
