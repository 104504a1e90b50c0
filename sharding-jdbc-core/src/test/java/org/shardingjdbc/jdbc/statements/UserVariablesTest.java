package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

/** What SET gives a user variable all connections have; what another statement gives it one connection has. */
@ParameterizedClass
@EnumSource(
        value = DatabaseKind.class,
        names = {"MYSQL", "MARIADB"})
class UserVariablesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
            """;

    private static Fixture<ShardingDataSource> shards;

    @Parameter
    private DatabaseKind kind;

    private PlainAndSharded both;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws Exception {
        shards = Fixture.on(kind, "user_variables").rules(RULES).open(ShardingDataSourceFactory::create);
        try (PlainAndSharded tables = new PlainAndSharded(shards.plain(), shards.sharded())) {
            tables.setUp("CREATE TABLE t (id INT PRIMARY KEY, uid INT NOT NULL, a INT)");
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
                "INSERT INTO t VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 1, 5), (6, 2, NULL)");
    }

    @Test
    void whatWasSetIsTheSameOnAllDataNodes() throws SQLException {
        both.setUp("SET @z = 3");
        for (String condition :
                new String[] {"uid <= @z", "uid = @z", "id IN (@z, 5)", "a IS NULL OR a > @z", "uid < @Z"}) {
            both.query("SELECT id FROM t WHERE " + condition).agree();
            both.query("SELECT COUNT(*), SUM(a), MAX(id) FROM t WHERE " + condition)
                    .agree();
            both.query("SELECT id, a FROM t WHERE " + condition + " ORDER BY id DESC LIMIT 2")
                    .ordered()
                    .agree();
        }
        both.query("SELECT x.id FROM t x JOIN t y ON x.id = y.id AND x.uid = y.uid WHERE y.a <= @z")
                .agree();
        both.update("UPDATE t SET a = a + @z WHERE uid < @z").agree();
        both.query("SELECT * FROM t").agree();
        both.update("DELETE FROM t WHERE a > @z").agree();
        both.update("INSERT INTO t VALUES (10, @z, @z)").agree();
        both.query("SELECT * FROM t").agree();
        both.setUp("SET @z = (SELECT MIN(id) FROM t), @y = @z");
        both.query("SELECT id FROM t WHERE id = @z OR id = @y").agree();
        both.query("SELECT @z, @y").agree();
        both.close();
    }

    @Test
    void whatNobodySetIsRefusedOverSeveralDataNodes() throws SQLException {
        both.query("SELECT id FROM t WHERE uid <= @nothing").isRefused("SHD-2111");
        both.query("SELECT id FROM t WHERE uid <= @nothing AND uid = 1 AND id = 1")
                .agree();
        both.close();
    }

    /** Where it is shown, sorted by or grouped by, rows of several data nodes would be merged by it. */
    @Test
    void elsewhereThanInConditionsItIsRefusedOverSeveralDataNodes() throws SQLException {
        both.setUp("SET @z = 3");
        both.query("SELECT id, @z FROM t").isRefused("SHD-2111");
        both.query("SELECT id FROM t ORDER BY id + @z").isRefused("SHD-2111");
        both.close();
    }

    @Test
    void whatAStatementLeftOnOneConnectionIsNotReadOnAnother() throws SQLException {
        both.query("SELECT @v := a FROM t WHERE uid = 1 AND id = 5").agree();
        for (String sql : new String[] {
            "SELECT @v", "SELECT id FROM t WHERE a = @v", "SELECT id FROM t WHERE a = @v AND uid = 2 AND id = 2"
        }) {
            assertThatThrownBy(() -> both.sharded().createStatement().executeQuery(sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-2116")
                    .hasMessageContaining("SET @v");
        }
        both.setUp("SET @v = (SELECT a FROM t WHERE uid = 1 AND id = 5)");
        both.query("SELECT @v").agree();
        both.query("SELECT id FROM t WHERE a = @v").agree();
        both.close();
    }

    /** Through the pool it would be another session's. */
    @Test
    void whatAStatementLeftIsGoneWithItsSession() throws SQLException {
        for (int i = 0; i < 4; i++) {
            try (Connection session = shards.sharded().getConnection();
                    Statement statement = session.createStatement()) {
                if (i % 2 == 1) {
                    session.setAutoCommit(false);
                }
                for (int id = 1; id <= 4; id++) {
                    try (ResultSet rows = statement.executeQuery(
                            "SELECT id FROM t WHERE a > COALESCE(@gone, 0) AND uid = " + id + " AND id = " + id)) {
                        assertThat(rows.next()).isTrue();
                    }
                }
                for (int id = 1; id <= 4; id++) {
                    statement.executeQuery("SELECT @gone := a + 100 FROM t WHERE uid = " + id + " AND id = " + id);
                }
                session.setAutoCommit(true);
            }
        }
        both.close();
    }

    /** The value comes from before where nothing gave it one before it is read. */
    @Test
    void whatAStatementReadsBeforeItAssigns() throws SQLException {
        both.query("SELECT @v := a FROM t WHERE uid = 1 AND id = 5").agree();
        for (String sql : new String[] {
            "SELECT @v, @v := 1 FROM t WHERE uid = 1 AND id = 1",
            "SELECT @v := 1 FROM t WHERE uid = 1 AND id = 1 AND a < @v",
            "SELECT IF(a > 5, @v := 1, 0), @v FROM t WHERE uid = 1 AND id = 1",
            "SELECT @v FROM t LEFT JOIN (SELECT @v := 1 FROM t WHERE uid = 1 AND id = 99) d ON TRUE WHERE uid = 1 AND id = 1"
        }) {
            assertThatThrownBy(() -> both.sharded().createStatement().execute(sql))
                    .as(sql)
                    .hasMessageContaining("SHD-2116");
        }
        both.query("SELECT @v := 1, @v + a FROM t WHERE uid = 1 AND id = 1").agree();
        both.query("SELECT @v := @v + a, @v FROM (SELECT a FROM t WHERE uid = 1 AND id = 1) d, (SELECT @v := 5) i")
                .agree();
        both.close();
    }

    @Test
    void inATransactionOneDataSourceHasItsOwn() throws SQLException {
        both.begin();
        both.query("SELECT @v := a FROM t WHERE uid = 1 AND id = 5").agree();
        both.query("SELECT id FROM t WHERE a = @v AND uid = 1 AND id IN (1, 5)").agree();
        both.update("UPDATE t SET a = @v + 1 WHERE uid = 1 AND id = 1").agree();
        assertThatThrownBy(() -> both.sharded()
                        .createStatement()
                        .executeQuery("SELECT id FROM t WHERE a = @v AND uid = 2 AND id = 2"))
                .hasMessageContaining("SHD-2116");
        both.rollback();
        both.begin();
        assertThatThrownBy(() -> both.sharded()
                        .createStatement()
                        .executeQuery("SELECT id FROM t WHERE a = @v AND uid = 1 AND id = 1"))
                .hasMessageContaining("SHD-2116");
        both.rollback();
        both.close();
    }

    @Test
    void batchesAreLookedAtToo() throws SQLException {
        both.setUp("SET @z = 7");
        try (PreparedStatement insert = both.sharded().prepareStatement("INSERT INTO t VALUES (?, ?, @z)");
                Statement texts = both.sharded().createStatement()) {
            for (int id = 20; id < 24; id++) {
                insert.setInt(1, id);
                insert.setInt(2, id);
                insert.addBatch();
                texts.addBatch("UPDATE t SET a = a + @z WHERE id = " + id);
            }
            assertThat(insert.executeBatch()).containsOnly(1);
            assertThat(texts.executeBatch()).containsOnly(1);
            both.query("SELECT @v := a FROM t WHERE uid = 1 AND id = 5").agree();
            texts.addBatch("UPDATE t SET a = @v WHERE id = 20");
            assertThatThrownBy(texts::executeBatch).hasMessageContaining("SHD-2116");
        }
        try (Statement statement = both.sharded().createStatement();
                ResultSet rows = statement.executeQuery("SELECT SUM(a) FROM t WHERE id >= 20")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(4 * 14);
            assertThat(statement.executeUpdate("DELETE FROM t WHERE id >= 20")).isEqualTo(4);
        }
        both.close();
    }

    @Test
    void aStatementMayCountByItself() throws SQLException {
        String count = "SELECT @n := @n + 1 AS n, id FROM t, (SELECT @n := 0) i WHERE uid = 1 AND id IN (1, 5)";
        both.query(count).agree();
        both.query(count).agree();
        assertThatThrownBy(() -> both.sharded()
                        .createStatement()
                        .executeQuery("SELECT @n := @n + 1 FROM t WHERE uid = 1 AND id = 1"))
                .hasMessageContaining("SHD-2116");
        both.close();
    }
}
