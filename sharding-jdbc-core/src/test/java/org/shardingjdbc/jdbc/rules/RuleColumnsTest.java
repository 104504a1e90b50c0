package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Columns whose texts a rule stores backwards, or of which it shows the first letter only. */
class RuleColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u: *four
                c: *four
                k:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: code, shardingAlgorithmName: hash}
                g:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                  keyGenerateStrategy: {column: code, keyGeneratorName: uuid}
              keyGenerators:
                uuid: {type: UUID}
              bindingTables:
              - t,u
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
            - !BROADCAST
              tables: [country]
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !TEST_RULE
              prefix: my_
              tables: [note]
              reversed: [t.name, u.name, k.code, g.code, c.phone=phone_cipher, country.name, note.name, s.name]
              masked: [t.card]
            """;

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    /** Tables with the rows of every test: ids 1 to 6, names ab cd ab - ef gh. */
    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "rule_columns_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(TestRules::open);
            OPEN.put(kind, fixture);
            fixture.onSharded(
                    "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20), card VARCHAR(20), x INT)",
                    "CREATE TABLE u (id INT PRIMARY KEY, name VARCHAR(20), plain VARCHAR(20))",
                    "CREATE TABLE g (id INT PRIMARY KEY, code VARCHAR(40))",
                    "CREATE TABLE c (id INT PRIMARY KEY, phone VARCHAR(20), phone_cipher VARCHAR(20), x INT)",
                    "CREATE TABLE s (id INT PRIMARY KEY, name VARCHAR(20))",
                    "CREATE TABLE k (id INT, code VARCHAR(20) PRIMARY KEY)",
                    "CREATE TABLE country (id INT PRIMARY KEY, name VARCHAR(20))",
                    "CREATE TABLE note (id INT PRIMARY KEY, name VARCHAR(20))");
        }
        fixture.onSharded(
                "DELETE FROM t",
                "DELETE FROM u",
                "DELETE FROM k",
                "DELETE FROM c",
                "DELETE FROM s",
                "DELETE FROM country",
                "DELETE FROM note",
                "INSERT INTO t (id, name, card, x) VALUES (1, 'ab', '1234', 1), (2, 'cd', '2345', 1),"
                        + " (3, 'ab', '1234', 2), (4, NULL, NULL, 2)",
                "INSERT INTO t VALUES (5, 'ef', '5678', 3), (6, 'g''h', '', 3)");
        return fixture;
    }

    private static List<String> query(Fixture<ShardingDataSource> fixture, String sql, Object... parameters)
            throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = prepared.executeQuery()) {
                return read(rows);
            }
        }
    }

    private static List<String> plain(Fixture<ShardingDataSource> fixture, String sql) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> stored(Fixture<ShardingDataSource> fixture, int dataSource, String sql)
            throws SQLException {
        try (Connection connection = fixture.raw(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> read = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= columns; i++) {
                row.append(i > 1 ? "," : "").append(rows.getString(i));
            }
            read.add(row.toString());
        }
        return read;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void valuesAreStoredTransformedAndSeenAsTheyWereWritten(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(stored(fixture, 1, "SELECT name FROM t_1 ORDER BY id")).containsExactly("ba", "fe");
        assertThat(stored(fixture, 0, "SELECT name FROM t_2 ORDER BY id")).containsExactly("dc", "h'g");
        assertThat(query(fixture, "SELECT name FROM t WHERE id = ?", 1)).containsExactly("ab");
        assertThat(query(fixture, "SELECT id, name FROM t ORDER BY id"))
                .containsExactly("1,ab", "2,cd", "3,ab", "4,null", "5,ef", "6,g'h");
        assertThat(query(fixture, "SELECT * FROM t WHERE id = 1")).containsExactly("1,ab,1***,1");
        assertThat(query(fixture, "SELECT t.* FROM t ORDER BY id LIMIT 2"))
                .containsExactly("1,ab,1***,1", "2,cd,2***,1");
        assertThat(plain(fixture, "SELECT name AS n, id FROM t WHERE id IN (1, 2) ORDER BY id"))
                .containsExactly("ab,1", "cd,2");
        assertThat(query(fixture, "SELECT name FROM t WHERE id = 1 UNION ALL SELECT name FROM t WHERE id = 5"))
                .containsExactlyInAnyOrder("ab", "ef");
        if (kind != DatabaseKind.MARIADB) {
            // Which of equal texts a UNION keeps is not known where several are equal.
            assertThat(query(fixture, "SELECT name FROM t UNION SELECT name FROM u"))
                    .containsExactlyInAnyOrder("ab", "cd", "ef", "g'h", "null");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void equalityIsThatOfTheValues(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(query(fixture, "SELECT id FROM t WHERE name = ? ORDER BY id", "ab"))
                .containsExactly("1", "3");
        assertThat(plain(fixture, "SELECT id FROM t WHERE name = 'ab' ORDER BY id"))
                .containsExactly("1", "3");
        assertThat(plain(fixture, "SELECT id FROM t WHERE name = 'g''h'")).containsExactly("6");
        assertThat(query(fixture, "SELECT id FROM t WHERE ? <> t.name ORDER BY id", "ab"))
                .containsExactly("2", "5", "6");
        assertThat(query(fixture, "SELECT id FROM t WHERE name IN (?, 'ef', NULL) AND x > 0 ORDER BY id", "cd"))
                .containsExactly("2", "5");
        assertThat(query(fixture, "SELECT id FROM t WHERE name IS NULL")).containsExactly("4");
        assertThat(query(fixture, "SELECT name, COUNT(*) FROM t GROUP BY name"))
                .containsExactlyInAnyOrder("ab,2", "cd,1", "ef,1", "g'h,1", "null,1");
        assertThat(query(fixture, "SELECT DISTINCT name FROM t WHERE x < 3"))
                .containsExactlyInAnyOrder("ab", "cd", "null");
        assertThat(query(fixture, "SELECT COUNT(name), COUNT(DISTINCT name) FROM t"))
                .containsExactly("5,4");
        assertThat(query(fixture, "SELECT id FROM t WHERE card = ? ORDER BY card, id", "1234"))
                .containsExactly("1", "3");
        assertThat(query(fixture, "SELECT card FROM t WHERE card > '2' ORDER BY card"))
                .containsExactly("2***", "5***");
        fixture.onSharded("INSERT INTO u (id, name, plain) VALUES (1, 'ab', 'ab'), (2, 'xy', 'ab')");
        assertThat(query(fixture, "SELECT u.id, t.name FROM t JOIN u ON t.id = u.id AND t.name = u.name"))
                .containsExactly("1,ab");
        assertThat(query(
                        fixture,
                        "SELECT id FROM t WHERE EXISTS (SELECT * FROM u WHERE u.id = t.id AND u.name = ?)",
                        "xy"))
                .containsExactly("2");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void writesTakeParametersLiteralsAndColumnsThatAreStoredAlike(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO u (id, name, plain) VALUES (?, ?, ?), (?, 'lit', ?)");
                PreparedStatement update = connection.prepareStatement("UPDATE u SET name = ? WHERE name = ?");
                PreparedStatement copy = connection.prepareStatement("UPDATE u SET name = NULL WHERE id = ?")) {
            for (int i = 0; i < 4; i++) {
                insert.setInt(1, 10 * i);
                insert.setObject(2, "name" + i, Types.VARCHAR);
                insert.setString(3, "plain");
                insert.setInt(4, 10 * i + 1);
                insert.setNull(5, Types.VARCHAR);
                insert.addBatch();
            }
            insert.executeBatch();
            update.setString(1, "new");
            update.setString(2, "name2");
            assertThat(update.executeUpdate()).isEqualTo(1);
            copy.setInt(1, 30);
            copy.executeUpdate();
            insert.setNull(2, Types.VARCHAR);
            insert.setInt(1, 50);
            insert.setInt(4, 51);
            insert.executeUpdate();
            insert.setBinaryStream(2, new ByteArrayInputStream(new byte[] {1, 2}));
            assertThatThrownBy(insert::executeUpdate).hasMessageContaining("SHD-4132");
            insert.setInt(2, 5);
            assertThatThrownBy(insert::executeUpdate)
                    .hasMessageContaining("A value of column name of logic table u cannot be transformed: only texts");
        }
        assertThat(query(fixture, "SELECT id, name, plain FROM u WHERE name <> 'lit' OR name IS NULL ORDER BY id"))
                .containsExactly("0,name0,plain", "10,name1,plain", "20,new,plain", "30,null,plain", "50,null,plain");
        assertThat(stored(fixture, 0, "SELECT DISTINCT name FROM u_0 WHERE name IS NOT NULL ORDER BY name"))
                .containsExactly("0eman", "wen");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void aColumnIsStoredUnderAnotherName(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        fixture.onSharded(
                "INSERT INTO c (id, phone, x) VALUES (1, '123', 1), (2, '456', 1), (3, '123', 2)",
                "UPDATE c SET phone = '789' WHERE phone = '456'");
        assertThat(stored(fixture, 0, "SELECT phone_cipher, phone FROM c_2")).containsExactly("987,null");
        assertThat(query(fixture, "SELECT id, phone FROM c WHERE c.phone = ? ORDER BY id", "123"))
                .containsExactly("1,123", "3,123");
        assertThat(query(fixture, "SELECT phone, COUNT(*) FROM c GROUP BY phone"))
                .containsExactlyInAnyOrder("123,2", "789,1");
        assertThat(query(
                        fixture,
                        "SELECT a.phone AS p FROM c a WHERE EXISTS"
                                + " (SELECT phone FROM c b WHERE b.id = a.id AND b.phone = a.phone AND a.x > 1)"))
                .containsExactly("123");
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT c.phone, x FROM c WHERE id = 1")) {
            assertThat(rows.getMetaData().getColumnLabel(1)).isEqualToIgnoringCase("phone");
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("phone")).isEqualTo("123");
        }
        assertThat(query(fixture, "SELECT * FROM c WHERE id = 1")).containsExactly("1,123,1");
        fixture.onSharded("INSERT INTO c VALUES (5, '555', 5)");
        assertThat(query(fixture, "SELECT c.* FROM c WHERE phone = '555'")).containsExactly("5,555,5");
        for (String sql : List.of(
                "SELECT phone_cipher FROM c",
                "SELECT c.phone_cipher FROM c WHERE id = 1",
                "SELECT id FROM c ORDER BY phone",
                "INSERT INTO c VALUES (9, 'a', 'b', 1)",
                "INSERT INTO c (id, phone_cipher) VALUES (9, 'a')",
                "UPDATE c SET phone_cipher = 'a' WHERE id = 1",
                "DELETE FROM c WHERE phone_cipher = 'a'")) {
            assertRefused(fixture, sql);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void anUpsertWritesWhatItWasGiven(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        String conflict =
                kind == DatabaseKind.MARIADB ? " ON DUPLICATE KEY UPDATE " : " ON CONFLICT (id) DO UPDATE SET ";
        String given = kind == DatabaseKind.MARIADB ? "VALUES(name)" : "EXCLUDED.name";
        String copied = "INSERT INTO t (id, name) VALUES (1, 'one'), (7, 'seven')" + conflict + "name = " + given;
        fixture.onSharded(copied, "INSERT INTO t (id, name) VALUES (2, 'x')" + conflict + "name = 'two', x = 9");
        assertThat(query(fixture, "SELECT id, name FROM t WHERE id IN (1, 2, 7) ORDER BY id"))
                .containsExactly("1,one", "2,two", "7,seven");
        assertRefused(fixture, "INSERT INTO t (id, name) VALUES (2, 'x')" + conflict + "name = UPPER(" + given + ")");
        if (kind == DatabaseKind.MARIADB) {
            fixture.onSharded(
                    "INSERT INTO t SET id = 8, name = 'eight'", "REPLACE INTO t (id, name) VALUES (1, 'uno')");
            assertThat(query(fixture, "SELECT name FROM t WHERE id IN (1, 8) ORDER BY id"))
                    .containsExactly("uno", "eight");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void generatedKeysAreSeenAsTheyWereWritten(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (id, name) VALUES (?, ?)", new String[] {"id", "name"})) {
            insert.setInt(1, 9);
            insert.setString(2, "nine");
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(read(keys)).containsExactly("9,nine");
            }
            for (int id = 10; id < 13; id++) {
                insert.setInt(1, id);
                insert.setString(2, "n" + id);
                insert.addBatch();
            }
            insert.executeBatch();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(read(keys)).containsExactly("10,n10", "11,n11", "12,n12");
            }
        }
        if (kind == DatabaseKind.POSTGRESQL) {
            assertThat(query(fixture, "INSERT INTO t (id, name) VALUES (20, 'x') RETURNING name"))
                    .containsExactly("x");
            assertRefused(fixture, "INSERT INTO t (id, name) VALUES (21, 'x') RETURNING *");
            assertRefused(fixture, "SELECT row_to_json(t) FROM t");
            assertRefused(fixture, "SELECT to_jsonb(t.*) FROM t");
            assertRefused(fixture, "SELECT (t).name FROM t");
            fixture.onSharded(
                    "INSERT INTO u (id, name) VALUES (1, 'uu')", "UPDATE t SET name = u.name FROM u WHERE u.id = t.id");
            assertThat(query(fixture, "SELECT name FROM t WHERE id = 1")).containsExactly("uu");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void aShardingColumnIsRoutedByTheValueOfTheApplication(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        fixture.onSharded("INSERT INTO k (id, code) VALUES (1, 'abc'), (2, 'xyz'), (3, 'pqr'), (4, 'mno')");
        assertThat(query(fixture, "SELECT id, code FROM k WHERE code = ?", "xyz"))
                .containsExactly("2,xyz");
        assertThat(plain(fixture, "SELECT id FROM k WHERE code IN ('mno', 'abc') ORDER BY id"))
                .containsExactly("1", "4");
        for (String explain : List.of("EXPLAIN SHARDING ", "EXPLAIN SHARDING ANALYZE ")) {
            try (Connection connection = fixture.sharded().getConnection();
                    PreparedStatement prepared =
                            connection.prepareStatement(explain + "SELECT id FROM k WHERE code = ?")) {
                prepared.setString(1, "xyz");
                try (ResultSet rows = prepared.executeQuery()) {
                    // MariaDB calls texts equal that are on several data nodes: one statement for each data source.
                    assertThat(read(rows)).hasSize(kind == DatabaseKind.MARIADB ? 5 : 3);
                }
            }
        }
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement prepared =
                        connection.prepareStatement("EXPLAIN SHARDING ANALYZE SELECT id FROM k WHERE code = ?")) {
            prepared.setString(1, "xyz");
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt("row_count")).isEqualTo(1);
            }
        }
        fixture.onSharded("DELETE FROM k WHERE code = 'abc'");
        assertThat(query(fixture, "SELECT COUNT(*) FROM k")).containsExactly("3");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void broadcastSingleAndRenamedTablesHaveThemToo(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        fixture.onSharded(
                "INSERT INTO country (id, name) VALUES (1, 'ab'), (2, 'xy')",
                "INSERT INTO note (id, name) VALUES (1, 'ab'), (2, 'xy')",
                "UPDATE country SET name = 'zz' WHERE name = 'xy'");
        assertThat(query(fixture, "SELECT name FROM country ORDER BY id")).containsExactly("ab", "zz");
        assertThat(query(fixture, "SELECT * FROM country ORDER BY id")).containsExactly("1,ab", "2,zz");
        fixture.onSharded("INSERT INTO country VALUES (3, 'cc')", "INSERT INTO note VALUES (3, 'cc')");
        assertThat(query(fixture, "SELECT * FROM note WHERE name = 'cc'")).containsExactly("3,cc");
        assertThat(query(
                        fixture,
                        "SELECT t.id, country.name FROM t JOIN country ON t.name = country.name ORDER BY t.id"))
                .containsExactly("1,ab", "3,ab");
        assertThat(query(fixture, "SELECT note.name FROM note WHERE note.name = ?", "xy"))
                .containsExactly("xy");
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO s VALUES (1, 'ab')");
            statement.addBatch("INSERT INTO s (name, id) VALUES ('xy', 2)");
            statement.addBatch("INSERT INTO t (name, id) VALUES ('batch', 30)");
            statement.executeBatch();
        }
        assertThat(query(fixture, "SELECT * FROM s WHERE name <> ?", "ab")).containsExactly("2,xy");
        assertThat(query(fixture, "SELECT name FROM t WHERE id = 30")).containsExactly("batch");
        assertThat(stored(fixture, 1, "SELECT name FROM s ORDER BY id")).containsExactly("ba", "yx");
        assertThat(stored(fixture, 0, "SELECT name FROM my_note ORDER BY id")).containsExactly("ba", "yx", "cc");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void gettersAnswerFromTheTransformedValue(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        fixture.onSharded("UPDATE t SET name = '125' WHERE id IN (1, 2)");
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            for (String sql : List.of(
                    "SELECT name, id, card FROM t WHERE id IN (1, 2, 4) ORDER BY id",
                    "SELECT name, id, card FROM t WHERE x IN (1, 2) AND id IN (1, 2, 4) ORDER BY id")) {
                try (ResultSet rows = statement.executeQuery(sql)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt("name")).isEqualTo(125);
                    assertThat(rows.getObject(1)).isEqualTo("125");
                    assertThat(rows.getObject(1, String.class)).isEqualTo("125");
                    assertThat(rows.getString("card")).isEqualTo("1***");
                    assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.VARCHAR);
                    assertThat(rows.last()).isTrue();
                    assertThat(rows.getString(1)).isNull();
                    assertThat(rows.wasNull()).isTrue();
                    assertThat(rows.getInt(2)).isEqualTo(4);
                    assertThat(rows.wasNull()).isFalse();
                    assertThat(rows.previous()).isTrue();
                    assertThat(rows.getString("name")).isEqualTo("125");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void rowsThatAreSeenOtherwiseAreNotUpdated(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT id, name FROM t WHERE id = 1"))
                    .hasMessageContaining("rules transform columns of its rows");
            try (ResultSet rows = statement.executeQuery("SELECT id, x FROM t WHERE id = 1")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void whatIsNotProvedIsRefusedByName(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        for (String sql : List.of(
                "SELECT id FROM t ORDER BY name",
                "SELECT name FROM t ORDER BY 1",
                "SELECT name AS n FROM t ORDER BY n",
                "SELECT * FROM t ORDER BY 2",
                "SELECT name FROM t UNION SELECT name FROM u ORDER BY name",
                "SELECT name FROM t UNION ALL SELECT plain FROM u",
                "SELECT id FROM t WHERE name < 'b'",
                "SELECT id FROM t WHERE name LIKE 'a%'",
                "SELECT id FROM t WHERE name BETWEEN 'a' AND 'b'",
                "SELECT id FROM t WHERE UPPER(name) = 'AB'",
                "SELECT id FROM t WHERE name = 5",
                "SELECT id FROM t WHERE name = 'a\\b'",
                "SELECT UPPER(name) FROM t",
                "SELECT UPPER(card) FROM t",
                "SELECT MAX(name) FROM t",
                "SELECT MIN(card) FROM t",
                "SELECT x FROM (SELECT name AS x FROM t) d ORDER BY x",
                "SELECT UPPER(x) FROM (SELECT name AS x FROM t) d",
                "SELECT x FROM (SELECT name AS x FROM t UNION ALL SELECT plain FROM u) d",
                "SELECT x FROM (SELECT name AS x FROM t UNION ALL SELECT name FROM u) d",
                "WITH d AS (SELECT name FROM t) SELECT MAX(name) FROM d",
                "SELECT (SELECT name FROM t WHERE id = 1) FROM u",
                "SELECT t.id FROM t JOIN u ON t.name = u.plain",
                "SELECT t.id FROM t JOIN u ON t.name > u.name",
                "SELECT name FROM t JOIN u USING (name)",
                "SELECT t.id FROM t NATURAL JOIN u",
                "SELECT name, COUNT(*) FROM t GROUP BY name HAVING name = 'ab'",
                "SELECT COUNT(*) OVER (PARTITION BY name) FROM t")) {
            assertRefused(fixture, sql);
        }
        for (String sql : List.of(
                "INSERT INTO t (id, name) SELECT id, CONCAT('x', plain) FROM u",
                "INSERT INTO u (id, plain) SELECT id, name FROM t",
                "INSERT INTO u (id, plain) SELECT id, card FROM t",
                "INSERT INTO t (id, name) VALUES (9, 7)",
                "UPDATE t SET name = UPPER(name)",
                "UPDATE u SET plain = name",
                "UPDATE u SET name = plain",
                "UPDATE t SET x = 1 WHERE name > 'a'",
                "DELETE FROM t WHERE name LIKE 'a%'",
                "INSERT INTO g (id) VALUES (1)",
                "SELECT COUNT(t) FROM t",
                "CREATE VIEW v AS SELECT name FROM t")) {
            assertRefused(fixture, sql);
        }
        assertThat(query(fixture, "SELECT COUNT(*) FROM t")).containsExactly("6");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void queriesPassColumnsOn(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(query(fixture, "SELECT n FROM (SELECT name AS n FROM t) d WHERE n = ?", "ab"))
                .containsExactly("ab", "ab");
        assertThat(query(fixture, "SELECT d.id, name, card FROM (SELECT * FROM t WHERE id = 5) d"))
                .containsExactly("5,ef,5***");
        assertThat(query(fixture, "WITH d AS (SELECT name FROM t WHERE id = 2) SELECT * FROM d"))
                .containsExactly("cd");
        fixture.onSharded("INSERT INTO u (id, name) SELECT id, name FROM t WHERE id < 3");
        assertThat(query(fixture, "SELECT id FROM u WHERE name = 'cd'")).containsExactly("2");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void valuesAreTransformedWhereTheyAreCompared(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(query(fixture, "SELECT id FROM t WHERE (name, id) = ('ab', 1)"))
                .containsExactly("1");
        fixture.onSharded("INSERT INTO t (id, name) VALUES (9, UPPER('x'))");
        assertThat(query(fixture, "SELECT name FROM t WHERE id = 9")).containsExactly("X");
        fixture.onSharded("DELETE FROM t WHERE id = 9");
        // MariaDB compares without case
        String[] upper = kind == DatabaseKind.MARIADB ? new String[] {"1", "3"} : new String[0];
        assertThat(query(fixture, "SELECT id FROM t WHERE name = UPPER('ab')")).containsExactlyInAnyOrder(upper);
        if (kind == DatabaseKind.POSTGRESQL) {
            assertThat(query(fixture, "SELECT CASE WHEN name = 'ab' THEN 1 ELSE 2 END FROM t"))
                    .containsExactlyInAnyOrder("1", "2", "1", "2", "2", "2");
        } else {
            // the label would be the text that is given
            assertRefused(fixture, "SELECT name = 'ab' FROM t");
            assertRefused(fixture, "SELECT CASE WHEN name = 'ab' THEN 1 ELSE 2 END FROM t");
        }
        assertThatThrownBy(() -> query(fixture, "SELECT id FROM u WHERE name IN (SELECT name FROM t)"))
                .hasMessageStartingWith("SHD-4101: Logic tables u and t ");
    }

    private static void assertRefused(Fixture<ShardingDataSource> fixture, String sql) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .as(sql)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4131")
                    .hasMessageContaining("logic table ");
        }
    }
}
