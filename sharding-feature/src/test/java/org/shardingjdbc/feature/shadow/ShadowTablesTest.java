package org.shardingjdbc.feature.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.testkit.DatabaseKind;

/** Where marked statements run, under sharding: looked up in the databases themselves. */
class ShadowTablesTest {
    private static final String MARK = "/* SHARDING_HINT: SHADOW=true */ ";
    private static final Map<DatabaseKind, ShadowFixture> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (ShadowFixture fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    /** Each side has a row of user 1 and one of user 9 in each table, whose notes tell the side. */
    private static ShadowFixture filled(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = OPEN.get(kind);
        if (fixture == null) {
            fixture = ShadowFixture.on(kind, "shadow");
            OPEN.put(kind, fixture);
        }
        fixture.clear();
        for (String side : List.of("", MARK)) {
            String note = side.isEmpty() ? "'p'" : "'s'";
            fixture.execute(
                    side + "INSERT INTO t_order (id, user_id, note) VALUES (1, 1, " + note + ")",
                    side + "INSERT INTO t_order (id, user_id, note) VALUES (2, 3, " + note + ")",
                    side + "INSERT INTO t_item (id, user_id, note) VALUES (1, 1, " + note + "), (2, 1, " + note + ")",
                    side + "INSERT INTO t_country (id, note) VALUES (1, " + note + ")",
                    side + "INSERT INTO t_one (id, note) VALUES (1, " + note + ")");
        }
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aHintSendsStatementsToTheShadow(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        for (String table : List.of("t_order", "t_item", "t_country", "t_one")) {
            String sql = "SELECT note FROM " + table + " WHERE id = 1";
            assertThat(fixture.query(sql)).containsExactly("p");
            assertThat(fixture.query(MARK + sql)).containsExactly("s");
            assertThat(fixture.notes('p', table)).containsOnly("p");
            assertThat(fixture.notes('s', table)).containsOnly("s");
        }
        try (ShardingHint scope = ShardingHint.open().setSide(Side.SHADOW)) {
            assertThat(fixture.query("SELECT note FROM t_one")).containsExactly("s");
            assertThat(fixture.query("/* SHARDING_HINT: SHADOW=false */ SELECT note FROM t_one"))
                    .containsExactly("p");
            assertThat(scope).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void valuesOfAColumnSendStatementsToTheShadow(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        fixture.execute(
                "INSERT INTO t_order (id, user_id, note) VALUES (10, 9, 'a')",
                "INSERT INTO t_order VALUES (11, 9, 'b'), (12, 9, 'c')",
                "INSERT INTO t_order (id, user_id, note) VALUES (13, 1, 'testing'), (14, 9, 'test d')",
                "UPDATE t_order SET note = 'changed' WHERE user_id = 9 AND id = 10",
                "DELETE FROM t_order WHERE id = 11 AND user_id IN (9, 9)");
        assertThat(fixture.notes('s', "t_order")).containsExactly("c", "changed", "s", "s", "test d", "testing");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p");
        assertThat(fixture.query("SELECT note FROM t_order WHERE user_id = 9 ORDER BY note"))
                .containsExactly("c", "changed", "test d");
        assertThat(fixture.query("SELECT note FROM t_order WHERE 9 = user_id AND id = 12"))
                .containsExactly("c");
        assertThat(fixture.query("SELECT COUNT(*) FROM t_order WHERE user_id = 3"))
                .containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aPlanServesBothSides(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        try (Connection connection = fixture.dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (id, user_id, note) VALUES (?, ?, ?)");
                PreparedStatement select =
                        connection.prepareStatement("SELECT COUNT(*) FROM t_order WHERE user_id = ?")) {
            for (int i = 0; i < 6; i++) {
                insert.setLong(1, 20 + i);
                insert.setObject(2, i % 2 == 0 ? 9 : 1);
                insert.setString(3, i % 2 == 0 ? "marked" : "real");
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            select.setObject(1, BigDecimal.valueOf(9));
            assertThat(ShadowFixture.rows(select.executeQuery())).containsExactly("3");
            select.setInt(1, 1);
            assertThat(ShadowFixture.rows(select.executeQuery())).containsExactly("4");
        }
        assertThat(fixture.notes('s', "t_order")).containsExactly("marked", "marked", "marked", "s", "s");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p", "real", "real", "real");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void batchesAreOnOneSide(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        try (Connection connection = fixture.dataSource().getConnection()) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_order (id, user_id, note) VALUES (?, ?, 'n')")) {
                for (int i = 0; i < 4; i++) {
                    insert.setLong(1, 30 + i);
                    insert.setInt(2, 9);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(4);
                insert.setLong(1, 40);
                insert.setInt(2, 9);
                insert.addBatch();
                insert.setLong(1, 41);
                insert.setInt(2, 1);
                insert.addBatch();
                assertThatThrownBy(insert::executeBatch)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("make a batch of each");
            }
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT INTO t_order (id, user_id, note) VALUES (50, 9, 'm')");
                statement.addBatch(MARK + "INSERT INTO t_one (id, note) VALUES (50, 'm')");
                statement.addBatch("INSERT INTO t_one (id, note) VALUES (51, 'r')");
                statement.addBatch("INSERT INTO t_order (id, user_id, note) VALUES (51, 1, 'r')");
                statement.addBatch("INSERT INTO t_order (id, user_id, note) VALUES (52, 9, 'm')");
                assertThat(statement.executeBatch()).containsOnly(1);
            }
        }
        assertThat(fixture.notes('s', "t_order")).containsExactly("m", "m", "n", "n", "n", "n", "s", "s");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p", "r");
        assertThat(fixture.notes('s', "t_one")).containsExactly("m", "s");
        assertThat(fixture.notes('p', "t_one")).containsExactly("p", "r");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void stepsAreWhereTheirStatementIs(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        String pulled = "SELECT o.note FROM t_order o JOIN t_item i ON o.note = i.note WHERE i.id = 2 ORDER BY o.id";
        assertThat(fixture.query(pulled)).containsExactly("p", "p");
        assertThat(fixture.query(MARK + pulled)).containsExactly("s", "s");
        fixture.execute(MARK + "INSERT INTO t_item (id, user_id, note) SELECT id + 100, 9, note FROM t_order");
        fixture.execute(MARK + "INSERT INTO t_one (id, note) SELECT id + 100, note FROM t_order");
        assertThat(fixture.notes('s', "t_item")).containsExactly("s", "s", "s", "s");
        assertThat(fixture.notes('s', "t_one")).containsExactly("s", "s", "s");
        fixture.execute("INSERT INTO t_item (id, user_id, note) SELECT id + 200, 1, note FROM t_order");
        assertThat(fixture.notes('p', "t_item")).containsExactly("p", "p", "p", "p");
        assertThat(fixture.notes('p', "t_one")).containsExactly("p");
        String deletion = "DELETE FROM t_item WHERE id IN (SELECT id FROM t_order WHERE note = 's' OR note = 'p')";
        fixture.execute(MARK + deletion);
        assertThat(fixture.notes('s', "t_item")).containsExactly("s", "s");
        assertThat(fixture.notes('p', "t_item")).containsExactly("p", "p", "p", "p");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void transactionsStayOnOneSide(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        try (Connection connection = fixture.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO t_order (id, user_id, note) VALUES (60, 9, 'tx')");
            // what says nothing follows
            statement.execute("INSERT INTO t_one (id, note) VALUES (60, 'tx')");
            assertThat(ShadowFixture.rows(statement.executeQuery("SELECT note FROM t_country")))
                    .containsExactly("s");
            assertThatThrownBy(() -> statement.execute("UPDATE t_order SET note = 'x' WHERE user_id = 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("the transaction began on the shadow");
            assertThatThrownBy(() -> statement.execute("/* SHARDING_HINT: SHADOW=both */ DROP TABLE t_one"))
                    .hasMessageContaining("commit first");
            connection.commit();
            statement.execute("INSERT INTO t_one (id, note) VALUES (61, 'real')");
            assertThatThrownBy(() -> statement.execute(MARK + "INSERT INTO t_one (id, note) VALUES (62, 'x')"))
                    .hasMessageContaining("the transaction began on production");
            connection.rollback();
            statement.execute(MARK + "INSERT INTO t_one (id, note) VALUES (63, 'gone')");
            connection.rollback();
        }
        assertThat(fixture.notes('s', "t_order")).containsExactly("s", "s", "tx");
        assertThat(fixture.notes('s', "t_one")).containsExactly("s", "tx");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p");
        assertThat(fixture.notes('p', "t_one")).containsExactly("p");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void generatedKeysComeFromTheSide(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        try (Connection connection = fixture.dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (user_id, note) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, 9);
            insert.setString(2, "key");
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                assertThat(fixture.query(MARK + "SELECT note FROM t_order WHERE id = " + keys.getLong(1)))
                        .containsExactly("key");
            }
        }
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatCannotBeToldIsRefused(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        for (String sql : List.of(
                "SELECT note FROM t_order WHERE user_id BETWEEN 8 AND 10",
                "SELECT note FROM t_order WHERE user_id <> 1",
                "SELECT note FROM t_order WHERE user_id = 9 OR id = 1",
                "SELECT note FROM t_order WHERE NOT user_id = 9",
                "SELECT z.note FROM (SELECT * FROM t_order) z WHERE z.user_id = 9",
                "DELETE FROM t_order WHERE user_id > 5",
                "INSERT INTO t_order (id, user_id, note) VALUES (70, ABS(-9), 'n')",
                "INSERT INTO t_order (id, user_id, note) SELECT id + 70, user_id, note FROM t_item")) {
            assertThatThrownBy(() -> fixture.execute(sql)).as(sql).hasMessageContaining("cannot be told by column");
        }
        for (String sql : List.of(
                "INSERT INTO t_order (id, user_id, note) VALUES (71, 9, 'n'), (72, 1, 'n')",
                "SELECT note FROM t_order WHERE user_id IN (1, 9)",
                "SELECT note FROM t_order WHERE user_id = 1 OR user_id = 9")) {
            assertThatThrownBy(() -> fixture.execute(sql)).as(sql).hasMessageContaining("make a statement of each");
        }
        assertThatThrownBy(() -> fixture.query("SELECT o.note FROM t_order o JOIN t_item i ON o.id = i.id"
                        + " WHERE o.user_id = 9 AND i.user_id = 1"))
                .hasMessageContaining("table t_order is marked by column user_id, and table t_item is not");
        assertThatThrownBy(() -> fixture.execute("UPDATE t_order SET user_id = 9 WHERE id = 1"))
                .hasMessageContaining("is a mark");
        assertThatThrownBy(() -> fixture.execute("UPDATE t_order SET user_id = user_id + 1 WHERE id = 1"))
                .hasMessageContaining("may be a mark");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p");
        assertThat(fixture.notes('s', "t_order")).containsExactly("s", "s");
        assertThat(fixture.query("/* SHARDING_HINT: SHADOW=false */ SELECT note FROM t_order WHERE user_id > 2"))
                .containsExactly("p");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void actualNamesAreMarkedByHintsOnly(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        String verbatim = "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0, SKIP_SQL_REWRITE=true";
        String insert = " */ INSERT INTO t_order_0 (id, user_id, note) VALUES ";
        assertThatThrownBy(() -> fixture.execute(verbatim + insert + "(100, 9, 'v')"))
                .hasMessageContaining("whether rows of table t_order are marked cannot be told");
        fixture.execute(
                verbatim + ", SHADOW=true" + insert + "(104, 1, 'v')",
                verbatim + ", SHADOW=false" + insert + "(108, 1, 'w')");
        assertThat(fixture.notes('s', "t_order")).containsExactly("s", "s", "v");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p", "w");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void emptyingATableIsNoDefinition(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        String both = ShadowFixture.SHADOW.replace("  tables:", "  definitions: BOTH\n  tables:");
        try (ShardingDataSource other = fixture.open(both + ShadowFixture.SHARDING);
                Connection connection = other.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE TABLE t_order");
            assertThat(fixture.notes('p', "t_order")).isEmpty();
            assertThat(fixture.notes('s', "t_order")).containsExactly("s", "s");
            statement.execute(MARK + "TRUNCATE TABLE t_item");
            assertThat(fixture.notes('s', "t_item")).isEmpty();
            assertThat(fixture.notes('p', "t_item")).containsExactly("p", "p");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void conditionsOfJoinsAndSubqueriesMark(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        fixture.execute(
                "INSERT INTO t_order (id, user_id, note) VALUES (80, 9, 'o')",
                "INSERT INTO t_item (id, user_id, note) VALUES (80, 9, 'i')");
        assertThat(fixture.query("SELECT o.note FROM t_order o JOIN t_item i ON o.id = i.id AND o.user_id = i.user_id"
                        + " WHERE i.user_id = 9"))
                .containsExactly("o");
        assertThat(fixture.query("SELECT note FROM t_one WHERE id IN (SELECT id - 79 FROM t_order WHERE user_id = 9)"))
                .containsExactly("s");
        assertThat(fixture.query("SELECT note FROM t_item WHERE user_id = 9 UNION ALL"
                        + " SELECT note FROM t_order WHERE user_id = 9 AND id = 80"))
                .containsExactlyInAnyOrder("i", "o");
        assertThat(fixture.query("SELECT note FROM (SELECT * FROM t_order WHERE user_id = 9) z WHERE id = 80"))
                .containsExactly("o");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void definitionsGoToProductionUnlessToldOtherwise(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        fixture.execute("CREATE TABLE t_new (id INT PRIMARY KEY, note VARCHAR(20))");
        assertThatThrownBy(() -> fixture.on("s_0", "SELECT note FROM t_new")).isInstanceOf(SQLException.class);
        assertThat(fixture.on("p_0", "SELECT note FROM t_new")).isEmpty();
        // fails on the shadow, so that production is left alone
        assertThatThrownBy(() -> fixture.onBoth("DROP TABLE t_new")).isInstanceOf(SQLException.class);
        assertThat(fixture.query("SELECT note FROM t_new")).isEmpty();
        fixture.execute(MARK + "CREATE TABLE t_new (id INT PRIMARY KEY, note VARCHAR(20))");
        assertThat(fixture.on("s_0", "SELECT note FROM t_new")).isEmpty();
        fixture.onBoth("DROP TABLE t_new");
        fixture.execute("CREATE TABLE t_new (id INT PRIMARY KEY, note VARCHAR(20))");
        assertThatThrownBy(() -> fixture.onBoth("CREATE TABLE t_new (id INT PRIMARY KEY, note VARCHAR(20))"))
                .hasMessageContaining("SHD-5006")
                .hasMessageContaining("completed on the shadow, failed on production");
        fixture.onBoth("DROP TABLE t_new");
        for (String name : List.of("s_0", "p_0")) {
            assertThatThrownBy(() -> fixture.on(name, "SELECT note FROM t_new")).isInstanceOf(SQLException.class);
        }
        String both = ShadowFixture.SHADOW.replace("  tables:", "  definitions: BOTH\n  tables:");
        try (ShardingDataSource other = fixture.open(both + ShadowFixture.SHARDING);
                Connection connection = other.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_new (id INT PRIMARY KEY, note VARCHAR(20))");
            assertThat(fixture.on("s_0", "SELECT note FROM t_new")).isEmpty();
            assertThat(fixture.on("p_0", "SELECT note FROM t_new")).isEmpty();
            statement.execute("/* SHARDING_HINT: SHADOW=true */ DROP TABLE t_new");
            assertThatThrownBy(() -> fixture.on("s_0", "SELECT note FROM t_new"))
                    .isInstanceOf(SQLException.class);
            statement.execute("/* SHARDING_HINT: SHADOW=false */ DROP TABLE t_new");
            assertThatThrownBy(() -> fixture.on("p_0", "SELECT note FROM t_new"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.execute("/* SHARDING_HINT: SHADOW=both */ DELETE FROM t_one"))
                    .hasMessageContaining("SHADOW=both is for definitions");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void explanationsNameTheShadow(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        ShardingDataSource dataSource = fixture.dataSource();
        assertThat(dataSource
                        .explain("SELECT note FROM t_order WHERE user_id = 9 AND id = 1")
                        .toString())
                .contains("s_1 for ds_1");
        assertThat(dataSource
                        .explain("SELECT note FROM t_order WHERE user_id = 1 AND id = 1")
                        .toString())
                .contains("p_1 for ds_1");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(MARK + "SELECT note FROM t_one");
            assertThat(String.join(
                            "\n",
                            ShadowFixture.rows(
                                    statement.executeQuery("EXPLAIN SHARDING SELECT note FROM t_order WHERE id = 1"))))
                    .contains("s_1 for ds_1");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aFailedBatchTellsOfItsRows(DatabaseKind kind) throws SQLException {
        ShadowFixture fixture = filled(kind);
        try (Connection connection = fixture.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.addBatch("INSERT INTO t_order (id, user_id, note) VALUES (90, 9, 'm')");
            statement.addBatch("INSERT INTO t_order (id, user_id, note) VALUES (91, 1, 'r')");
            assertThatThrownBy(statement::executeBatch)
                    .isInstanceOf(BatchUpdateException.class)
                    .hasMessageContaining("the transaction began on the shadow");
            connection.rollback();
        }
        assertThat(fixture.notes('s', "t_order")).containsExactly("s", "s");
        assertThat(fixture.notes('p', "t_order")).containsExactly("p", "p");
    }
}
