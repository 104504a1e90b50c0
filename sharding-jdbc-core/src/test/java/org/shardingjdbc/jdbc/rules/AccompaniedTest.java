package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A rule of which the engine knows nothing looks rows up before they are routed, and writes beside writes. */
class AccompaniedTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                t_code:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: code, shardingAlgorithmName: hash}
                u:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
            - !TEST_LOOKUP
              table: t
              column: code
              key: id
              entries: t_code
            """;

    private static Fixture<ShardingDataSource> open(DatabaseKind kind) throws SQLException, IOException {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "accompanied_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(RULES)
                .open(TestRules::open);
        fixture.onSharded(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, code VARCHAR(20), v INT)",
                "CREATE TABLE u (id BIGINT PRIMARY KEY, code VARCHAR(20), v INT)",
                "CREATE TABLE t_code (code VARCHAR(20), id BIGINT, PRIMARY KEY (code, id))");
        return fixture;
    }

    private static List<String> query(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
            }
            return rows;
        }
    }

    private static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    private static List<String> entries(Connection connection) throws SQLException {
        return query(connection, "SELECT CONCAT(code, '/', id) FROM t_code ORDER BY id, code");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void rowsAreLookedUpBeforeAStatementIsRouted(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(update(
                            connection,
                            "INSERT INTO t (id, code, v) VALUES (?, ?, 1), (2, 'b', 2), (3, 'c', 3)",
                            1L,
                            "a"))
                    .isEqualTo(3);
            assertThat(entries(connection)).containsExactly("a/1", "b/2", "c/3");
            assertThat(fixture.sharded()
                            .explain("SELECT v FROM t WHERE code = ?", "b")
                            .toString())
                    .startsWith("LookUp by_code\n├─ Entries\n")
                    .contains("FROM t_code_")
                    .contains("└─ Rest with the values found\n")
                    .contains("[?1, value 1]");
            assertThat(query(connection, "SELECT v FROM t WHERE code = ?", "b")).containsExactly("2");
            assertThat(query(connection, "SELECT v FROM t WHERE code IN (?, 'c') ORDER BY v", "a"))
                    .containsExactly("1", "3");
            assertThat(query(connection, "SELECT v FROM t WHERE code = ?", "none"))
                    .isEmpty();
            assertThat(query(connection, "SELECT COUNT(*) FROM t WHERE code = 'none'"))
                    .containsExactly("0");
            // of a text that is not prepared, too, and what the sharding column tells needs no look-up
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE code = 'c' AND v > 0")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(3);
                assertThat(rows.next()).isFalse();
            }
            assertThat(fixture.sharded()
                            .explain("SELECT v FROM t WHERE code = 'a' AND id = 1")
                            .toString())
                    .startsWith("Route EQUAL");
            assertThat(fixture.sharded()
                            .explain("SELECT v FROM t WHERE code = 'a' OR v = 1")
                            .toString())
                    .contains("Route SCATTER");
            // an entry without a row is none
            statement.execute("INSERT INTO t_code (code, id) VALUES ('b', 1), ('x', 77)");
            assertThat(query(connection, "SELECT v FROM t WHERE code = ?", "b")).containsExactly("2");
            assertThat(query(connection, "SELECT v FROM t WHERE code = ?", "x")).isEmpty();
            assertThat(query(connection, "SELECT u.v FROM t JOIN u ON u.id = t.id WHERE t.code = ?", "b"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void writesAreLookedUpAndWrittenBeside(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            update(
                    connection,
                    "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, NULL, 4)".replace("NULL", "'d'"));
            assertThat(update(connection, "UPDATE t SET v = v + 1 WHERE code = ?", "b"))
                    .isEqualTo(1);
            assertThat(update(connection, "UPDATE t SET code = ? WHERE code = ?", "bb", "b"))
                    .isEqualTo(1);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3", "d/4");
            assertThat(query(connection, "SELECT v FROM t WHERE code = 'bb'")).containsExactly("3");
            assertThat(query(connection, "SELECT v FROM t WHERE code = 'b'")).isEmpty();
            assertThat(update(connection, "DELETE FROM t WHERE v > ?", 3)).isEqualTo(1);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3");
            // all or nothing, and as the transaction ends
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO t (id, code, v) VALUES (5, 'e', 5)");
            assertThat(query(connection, "SELECT v FROM t WHERE code = 'e'")).containsExactly("5");
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3");
            assertThatThrownBy(() -> update(connection, "INSERT INTO t (id, code, v) VALUES (6, 'f', 6), (1, 'g', 1)"))
                    .isInstanceOf(SQLException.class);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3");
            try (PreparedStatement batch =
                    connection.prepareStatement("INSERT INTO t (id, code, v) VALUES (?, ?, 0)")) {
                for (int i = 10; i < 13; i++) {
                    batch.setLong(1, i);
                    batch.setString(2, "k" + i);
                    batch.addBatch();
                }
                assertThat(batch.executeBatch()).containsExactly(1, 1, 1);
            }
            statement.addBatch("UPDATE t SET code = 'k' WHERE id = 10");
            statement.addBatch("DELETE FROM t WHERE id = 11");
            assertThat(statement.executeBatch()).containsExactly(1, 1);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3", "k/10", "k12/12");
            // rows that move, and rows that are copied
            assertThat(update(connection, "UPDATE t SET id = 21 WHERE id = 12")).isEqualTo(1);
            update(connection, "INSERT INTO u (id, code, v) VALUES (30, 'p', 1), (31, 'q', 1)");
            assertThat(update(connection, "INSERT INTO t (id, code, v) SELECT id, code, v FROM u"))
                    .isEqualTo(2);
            assertThat(entries(connection)).containsExactly("a/1", "bb/2", "c/3", "k/10", "k12/21", "p/30", "q/31");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void whatDoesNotTellItsValuesIsRefused(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection()) {
            update(connection, "INSERT INTO t (id, code, v) VALUES (1, 'a', 1)");
            for (String sql : List.of(
                    "UPDATE t SET code = UPPER(code) WHERE id = 1",
                    "INSERT INTO t (id, v) VALUES (2, 2)",
                    "INSERT INTO t (id, code, v) VALUES (2, CONCAT('x', 'y'), 2)",
                    "TRUNCATE TABLE t")) {
                assertThatThrownBy(() -> update(connection, sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining(
                                "SHD-4126: by_code writes beside logic table t and has to know the values of"
                                        + " code, id");
            }
            assertThat(entries(connection)).containsExactly("a/1");
            assertThat(fixture.sharded().explain("DELETE FROM t WHERE id = 1").toString())
                    .startsWith("Rules by_code writes beside t\n");
            assertThat(fixture.sharded()
                            .explain("UPDATE t SET v = 1 WHERE id = 1")
                            .toString())
                    .startsWith("Route EQUAL");
        }
    }

    /** What is written need not be what the statement or a query before it tells. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL"})
    void rowsAndValuesThatMayChangeMeanwhileAreRefused(DatabaseKind kind) throws Exception {
        List<String> unsettled = new ArrayList<>(List.of(
                "DELETE FROM t WHERE v = (SELECT MIN(v) FROM u)",
                "UPDATE t SET code = 'b' WHERE v IN (SELECT v FROM u)",
                "DELETE FROM t WHERE v = 1 AND CURRENT_TIMESTAMP > '2020-01-01 00:00:00'"));
        if (kind != DatabaseKind.POSTGRESQL) {
            unsettled.add("DELETE FROM t WHERE id = 1 ORDER BY id LIMIT 1");
        }
        if (kind == DatabaseKind.MYSQL) {
            unsettled.add("UPDATE t SET code = 'a', code = 'b' WHERE id = 1");
            unsettled.add("UPDATE t SET code = 'b' WHERE id = 1 ORDER BY v LIMIT 1");
        }
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection()) {
            update(connection, "INSERT INTO t (id, code, v) VALUES (1, 'a', 1)");
            for (String sql : unsettled) {
                assertThatThrownBy(() -> update(connection, sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-4126: by_code writes beside logic table t");
            }
            assertThat(entries(connection)).containsExactly("a/1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL"})
    void whatTheDatabaseComputesChangesUnseen(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = Fixture.on(
                                kind, "accompanied_computed_" + kind.name().toLowerCase(Locale.ROOT))
                        .rules(RULES)
                        .open(TestRules::open);
                Connection connection = fixture.sharded().getConnection()) {
            fixture.onSharded(
                    "CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR(20), code VARCHAR(20) GENERATED ALWAYS AS (v)"
                            + (kind == DatabaseKind.H2 ? ")" : " STORED)"),
                    "CREATE TABLE t_code (code VARCHAR(20), id BIGINT, PRIMARY KEY (code, id))");
            assertThatThrownBy(() -> update(connection, "UPDATE t SET v = 'b' WHERE id = 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4126: by_code writes beside logic table t")
                    .hasMessageContaining("the database computes that of code");
        }
    }

    /** Each part of a SELECT is there again in the one that is narrowed by what was found. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void whatWasFoundNarrowsAnySelect(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection()) {
            update(
                    connection,
                    "INSERT INTO t (id, code, v) VALUES (1, 'a', 10), (2, 'a', 20), (3, 'a', 20), (4, 'b', 7)");
            assertThat(query(connection, "SELECT v FROM t WHERE code = 'a' GROUP BY v HAVING COUNT(*) > 1"))
                    .containsExactly("20");
            assertThat(query(connection, "SELECT DISTINCT v FROM t WHERE code = ? ORDER BY v DESC LIMIT 1", "a"))
                    .containsExactly("20");
            assertThat(query(connection, "SELECT id FROM t WHERE code = 'a' AND v > 15 ORDER BY id FOR UPDATE"))
                    .containsExactly("2", "3");
            assertThat(query(
                            connection,
                            "SELECT ROW_NUMBER() OVER w FROM t WHERE code = 'a' WINDOW w AS (ORDER BY id)"
                                    + " ORDER BY id"))
                    .containsExactly("1", "2", "3");
            assertThat(query(
                            connection,
                            "SELECT SUM(v) OVER (PARTITION BY v ORDER BY id) FROM t WHERE code = 'a' ORDER BY id"))
                    .containsExactly("10", "20", "40");
            if (kind == DatabaseKind.H2) {
                assertThat(query(connection, "SELECT TOP 2 id FROM t WHERE code = 'a' ORDER BY id"))
                        .containsExactly("1", "2");
                assertThat(query(
                                connection,
                                "SELECT id FROM t WHERE code = 'a' QUALIFY ROW_NUMBER() OVER (ORDER BY id) = 2"))
                        .containsExactly("2");
            }
            if (kind == DatabaseKind.POSTGRESQL) {
                assertThat(query(connection, "SELECT DISTINCT ON (v) id FROM t WHERE code = 'a' ORDER BY v, id"))
                        .containsExactly("1", "2");
            }
        }
    }

    @Test
    void whatTakesAStepOfItsOwnIsRefusedInOne() throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(DatabaseKind.H2);
                Connection connection = fixture.sharded().getConnection()) {
            assertThat(refusedInOne(connection, "SELECT v FROM t WHERE code = 'a'"))
                    .isEqualTo(ErrorCode.LOOKED_UP_FIRST);
            assertThat(refusedInOne(connection, "INSERT INTO t (id, code, v) SELECT id, code, v FROM u"))
                    .isEqualTo(ErrorCode.BESIDE_ROWS_READ);
        }
    }

    private static ErrorCode refusedInOne(Connection connection, String sql) throws SQLException {
        ShardPlan plan = (ShardPlan) connection
                .unwrap(ShardingConnection.class)
                .session()
                .plans()
                .plan(sql)
                .plan();
        return ((Decision.Refused<?>) plan.decide(new Object[0], HintValues.NONE))
                .reason()
                .code();
    }

    @Test
    void aRuleHasStatementsOfItsOwn() throws Exception {
        try (Fixture<ShardingDataSource> fixture = Fixture.on(DatabaseKind.H2, "accompanied_statements")
                        .rules(RULES + "props: {distsql-allowed: all}\n")
                        .open(TestRules::open);
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            fixture.onSharded(
                    "CREATE TABLE t (id BIGINT PRIMARY KEY, code VARCHAR(20), v INT)",
                    "CREATE TABLE t_code (code VARCHAR(20), id BIGINT, PRIMARY KEY (code, id))");
            assertThat(query(connection, "SHOW TEST LOOKUPS")).containsExactly("t");
            assertThat(fixture.sharded()
                            .explain("SELECT v FROM t WHERE code = 'a'")
                            .toString())
                    .startsWith("LookUp by_code");
            statement.execute("drop test lookup");
            assertThat(fixture.sharded()
                            .explain("SELECT v FROM t WHERE code = 'a'")
                            .toString())
                    .contains("Route SCATTER");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void entriesFollowRandomWrites(DatabaseKind kind) throws Exception {
        Random random = new Random(20261128L);
        try (Fixture<ShardingDataSource> fixture = open(kind);
                Connection connection = fixture.sharded().getConnection()) {
            for (int i = 0; i < 150; i++) {
                int id = random.nextInt(30);
                String code = "c" + random.nextInt(12);
                try {
                    switch (random.nextInt(6)) {
                        case 0, 1 -> update(connection, "INSERT INTO t (id, code, v) VALUES (?, ?, ?)", id, code, i);
                        case 2 -> update(connection, "UPDATE t SET code = ? WHERE id = ?", code, id);
                        case 3 -> update(connection, "UPDATE t SET code = ? WHERE id < ?", code, id / 4);
                        case 4 -> update(connection, "DELETE FROM t WHERE code = ?", code);
                        default -> update(connection, "UPDATE t SET v = ? WHERE code IN (?, 'c1')", i, code);
                    }
                } catch (SQLException e) {
                    assertThat(String.valueOf(e.getMessage())).doesNotContain("SHD-9");
                }
                String looked = "SELECT id FROM t WHERE code = ? ORDER BY id";
                assertThat(query(connection, looked, code))
                        .isEqualTo(query(connection, "SELECT id FROM t WHERE code = ? OR 1 = 2 ORDER BY id", code));
            }
            assertThat(entries(connection))
                    .isEqualTo(query(connection, "SELECT CONCAT(code, '/', id) FROM t ORDER BY id, code"));
        }
    }
}
