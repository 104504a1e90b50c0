package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Common table expressions that insert into tables with generated keys: {@code t}, whose key is its sharding column;
 * {@code u}, with a key besides; {@code o} and {@code o2}, which have one data node.
 */
class GeneratedKeysOfWithTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t:
                    actualDataNodes: ds_${0..1}.t_${0..1}
                    databaseStrategy: &half {standard: {shardingColumn: id, shardingAlgorithmName: half}}
                    tableStrategy: &mod_2 {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
                    keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
                  u:
                    actualDataNodes: ds_${0..1}.u_${0..1}
                    databaseStrategy: *half
                    tableStrategy: *mod_2
                    keyGenerateStrategy: &made_k {column: k, keyGeneratorName: snowflake}
                  o:
                    actualDataNodes: ds_1.o_0
                    keyGenerateStrategy: *made_k
                  o2:
                    actualDataNodes: ds_1.o2_0
                    keyGenerateStrategy: *made_k
                shardingAlgorithms:
                  half:
                    type: INLINE
                    props:
                      algorithm-expression: ds_${id.intdiv(2) % 2}
                      allow-range-query-with-inline-sharding: true
                  mod_2: {type: MOD, props: {sharding-count: 2}}
                keyGenerators:
                  snowflake: {type: SNOWFLAKE}
              - !BROADCAST
                tables: [bc]
              - !SINGLE
                tables: [ds_1.s]
            """;

    private static Fixture<ShardingDataSource> shards;
    private static ShardingDataSource sharded;

    @BeforeAll
    static void open() throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.POSTGRESQL, "written_keys")
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
        sharded = shards.sharded();
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE u (id BIGINT PRIMARY KEY, k BIGINT NOT NULL, a INT)");
            statement.execute("CREATE TABLE o (k BIGINT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE s (k BIGINT PRIMARY KEY, a INT)");
            statement.execute("INSERT INTO s VALUES (5, 5)");
            statement.execute("CREATE TABLE o2 (k BIGINT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE bc (id INT PRIMARY KEY, b TEXT)");
            statement.execute("INSERT INTO bc VALUES (1, 'one'), (2, 'two'), (3, 'three')");
        }
    }

    @AfterAll
    static void close() throws Exception {
        shards.close();
    }

    /** The rows of a statement, and what it leaves in the tables, in a transaction that is rolled back. */
    private static List<String> outcome(String sql, Object... parameters) throws SQLException {
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            List<String> all = new ArrayList<>();
            if (parameters.length == 0) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(sql)) {
                    add(rows, all);
                }
            } else {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    for (int i = 0; i < parameters.length; i++) {
                        statement.setObject(i + 1, parameters[i]);
                    }
                    try (ResultSet rows = statement.executeQuery()) {
                        add(rows, all);
                    }
                }
            }
            try (Statement statement = connection.createStatement()) {
                for (String table : List.of("t", "u", "o", "o2")) {
                    String made = table.equals("t") ? "id" : "k";
                    try (ResultSet rows = statement.executeQuery("SELECT a, COUNT(DISTINCT " + made + "), MIN(" + made
                            + ") > 1000000 FROM " + table + " GROUP BY a ORDER BY a")) {
                        List<String> stored = new ArrayList<>();
                        add(rows, stored);
                        stored.forEach(row -> all.add(table + " " + row));
                    }
                }
            }
            connection.rollback();
            return all;
        }
    }

    private static void add(ResultSet rows, List<String> all) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(rows.getString(i));
            }
            all.add(String.join(" ", row));
        }
    }

    @Test
    void rowsWithAGivenKeyNeedNone() throws SQLException {
        assertThat(outcome(
                        "WITH w AS (INSERT INTO t (id, a) VALUES (5, 7) RETURNING id, a) SELECT COUNT(*) AS c FROM w"))
                .containsExactly("1", "t 7 1 f");
        assertThat(outcome(
                        "WITH w AS (INSERT INTO t VALUES (?, 7), (?, 8), (?, 8) RETURNING id, a)"
                                + " SELECT a, COUNT(*) FROM w WHERE a > ? GROUP BY a ORDER BY a DESC LIMIT 5",
                        1,
                        2,
                        3,
                        0))
                .containsExactly("8 2", "7 1", "t 7 1 f", "t 8 2 f");
    }

    @Test
    void aMadeKeyIsTheShardingValueOfItsRow() throws SQLException {
        for (String into : List.of("t (a) VALUES (7)", "t (id, a) VALUES (DEFAULT, 7)")) {
            assertThat(outcome("WITH w AS (INSERT INTO " + into + " RETURNING *) SELECT a, id > 1000000 FROM w"))
                    .containsExactly("7 t", "t 7 1 t");
        }
        assertThat(outcome(
                        "WITH w AS (INSERT INTO t (a) VALUES (?), (?), (?), (?), (?) RETURNING id, a)"
                                + " SELECT SUM(a), COUNT(*), COUNT(DISTINCT id), MIN(a) FROM w WHERE a < ?",
                        1,
                        2,
                        3,
                        4,
                        5,
                        9))
                .containsExactly("15 5 5 1", "t 1 1 t", "t 2 1 t", "t 3 1 t", "t 4 1 t", "t 5 1 t");
        assertThat(outcome("WITH w AS (INSERT INTO t DEFAULT VALUES RETURNING *) SELECT COUNT(*) FROM w"))
                .containsExactly("1", "t null 1 t");
    }

    @Test
    void aMadeKeyStandsBesideTheShardingValue() throws SQLException {
        assertThat(
                        outcome(
                                "WITH w AS (INSERT INTO u (id, a) VALUES (1, 1), (2, 2), (3, 3), (4, 1) RETURNING *)"
                                        + " SELECT w.id, b FROM w JOIN bc ON bc.id = w.a WHERE w.k > 1000000 ORDER BY w.id DESC LIMIT 3"))
                .containsExactly("4 one", "3 three", "2 two", "u 1 2 t", "u 2 1 t", "u 3 1 t");
        assertThat(outcome(
                        "WITH w AS (INSERT INTO u (id, k, a) VALUES (?, DEFAULT, ?), (?, ?, ?) RETURNING k)"
                                + " SELECT COUNT(*) FROM w WHERE k > ?",
                        1,
                        5,
                        2,
                        17,
                        6,
                        1000000))
                .containsExactly("1", "u 5 1 t", "u 6 1 f");
    }

    @Test
    void aTableOfOneDataNodeGetsItsKeys() throws SQLException {
        assertThat(outcome("WITH w AS (INSERT INTO o (a) VALUES (1), (2) RETURNING *) SELECT a, k > 1000000 FROM w"
                        + " ORDER BY a"))
                .containsExactly("1 t", "2 t", "o 1 1 t", "o 2 1 t");
        assertThat(outcome(
                        "WITH w AS (INSERT INTO o (a) VALUES (?) RETURNING k, a) INSERT INTO s (k, a)"
                                + " SELECT k, a + 1 FROM w RETURNING a, k > ?",
                        1,
                        1000000))
                .containsExactly("2 t", "o 1 1 t");
        assertThat(outcome("WITH w AS (INSERT INTO o (a) VALUES (1) RETURNING a) UPDATE s SET a = 9 WHERE a = 5"
                        + " RETURNING a"))
                .containsExactly("9", "o 1 1 t");
    }

    @Test
    void eachExecutionMakesKeysOfItsOwn() throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "WITH w AS (INSERT INTO t (a) VALUES (?), (41) RETURNING id) SELECT id FROM w ORDER BY id")) {
            HashSet<String> keys = new HashSet<>();
            for (int i = 0; i < 5; i++) {
                statement.setInt(1, 40);
                try (ResultSet rows = statement.executeQuery()) {
                    List<String> made = new ArrayList<>();
                    add(rows, made);
                    assertThat(made).hasSize(2);
                    keys.addAll(made);
                }
            }
            assertThat(keys).hasSize(10);
            try (Statement delete = connection.createStatement()) {
                assertThat(delete.executeUpdate("DELETE FROM t WHERE a IN (40, 41)"))
                        .isEqualTo(10);
            }
        }
    }

    @Test
    void rowsGoInAllOrNone() throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO u (id, a) VALUES (11, 90)");
            assertThatThrownBy(() -> statement.executeQuery("WITH w AS (INSERT INTO u (id, a) VALUES (8, 91), (9, 91),"
                            + " (10, 91), (11, 91) RETURNING *) SELECT COUNT(*) FROM w"))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("23505");
            assertThat(TwoDataSources.values(statement, "SELECT a FROM u WHERE a >= 90"))
                    .containsExactly("90");
            statement.execute("DELETE FROM u");
        }
    }

    @Test
    void conflictsAreFoundByTheNameThatOneDatabaseGives() throws SQLException {
        assertThat(outcome(
                        "WITH w AS (INSERT INTO u (id, a) VALUES (1, 1), (2, 2), (3, 3) ON CONFLICT ON CONSTRAINT u_pkey"
                                + " DO NOTHING RETURNING a) SELECT COUNT(*) FROM w"))
                .containsExactly("3", "u 1 1 t", "u 2 1 t", "u 3 1 t");
    }

    @Test
    void severalInsertsOfOneDataNodeGetKeysOfTheirOwn() throws SQLException {
        assertThat(outcome(
                        "WITH w AS (INSERT INTO o (a) VALUES (?), (?) RETURNING k, a), v AS (INSERT INTO o2 (a)"
                                + " VALUES (?) RETURNING k, a) SELECT w.a, v.a, w.k < v.k FROM v, w WHERE w.k > ? ORDER BY 1",
                        1,
                        2,
                        3,
                        9))
                .containsExactly("1 3 t", "2 3 t", "o 1 1 t", "o 2 1 t", "o2 3 1 t");
    }

    @Test
    void theKeysOfACommonTableAreNotThoseOfTheStatement() throws SQLException {
        String sql = "WITH w AS (INSERT INTO o (a) VALUES (1) RETURNING k, a) INSERT INTO s (k, a) SELECT 77, a FROM w";
        try (Connection connection = sharded.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(sql, new String[] {"k"})) {
                assertThat(statement.executeUpdate()).isEqualTo(1);
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    List<String> rows = new ArrayList<>();
                    add(keys, rows);
                    assertThat(rows).containsExactly("77");
                }
            }
            connection.rollback();
        }
    }

    @Test
    void whatMayConcernOtherDataNodesIsRefused() {
        for (String sql : List.of(
                "WITH w AS (INSERT INTO t (a) VALUES (36) RETURNING *) SELECT * FROM u WHERE id = 2",
                "WITH w AS (INSERT INTO t (a) SELECT a FROM u RETURNING *) SELECT * FROM w",
                "WITH v AS (INSERT INTO o (a) VALUES (1)), w AS (INSERT INTO t (a) VALUES (1) RETURNING a) SELECT a FROM w",
                "WITH v AS (INSERT INTO u (id, a) VALUES (1, 1)), w AS (INSERT INTO t (a) VALUES (1) RETURNING a)"
                        + " SELECT a FROM w")) {
            assertThatThrownBy(() -> outcome(sql)).as(sql).hasMessageContaining("SHD-2103");
        }
    }
}
