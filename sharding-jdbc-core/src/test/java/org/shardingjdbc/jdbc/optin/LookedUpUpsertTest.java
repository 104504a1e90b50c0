package org.shardingjdbc.jdbc.optin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Upserts by a key without the sharding column, which is looked up on all data nodes where that is opted in. */
class LookedUpUpsertTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_item:
                  actualDataNodes: ds_${0..1}.t_item_${0..1}
                  databaseStrategy:
                    standard:
                      shardingColumn: user_id
                      shardingAlgorithmName: two
                  tableStrategy:
                    standard:
                      shardingColumn: shop
                      shardingAlgorithmName: two
              autoTables:
                t_named:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: four
              shardingAlgorithms:
                four:
                  type: MOD
                  props:
                    sharding-count: 4
                two:
                  type: MOD
                  props:
                    sharding-count: 2
            props:
              look-up-upserts: true
            """;
    private static final String ALL = "SELECT id, code, user_id, shop, amount FROM t_item";

    private static Fixture<ShardingDataSource> open(DatabaseKind kind, String name, String rules) throws Exception {
        return Fixture.on(kind, name).rules(rules).pool("maximumPoolSize: 8").open(ShardingDataSourceFactory::create);
    }

    private static Fixture<ShardingDataSource> create(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards = open(kind, "upserts", RULES);
        shards.both()
                .setUp(
                        "CREATE TABLE t_item (id INT PRIMARY KEY, code VARCHAR(10), user_id INT NOT NULL,"
                                + " shop INT NOT NULL, amount INT)",
                        "CREATE UNIQUE INDEX i_code ON t_item (code)",
                        "INSERT INTO t_item VALUES (1, 'a', 1, 1, 10), (2, 'b', 2, 1, 20), (3, 'c', 3, 2, 30),"
                                + " (4, 'd', 4, 2, 40), (5, NULL, 4, 2, 50)");
        return shards;
    }

    private static String update(DatabaseKind kind, String assigned) {
        return kind == DatabaseKind.POSTGRESQL
                ? " ON CONFLICT (id) DO UPDATE SET " + assigned.replace("+", "+ excluded.")
                : " ON DUPLICATE KEY UPDATE " + assigned.replace("t_item.", "").replaceAll("\\+(\\w+)", "+ VALUES($1)");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void writesTheRowWhereItIs(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            String insert = "INSERT INTO t_item (id, code, user_id, shop, amount) VALUES ";
            String add = update(kind, "amount = t_item.amount +amount");
            both.update(insert + "(1, 'a', 1, 1, 1)" + add).agree();
            both.update(insert + "(1, 'a', 2, 1, 2)" + add).agree();
            both.update(insert + "(2, 'b', 1, 2, 3)" + add).agree();
            both.update(insert + "(9, 'n', 2, 2, 4)" + add).agree();
            both.update(insert + "(?, ?, ?, ?, ?)" + add, 3, "c", 8, 1, 7).agree();
            both.update(insert + "(?, ?, ?, ?, ?), (?, ?, 8, 1, ?)" + add, 4, "d", 7, 1, 7, 10, "e", 5)
                    .agree();
            both.update("INSERT INTO t_item VALUES (1, 'a', 4, 4, 9)" + add).agree();
            both.query(ALL).agree();
            both.begin();
            both.update(insert + "(20, 't', 1, 1, 1)" + add).agree();
            both.update(insert + "(20, 't', 2, 2, 2)" + add).agree();
            both.query(ALL).agree();
            both.rollback();
            both.query(ALL).agree();
            assertThat(countRaw(shards)).isEqualTo(7);
        }
    }

    /** The primary key decides where a row lies, another unique key does not. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aFurtherKeyIsLookedUpToo(DatabaseKind kind) throws Exception {
        List<String> texts = kind == DatabaseKind.POSTGRESQL
                ? List.of("INSERT INTO t_named VALUES (10, 'ann', 7) ON CONFLICT DO NOTHING")
                : List.of(
                        "INSERT INTO t_named VALUES (10, 'ann', 7) ON DUPLICATE KEY UPDATE qty = VALUES(qty)",
                        "INSERT IGNORE INTO t_named VALUES (11, 'bob', 7), (12, 'new', 8)",
                        "REPLACE INTO t_named VALUES (13, 'ann', 9)");
        try (Fixture<ShardingDataSource> shards = open(kind, "further", RULES)) {
            PlainAndSharded both = createNamed(shards);
            for (String text : texts) {
                both.update(text).agree();
                both.query("SELECT * FROM t_named").agree();
            }
        }
        try (Fixture<ShardingDataSource> shards =
                open(kind, "refused", RULES.replace("upserts: true", "upserts: false"))) {
            PlainAndSharded both = createNamed(shards);
            for (String text : texts) {
                both.update(text).isRefused("SHD-2202");
            }
        }
    }

    private static PlainAndSharded createNamed(Fixture<ShardingDataSource> shards) throws SQLException {
        shards.both()
                .setUp(
                        "CREATE TABLE t_named (id INT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, qty INT)",
                        "INSERT INTO t_named VALUES (1, 'ann', 1), (2, 'bob', 2), (3, 'eve', NULL)");
        return shards.both();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void leavesTheRowThatIsThere(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            boolean postgres = kind == DatabaseKind.POSTGRESQL;
            String head = postgres ? "INSERT INTO t_item VALUES " : "INSERT IGNORE INTO t_item VALUES ";
            String tail = postgres ? " ON CONFLICT DO NOTHING" : "";
            both.update(head + "(1, 'x', 2, 2, 1)" + tail).agree();
            both.update(head + "(6, 'b', 1, 1, 1)" + tail).agree();
            both.update(head + "(7, 'y', 1, 1, 1), (1, 'z', 4, 4, 4), (7, 'q', 2, 2, 2)" + tail)
                    .agree();
            both.update(head + "(8, NULL, 1, 2, 1)" + tail).agree();
            if (postgres) {
                both.update(
                                "INSERT INTO t_item VALUES (1, 'x', 2, 2, 1), (11, 'k', 2, 2, 1) ON CONFLICT (id) DO NOTHING"
                                        + " RETURNING id, amount")
                        .agree();
                both.update(
                                "INSERT INTO t_item VALUES (1, 'l', 2, 2, 1), (12, 'l', 2, 2, 1) ON CONFLICT ON CONSTRAINT t_item_pkey"
                                        + " DO NOTHING")
                        .agree();
            }
            both.query(ALL).agree();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void replacesRowsOfOtherNodes(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            both.update("REPLACE INTO t_item VALUES (1, 'a', 2, 2, 1)").agree();
            both.update("REPLACE INTO t_item VALUES (2, 'c', 1, 1, 5)").agree();
            both.update("REPLACE INTO t_item VALUES (30, 'n', 1, 1, 5), (4, 'm', 1, 1, 6)")
                    .agree();
            both.query(ALL).agree();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void takesTheRowsOfAQueryAndOfABatch(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            String set = update(kind, "amount = t_item.amount +amount");
            both.update("INSERT INTO t_item (id, code, user_id, shop, amount) SELECT x.i, x.c, x.u, x.s, 100"
                            + " FROM (SELECT id AS i, code AS c, user_id + 1 AS u, shop AS s FROM t_item WHERE id < 4) x"
                            + set)
                    .agree();
            both.query(ALL).agree();
            for (Connection connection : List.of(both.plain(), both.sharded())) {
                try (PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO t_item VALUES (?, ?, ?, ?, ?)" + set)) {
                    for (int i = 3; i < 8; i++) {
                        statement.setInt(1, i);
                        statement.setString(2, "v" + i);
                        statement.setInt(3, i * 3 + 1);
                        statement.setInt(4, i * 5 + 1);
                        statement.setInt(5, 1000);
                        statement.addBatch();
                    }
                    statement.executeBatch();
                }
            }
            both.query(ALL).agree();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void refusesWhatWouldMoveTheRowOrMeetsSeveral(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            String own = kind == DatabaseKind.POSTGRESQL ? "excluded.user_id" : "VALUES(user_id)";
            String assigned = kind == DatabaseKind.POSTGRESQL
                    ? " ON CONFLICT (id) DO UPDATE SET user_id = " + own
                    : " ON DUPLICATE KEY UPDATE user_id = " + own;
            both.update("INSERT INTO t_item VALUES (1, 'a', 1, 1, 1)" + assigned)
                    .agree();
            both.update("INSERT INTO t_item VALUES (1, 'a', 2, 1, 1)" + assigned)
                    .isRefused("SHD-2209");
            both.update("INSERT INTO t_item VALUES (1, 'a', 1, 1, 1)" + assigned.replace(own, "7"))
                    .isRefused("SHD-2209");
            if (kind == DatabaseKind.POSTGRESQL) {
                String twice = "INSERT INTO t_item VALUES (1, 'a', 2, 2, 1), (1, 'a', 1, 1, 2)"
                        + " ON CONFLICT (id) DO UPDATE SET amount = 0";
                both.update(twice).bothFail();
                both.update(twice.replace("(1, 'a'", "(77, 'r'")).bothFail();
            } else {
                both.update("INSERT INTO t_item VALUES (1, 'b', 4, 4, 1) ON DUPLICATE KEY UPDATE amount = 0")
                        .isRefused("SHD-2240");
            }
            both.query(ALL).agree();
        }
    }

    /** Another transaction holds the row: the upsert waits for it, and finds what it made of the row. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void waitsForTheRowThatItFound(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind);
                Connection other = shards.sharded().getConnection();
                Statement holding = other.createStatement()) {
            other.setAutoCommit(false);
            holding.executeUpdate("DELETE FROM t_item WHERE id = 1");
            List<Throwable> failures = new ArrayList<>();
            Thread upsert = new Thread(() -> {
                try (Connection connection = shards.sharded().getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.executeUpdate("INSERT INTO t_item VALUES (1, 'a', 2, 2, 5)"
                            + update(kind, "amount = t_item.amount +amount"));
                } catch (SQLException e) {
                    failures.add(e);
                }
            });
            upsert.start();
            // it has found the row and waits for its lock, or has not begun: either is right
            upsert.join(300);
            other.commit();
            upsert.join();
            assertThat(failures).isEmpty();
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT user_id, shop, amount FROM t_item WHERE id = 1")) {
                assertThat(rows.next()).isTrue();
                assertThat(List.of(rows.getInt(1), rows.getInt(2), rows.getInt(3)))
                        .containsExactly(2, 2, 5);
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void isRefusedWhereNobodyOptedIn(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind, "upserts", RULES.replace("true", "false"))) {
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_item (id INT PRIMARY KEY, user_id INT NOT NULL, shop INT NOT NULL)");
                assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t_item VALUES (1, 2, 3)"
                                + (kind == DatabaseKind.POSTGRESQL
                                        ? " ON CONFLICT (id) DO NOTHING"
                                        : " ON DUPLICATE KEY UPDATE id = id")))
                        .hasMessageStartingWith("SHD-2202")
                        .hasMessageContaining("look-up-upserts");
            }
        }
    }

    private static int countRaw(Fixture<ShardingDataSource> shards) throws SQLException {
        int count = 0;
        for (int i = 0; i < 4; i++) {
            try (Connection connection = shards.raw(i / 2).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT COUNT(*) FROM t_item_" + i % 2 + " WHERE MOD(user_id, 2) = " + i / 2)) {
                rows.next();
                count += rows.getInt(1);
            }
        }
        return count;
    }
}
