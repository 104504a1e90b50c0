package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Hints do what they say, or the statement is refused: none is passed over. */
class HintsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: mod_4
              tables:
                hinted:
                  actualDataNodes: ds_${0..1}.hinted_${0..1}
                  databaseStrategy:
                    hint:
                      shardingAlgorithmName: by_hint
                  tableStrategy:
                    hint:
                      shardingAlgorithmName: by_table_hint
              shardingAlgorithms:
                mod_4:
                  type: MOD
                  props:
                    sharding-count: 4
                by_hint:
                  type: HINT_INLINE
                  props:
                    algorithm-expression: ds_${value}
                by_table_hint:
                  type: HINT_INLINE
                  props:
                    algorithm-expression: hinted_${value}
            """;

    private Fixture<ShardingDataSource> shards;
    private ShardingDataSource sharded;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void create() throws Exception {
        shards = Fixture.on(DatabaseKind.H2, "hints").rules(RULES).open(ShardingDataSourceFactory::create);
        sharded = shards.sharded();
        connection = sharded.getConnection();
        statement = connection.createStatement();
        for (String table : new String[] {"t", "hinted"}) {
            statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, a INT)");
        }
        statement.execute("INSERT INTO t (id, a) VALUES (0, 0), (1, 1), (2, 2), (3, 3)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        shards.close();
    }

    private int rows(String sql) throws SQLException {
        int count = 0;
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    private void refused(String hint, String sql) throws SQLException {
        String text = "/* SHARDING_HINT: " + hint + " */ " + sql;
        assertThatThrownBy(() -> statement.execute(text))
                .as(text)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-1101");
        assertThatThrownBy(() -> {
                    try (PreparedStatement prepared = connection.prepareStatement(text)) {
                        prepared.execute();
                    }
                })
                .as("prepared %s", text)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-1101");
        assertThat(rows("SELECT * FROM t")).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE IF EXISTS t",
                "DELETE FROM t",
                "DELETE FROM t WHERE id = 1",
                "UPDATE t SET a = 9",
                "INSERT INTO t (id, a) VALUES (9, 9)",
                "INSERT INTO t SELECT id + 10, a FROM t",
                "TRUNCATE TABLE t",
                "SELECT * FROM t",
                "SELECT x.a FROM t x JOIN t y ON x.a = y.id",
                "SELECT 1",
                "SET SCHEMA PUBLIC",
                "COMMIT"
            })
    void sqlIsSentAsWrittenToANamedDataSourceOnly(String sql) throws SQLException {
        refused("SKIP_SQL_REWRITE=true", sql);
        refused("skipSqlRewrite=true", sql);
    }

    @Test
    void scopesThatSkipTheRewriteNeedADataSourceToo() throws SQLException {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.setSkipRewrite();
            assertThatThrownBy(() -> statement.execute("SELECT * FROM t")).hasMessageStartingWith("SHD-1101");
            for (String sql : new String[] {"DROP TABLE IF EXISTS t", "DELETE FROM t"}) {
                assertThatThrownBy(() -> statement.execute(sql)).hasMessageStartingWith("SHD-1101");
                assertThatThrownBy(() -> {
                            statement.addBatch(sql);
                            statement.executeBatch();
                        })
                        .hasMessageStartingWith("SHD-1101");
            }
            hint.setDataSourceName("ds_1");
            assertThat(rows("SELECT * FROM t_1")).isEqualTo(1);
            assertThat(rows("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0 */ SELECT * FROM t_0"))
                    .isEqualTo(1);
        }
        assertThat(rows("SELECT * FROM t")).isEqualTo(4);
        assertThat(rows("/* SHARDING_HINT: SKIP_SQL_REWRITE=false */ SELECT * FROM t"))
                .isEqualTo(4);
    }

    @Test
    void partsThatNothingHeedsAreRefused() throws SQLException {
        refused("t.DATA_SOURCE_NAME=ds_0", "SELECT * FROM t");
        refused("t.SKIP_SQL_REWRITE=true, DATA_SOURCE_NAME=ds_0", "SELECT * FROM t");
        refused("DATA_SOURCE_NAME=ds_0, DATA_SOURCE_NAME=ds_1", "SELECT * FROM t");
        refused("t.SHARDING_TABLE_VALUE=1", "SELECT * FROM t");
        refused("SHARDING_TABLE_VALUE=1", "SELECT * FROM t");
        refused("hinted.SHARDING_TABLE_VALUE=1", "SELECT * FROM t");
        refused("hintd.SHARDING_TABLE_VALUE=1", "SELECT * FROM hinted");
        refused("DATA_SOURCE_NAME=ds_0", "SET SCHEMA PUBLIC");
        refused("DATA_SOURCE_NAME=ds_0", "COMMIT");
        for (String comment : new String[] {"/* SHARDING_HINT DATA_SOURCE_NAME=ds_0 */", "/* SHARDINGSPHERE_HINT */"}) {
            assertThatThrownBy(() -> statement.execute(comment + " SELECT * FROM t"))
                    .as(comment)
                    .hasMessageStartingWith("SHD-1101");
        }
    }

    @Test
    void hintsAreHeeded() throws SQLException {
        String hint = "SHARDING_DATABASE_VALUE=1, hinted.SHARDING_TABLE_VALUE=0";
        assertThat(statement.executeUpdate("/* SHARDING_HINT: " + hint + " */ INSERT INTO hinted VALUES (1, 1)"))
                .isEqualTo(1);
        assertThat(rows("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1, SKIP_SQL_REWRITE=true */ SELECT * FROM hinted_0"))
                .isEqualTo(1);
        assertThat(rows("/* SHARDING_HINT: WRITE_ROUTE_ONLY=true */ SELECT * FROM t"))
                .isEqualTo(4);
        assertThat(rows("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ PREVIEW SELECT * FROM t"))
                .isEqualTo(2);
        assertThat(rows("PREVIEW /* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT * FROM t"))
                .isEqualTo(2);
        assertThat(rows("PREVIEW SELECT * FROM t")).isEqualTo(4);
    }
}
