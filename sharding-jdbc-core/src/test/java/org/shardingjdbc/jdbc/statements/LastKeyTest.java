package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** LAST_INSERT_ID() and its variables tell the key that the session made last, wherever that was. */
@ParameterizedClass
@EnumSource(
        value = DatabaseKind.class,
        names = {"MYSQL", "MARIADB"})
class LastKeyTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                t_made:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
            - !SINGLE
              tables: ['*.*']
            """;

    private static Fixture<ShardingDataSource> shards;

    @Parameter
    private DatabaseKind kind;

    private PlainAndSharded both;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws Exception {
        shards = Fixture.on(kind, "last_key").rules(RULES).open(ShardingDataSourceFactory::create);
        try (PlainAndSharded tables = new PlainAndSharded(shards.plain(), shards.sharded())) {
            tables.setUp(
                    "CREATE TABLE t (id INT PRIMARY KEY, a INT)",
                    "CREATE TABLE t_made (id BIGINT PRIMARY KEY AUTO_INCREMENT, a INT)",
                    "CREATE TABLE t_single (id INT PRIMARY KEY AUTO_INCREMENT, v INT, w INT UNIQUE)",
                    "CREATE TABLE t_child (id INT PRIMARY KEY, parent_id BIGINT)",
                    "CREATE TABLE t_sequence (name INT PRIMARY KEY, next INT)");
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        shards.close();
    }

    /** A new session for each. */
    @BeforeEach
    void fill() throws SQLException {
        both = new PlainAndSharded(shards.plain(), shards.sharded());
        both.setUp(
                "DELETE FROM t",
                "DELETE FROM t_made",
                "DELETE FROM t_child",
                "TRUNCATE TABLE t_single",
                "DELETE FROM t_sequence",
                "INSERT INTO t_sequence VALUES (1, 5)",
                "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (77, 6)");
    }

    @AfterEach
    void closeBoth() throws SQLException {
        both.close();
    }

    private void told() {
        for (String question : new String[] {
            "SELECT LAST_INSERT_ID()",
            "SELECT @@identity, @@last_insert_id, @@session.last_insert_id",
            "SELECT LAST_INSERT_ID() + 1 AS next, 'x'"
        }) {
            both.query(question).agree();
        }
    }

    @Test
    void keysOfASingleTable() throws SQLException {
        told();
        both.update("INSERT INTO t_single (v) VALUES (7)").agree();
        told();
        both.update("INSERT INTO t_single (v) VALUES (7), (8)").agree();
        told();
        both.update("INSERT INTO t_single (v) VALUES (?)", 9).agree();
        told();
        // given keys are not made ones
        both.update("INSERT INTO t_single (id, v) VALUES (50, 9)").agree();
        told();
        both.update("INSERT INTO t_single (id, v) VALUES (?, ?)", 51, 9).agree();
        told();
        both.update("INSERT INTO t_single (id, v) VALUES (NULL, 9)").agree();
        told();
        both.update("INSERT INTO t_single (id, v) VALUES (DEFAULT, 9)").agree();
        told();
        both.update("INSERT INTO t_single SET v = 3").agree();
        told();
        both.update("UPDATE t_single SET v = v + 1").agree();
        both.update("INSERT INTO t VALUES (20, 1), (21, 2)").agree();
        told();
    }

    @Test
    void whatWasSetIsTheLastKey() throws SQLException {
        for (String set : new String[] {
            "SET last_insert_id = 97",
            "SET @@identity = 3",
            "SET SESSION last_insert_id = 12",
            "SET identity = @@identity + 5"
        }) {
            both.setUp(set);
            told();
        }
    }

    @Test
    void keysThatMayNotBeMade() throws SQLException {
        both.setUp("INSERT INTO t_single (v, w) VALUES (1, 1)");
        for (boolean transaction : new boolean[] {false, true}) {
            if (transaction) {
                both.begin();
            }
            for (String insert : new String[] {
                "INSERT IGNORE INTO t_single (v, w) VALUES (1, 1)",
                "INSERT IGNORE INTO t_single (v, w) VALUES (1, 20), (2, 1)",
                "INSERT INTO t_single (v) SELECT v FROM t_single WHERE id < 0",
                "INSERT INTO t_single (v) SELECT v + 1 FROM t_single",
                "REPLACE INTO t_single (v, w) VALUES (5, 1)",
                "REPLACE INTO t_single (v, w) VALUES (6, 1)"
            }) {
                both.update(insert).agree();
                told();
            }
            both.setUp("DELETE FROM t_single WHERE w = 20");
        }
        both.rollback();
    }

    @Test
    void aParameterAsksForAKeyOrGivesOne() throws SQLException {
        for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_single (id, v) VALUES (?, 1)")) {
                insert.setNull(1, Types.INTEGER);
                insert.executeUpdate();
                assertThat(one(connection)).isEqualTo(1);
                insert.setInt(1, 90);
                insert.executeUpdate();
                assertThat(one(connection)).isEqualTo(1);
                insert.setInt(1, 0);
                insert.executeUpdate();
                assertThat(one(connection)).isEqualTo(91);
            }
        }
    }

    private static long one(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT LAST_INSERT_ID()")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void usedWhereStatementsGoToOtherDataNodes() throws SQLException {
        both.setUp("INSERT INTO t_single (id, v) VALUES (2, 1)", "INSERT INTO t_single (v) VALUES (7)");
        both.update("INSERT INTO t_child VALUES (1, LAST_INSERT_ID())").agree();
        both.query("SELECT * FROM t_child").agree();
        both.query("SELECT id, LAST_INSERT_ID() FROM t WHERE id < LAST_INSERT_ID()")
                .agree();
        both.query("SELECT id FROM t WHERE id = LAST_INSERT_ID()").agree();
        both.query("SELECT id FROM t WHERE id > @@identity ORDER BY id LIMIT 2")
                .ordered()
                .agree();
        both.query("SELECT COUNT(*), SUM(a) FROM t WHERE id <> LAST_INSERT_ID()")
                .agree();
        both.update("UPDATE t SET a = LAST_INSERT_ID() WHERE id < 4").agree();
        both.update("INSERT INTO t VALUES (LAST_INSERT_ID() + 30, 0)").agree();
        both.query("SELECT * FROM t").agree();
        both.update("DELETE FROM t WHERE id = LAST_INSERT_ID()").agree();
        both.query("SELECT * FROM t").agree();
    }

    @Test
    void inATransactionTheBranchThatMadeItIsAsked() throws SQLException {
        both.begin();
        both.update("INSERT INTO t_single (v) VALUES (70)").agree();
        told();
        both.update("UPDATE t SET a = a + 1 WHERE id IN (1, 2, 3, 4)").agree();
        told();
        both.update("INSERT INTO t_child VALUES (1, LAST_INSERT_ID())").agree();
        both.query("SELECT id FROM t WHERE id <= LAST_INSERT_ID()").agree();
        both.query("SELECT * FROM t_child").agree();
        both.rollback();
        told();
    }

    @Test
    void computedKeys() throws SQLException {
        for (String where : new String[] {"name = 1", "name = 99"}) {
            both.update("UPDATE t_sequence SET next = LAST_INSERT_ID(next + 1) WHERE " + where)
                    .agree();
            told();
        }
        both.update("UPDATE t SET a = LAST_INSERT_ID(a + 10) WHERE id = 3").agree();
        told();
        both.begin();
        both.update("UPDATE t_sequence SET next = LAST_INSERT_ID(next + ?) WHERE name = 1", 4)
                .agree();
        told();
        both.update("UPDATE t_sequence SET next = LAST_INSERT_ID(next + 1) WHERE name = 99")
                .agree();
        told();
        both.commit();
        for (int i = 0; i < 2; i++) {
            both.update(
                            "INSERT INTO t_single (v, w) VALUES (1, 8) ON DUPLICATE KEY UPDATE v = 9, id = LAST_INSERT_ID(id)")
                    .agree();
            told();
        }
    }

    /** MyBatis' selectKey and Yii ask so. */
    @Test
    void keysOfAGenerator() throws SQLException {
        for (String insert : new String[] {
            "INSERT INTO t_made (a) VALUES (1)",
            "INSERT INTO t_made (id, a) VALUES (NULL, 1), (NULL, 2)",
            "INSERT INTO t_made SET a = 1"
        }) {
            both.setUp("DELETE FROM t_made");
            both.update(insert).agree();
            both.query("SELECT COUNT(*), MIN(a) FROM t_made WHERE id = LAST_INSERT_ID()")
                    .agree();
            both.query("SELECT a FROM t_made WHERE id = @@identity").agree();
        }
        both.update("INSERT INTO t_made (id, a) VALUES (90001, 7)").agree();
        both.query("SELECT a FROM t_made WHERE id = LAST_INSERT_ID()").agree();
        both.update("INSERT INTO t_made (id, a) VALUES (?, 8), (?, 9)", 90002, 90003)
                .agree();
        both.query("SELECT a FROM t_made WHERE id = LAST_INSERT_ID()").agree();
        both.update("INSERT INTO t_made (id, a) VALUES (?, 10), (?, 11)", 90004, null)
                .agree();
        both.query("SELECT a FROM t_made WHERE id = LAST_INSERT_ID()").agree();
    }

    @Test
    void whereNobodyKnowsItIsRefused() throws SQLException {
        both.setUp("INSERT INTO t_single (v, w) VALUES (1, 1)");
        try (Statement statement = both.sharded().createStatement()) {
            for (String unknown : new String[] {
                "INSERT INTO t_single (v, w) VALUES (1, 1) ON DUPLICATE KEY UPDATE v = 2",
                "INSERT IGNORE INTO t_single (id, v) VALUES (1, 1)",
                "INSERT INTO t_single (id, v) SELECT 800, 3",
                "INSERT INTO t_single (id, v) VALUES (700, 1), (NULL, 2)",
                "INSERT IGNORE INTO t_made (a) VALUES (1)",
                "UPDATE t SET a = LAST_INSERT_ID(a + 1)"
            }) {
                statement.executeUpdate("INSERT INTO t_single (v) VALUES (1)");
                assertThat(one(both.sharded())).isPositive();
                statement.executeUpdate(unknown);
                assertThatThrownBy(() -> one(both.sharded()))
                        .as(unknown)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-2116")
                        .hasMessageContaining("getGeneratedKeys");
            }
            if (kind == DatabaseKind.MARIADB) {
                // whose driver tells no key beside the rows
                statement.executeUpdate("INSERT INTO t_single (v) VALUES (1)");
                statement.execute("INSERT INTO t_single (v) VALUES (1) RETURNING id");
                assertThatThrownBy(() -> one(both.sharded())).hasMessageContaining("SHD-2116");
            }
            statement.executeUpdate("INSERT INTO t_single (v) VALUES (1)");
            statement.addBatch("INSERT INTO t_single (v) VALUES (1)");
            statement.executeBatch();
            assertThatThrownBy(() -> one(both.sharded())).hasMessageContaining("SHD-2116");
            statement.executeUpdate("DELETE FROM t_made");
        }
    }

    /** A batch that asks is executed one after the other. */
    @Test
    void inBatches() throws SQLException {
        both.setUp("INSERT INTO t_single (v) VALUES (1), (2)", "INSERT INTO t_single (v) VALUES (3)");
        for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_child VALUES (?, LAST_INSERT_ID() + ?)")) {
                for (int i = 1; i < 5; i++) {
                    insert.setInt(1, i);
                    insert.setInt(2, i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
        both.query("SELECT * FROM t_child").agree();
    }

    @Test
    void anotherSessionHasItsOwn() throws SQLException {
        both.setUp("INSERT INTO t_single (v) VALUES (1)");
        for (int i = 0; i < 5; i++) {
            try (Connection other = shards.sharded().getConnection()) {
                assertThat(one(other)).isZero();
                other.createStatement().executeUpdate("INSERT INTO t_single (v) VALUES (2)");
                assertThat(one(other)).isEqualTo(2 + i);
            }
            assertThat(one(both.sharded())).isEqualTo(1);
        }
    }
}
