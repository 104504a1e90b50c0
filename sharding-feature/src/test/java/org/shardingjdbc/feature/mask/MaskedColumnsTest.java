package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Sharded and single tables with masked columns; the plain database has the values. */
class MaskedColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_user:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !BROADCAST
              tables: [t_country]
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !MASK
              tables:
                t_user:
                  columns:
                    phone: {maskAlgorithm: ends}
                    mail: {maskAlgorithm: md5, strict: true}
                    salary: {maskAlgorithm: all, exemptReaders: [auditor]}
                    backup: {maskAlgorithm: ends, strict: true}
                t_one:
                  columns:
                    phone: {maskAlgorithm: ends}
                t_country:
                  columns:
                    phone: {maskAlgorithm: ends}
              maskAlgorithms:
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 2, replace-char: '*'}}
                all: {type: MASK_FROM_X_TO_Y, props: {from-x: 0, to-y: 99, replace-char: '#'}}
                md5: {type: MD5}
            """;
    private static final String SECRET = "13800138000";

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "masked_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            fixture.onBoth(
                    "CREATE TABLE t_user (id INT PRIMARY KEY, name VARCHAR(20), phone VARCHAR(20), mail VARCHAR(60),"
                            + " salary INT, backup VARCHAR(20))",
                    "CREATE TABLE t_country (id INT PRIMARY KEY, phone VARCHAR(20), note VARCHAR(20))",
                    "CREATE TABLE t_one (id INT PRIMARY KEY, phone VARCHAR(20), note VARCHAR(20))");
        }
        fixture.onBoth(
                "DELETE FROM t_user",
                "DELETE FROM t_one",
                "DELETE FROM t_country",
                "INSERT INTO t_country (id, phone, note) VALUES (1, '13800138000', 'n'), (2, NULL, 'm')",
                "INSERT INTO t_user (id, name, phone, mail, salary, backup) VALUES"
                        + " (1, 'ann', '13800138000', 'a@x.org', 5000, '1'),"
                        + " (2, 'bob', '13900139000', 'b@x.org', 6000, '2'),"
                        + " (3, 'cid', '13800138000', 'c@x.org', 7000, '3')",
                "INSERT INTO t_user VALUES (4, 'dan', NULL, NULL, NULL, NULL), (5, 'eve', '', '', 0, '')",
                "INSERT INTO t_one (id, phone, note) VALUES (1, '13800138000', 'n'), (2, NULL, 'm')");
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

    private static List<String> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> read = new ArrayList<>();
        while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.append(i == 1 ? "" : ",").append(rows.getString(i));
            }
            read.add(row.toString());
        }
        return read;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void valuesAreSeenMaskedAndStoredAsTheyAre(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(query(fixture, "SELECT id, phone FROM t_user ORDER BY id"))
                .containsExactly("1,1********00", "2,1********00", "3,1********00", "4,null", "5,");
        assertThat(query(fixture, "SELECT * FROM t_user WHERE id = ?", 1))
                .containsExactly("1,ann,1********00,a3b41ff4486881e36bcbc10292f307bb,####,1");
        assertThat(query(fixture, "SELECT u.phone AS p, o.phone FROM t_user u JOIN t_country o ON u.phone = o.phone"))
                .containsExactly("1********00,1********00", "1********00,1********00");
        assertThat(query(fixture, "SELECT phone FROM t_country UNION SELECT phone FROM t_country"))
                .containsExactlyInAnyOrder("1********00", "null");
        assertThat(query(fixture, "SELECT phone, COUNT(*) FROM t_user GROUP BY phone ORDER BY 2 DESC, phone"))
                .contains("1********00,2");
        assertThat(query(fixture, "SELECT id FROM t_user WHERE phone = '13800138000' ORDER BY id"))
                .containsExactly("1", "3");
        assertThat(query(fixture, "SELECT phone FROM t_user WHERE EXISTS (SELECT phone FROM t_country) AND id = 1"))
                .containsExactly("1********00");
        assertThat(stored(fixture, "SELECT phone FROM t_user_1 WHERE id = 1")).containsExactly(SECRET);
    }

    private static List<String> stored(Fixture<ShardingDataSource> fixture, String sql) throws SQLException {
        try (Connection connection = fixture.raw(1).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    /** The plain database knows no mask: what shows no masked value is the same there. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatIsNotSeenIsAsInOneDatabase(DatabaseKind kind) throws Exception {
        try (PlainAndSharded both = filled(kind).both()) {
            for (String sql : List.of(
                    "SELECT id, name FROM t_user WHERE phone LIKE '138%' ORDER BY phone, id",
                    "SELECT id FROM t_user WHERE phone IN ('13800138000', '') ORDER BY salary, id",
                    "SELECT id FROM t_user WHERE mail IS NULL ORDER BY id",
                    "SELECT COUNT(phone), COUNT(mail), COUNT(DISTINCT phone) FROM t_user",
                    "SELECT COUNT(*) FROM t_user GROUP BY phone ORDER BY COUNT(*) DESC, phone",
                    "SELECT u.id, o.note FROM t_user u JOIN t_country o ON u.phone = o.phone ORDER BY u.id",
                    "SELECT id FROM t_user WHERE salary > 5000 ORDER BY salary DESC")) {
                both.query(sql).ordered().agree();
            }
            both.update("UPDATE t_user SET phone = ? WHERE phone = ?", "1", "13900139000")
                    .agree();
            both.update("UPDATE t_user SET salary = 1, mail = 'z' WHERE salary < 6000")
                    .agree();
            both.update("DELETE FROM t_user WHERE phone = '1'").agree();
            both.query("SELECT id FROM t_user ORDER BY id").ordered().agree();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void noGetterShowsMore(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SELECT phone, salary FROM t_user WHERE id = 1")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("1********00");
            assertThat(rows.getObject("phone")).isEqualTo("1********00");
            assertThat(rows.getObject(1, String.class)).isEqualTo("1********00");
            assertThat(rows.getObject(2)).isEqualTo("####");
            try (Reader characters = rows.getCharacterStream(1)) {
                char[] read = new char[20];
                assertThat(new String(read, 0, characters.read(read))).isEqualTo("1********00");
            }
            assertNotTold("5000", () -> rows.getInt(2));
            assertNotTold(SECRET, () -> rows.getLong(1));
            assertNotTold(SECRET, () -> new String(rows.getBytes(1), StandardCharsets.UTF_8));
            assertNotTold(SECRET, () -> rows.getNString(1));
            assertNotTold(SECRET, () -> rows.getBigDecimal(1));
            assertNotTold(SECRET, () -> rows.getObject(1, Long.class));
            assertNotTold(SECRET, () -> new String(rows.getBinaryStream(1).readAllBytes(), StandardCharsets.UTF_8));
            assertNotTold(SECRET, () -> rows.getClob(1).getSubString(1, 20));
        }
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
            assertNotTold(SECRET, () -> read(statement.executeQuery("SELECT id, phone FROM t_user WHERE id = 1")));
        }
    }

    /** Whatever a getter does: it does not tell the value, neither in its answer nor in its errors. */
    private static void assertNotTold(String secret, Callable<Object> getter) {
        String told;
        try {
            told = String.valueOf(getter.call());
        } catch (Exception e) {
            told = messages(e);
        }
        assertThat(told).isNotEmpty().doesNotContain(secret);
    }

    private static String messages(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            all.append(each).append(' ');
        }
        return all.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void generatedKeysAreMasked(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        for (String sql : List.of(
                "INSERT INTO t_user (id, phone) VALUES (8, '13800138000')",
                "UPDATE t_user SET name = 'x' WHERE id = 1",
                "INSERT INTO t_one (id, phone) VALUES (8, '13800138000')",
                "UPDATE t_one SET note = 'x' WHERE id = 1")) {
            try (Connection connection = fixture.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                assertNotTold(
                        SECRET, () -> keys(statement, statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS)));
            }
            fixture.onSharded("DELETE FROM t_user WHERE id = 8", "DELETE FROM t_one WHERE id = 8");
            try (Connection connection = fixture.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                assertNotTold(SECRET, () -> keys(statement, statement.executeUpdate(sql, new String[] {"phone"})));
            }
            fixture.onSharded("DELETE FROM t_user WHERE id = 8", "DELETE FROM t_one WHERE id = 8");
        }
    }

    private static String keys(Statement statement, int count) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return count + " " + read(keys);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aStrictMaskTellsNothingByConditionsAndOrders(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        for (String sql : List.of(
                "SELECT id FROM t_user WHERE mail = 'a@x.org'",
                "SELECT id FROM t_user WHERE mail IN ('a@x.org')",
                "SELECT id FROM t_user WHERE mail LIKE 'a%'",
                "SELECT id FROM t_user WHERE mail > 'a'",
                "SELECT id FROM t_user WHERE LENGTH(mail) = 7",
                "SELECT id FROM t_user ORDER BY mail",
                "SELECT mail FROM t_user ORDER BY 1",
                "SELECT mail AS m FROM t_user ORDER BY m",
                "SELECT DISTINCT mail FROM t_user",
                "SELECT COUNT(DISTINCT mail) FROM t_user",
                "SELECT COUNT(*) FROM t_user GROUP BY mail",
                "SELECT name FROM t_user GROUP BY name HAVING MAX(mail) > 'b'",
                "SELECT a.id FROM t_user a JOIN t_user b ON a.mail = b.mail",
                "SELECT a.id FROM t_user a JOIN t_user b USING (mail)",
                "SELECT mail FROM t_user UNION SELECT mail FROM t_user",
                "SELECT phone FROM t_user UNION ALL SELECT backup FROM t_user ORDER BY 1",
                "UPDATE t_user SET name = 'x' WHERE mail = 'a@x.org'",
                "DELETE FROM t_user WHERE mail LIKE 'a%'",
                "UPDATE t_user SET name = mail",
                "SELECT m FROM (SELECT mail AS m FROM t_user) d ORDER BY m",
                "SELECT 1 FROM (SELECT mail AS m FROM t_user) d WHERE m = 'a@x.org'",
                "SELECT COUNT(*) FROM (SELECT mail AS m FROM t_user) d GROUP BY m",
                "SELECT DISTINCT m FROM (SELECT mail AS m FROM t_user) d",
                "SELECT COUNT(*) FROM (SELECT DISTINCT mail AS m FROM t_user) d",
                "WITH d AS (SELECT mail AS m FROM t_user) SELECT 1 FROM d WHERE m LIKE 'a%'",
                "SELECT id FROM t_user WHERE id IN (SELECT id FROM t_user WHERE mail > 'b')",
                "SELECT id FROM t_user WHERE mail IN (SELECT mail FROM t_user)",
                "SELECT id FROM t_user WHERE (mail, id) = ('a@x.org', 1)",
                "SELECT RANK() OVER (ORDER BY mail) FROM t_user",
                "SELECT id FROM t_user WHERE EXISTS (SELECT 1 FROM t_country c WHERE c.note = mail)",
                "SELECT id FROM t_user ORDER BY CASE WHEN mail = 'a@x.org' THEN 0 ELSE 1 END",
                "SELECT id FROM t_user ORDER BY (mail)",
                "SELECT id FROM t_user WHERE mail IS NOT NULL AND NOT (mail <> 'a@x.org')",
                "UPDATE t_user SET phone = backup",
                "UPDATE t_user SET phone = mail")) {
            assertRefused(fixture, sql);
        }
        assertThat(query(fixture, "SELECT id FROM t_user WHERE mail IS NULL")).containsExactly("4");
        fixture.onSharded("UPDATE t_user SET mail = 'n@x.org' WHERE id = 1");
        assertThat(stored(fixture, "SELECT mail FROM t_user_1 WHERE id = 1")).containsExactly("n@x.org");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void expressionsOverMaskedColumnsAreRefused(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        for (String sql : List.of(
                "SELECT UPPER(phone) FROM t_user",
                "SELECT CONCAT(phone, '') FROM t_user",
                "SELECT CAST(phone AS CHAR(20)) FROM t_user",
                "SELECT CASE WHEN phone = '1' THEN 1 ELSE 2 END FROM t_user",
                "SELECT COALESCE(phone, '') FROM t_user",
                "SELECT (phone) || '' FROM t_user",
                "SELECT salary + 0 FROM t_user",
                "SELECT -salary FROM t_user",
                "SELECT MIN(phone), MAX(phone) FROM t_user",
                "SELECT SUM(salary) FROM t_user",
                "SELECT AVG(salary) FROM t_user",
                "SELECT LAG(phone) OVER (ORDER BY id) FROM t_user",
                "SELECT FIRST_VALUE(phone) OVER (ORDER BY id) FROM t_user",
                "SELECT (SELECT phone FROM t_user WHERE id = 1)",
                "SELECT phone = '13800138000' FROM t_user",
                "SELECT 1 + (SELECT salary FROM t_user WHERE id = 1)",
                "INSERT INTO t_one (id, note) SELECT id, phone FROM t_user",
                "INSERT INTO t_one (id, note) VALUES (9, (SELECT phone FROM t_user WHERE id = 1))",
                "UPDATE t_one SET note = phone",
                "UPDATE t_one SET note = (SELECT phone FROM t_user WHERE id = 1)",
                "UPDATE t_user SET name = phone",
                "UPDATE t_user SET name = UPPER(phone) WHERE id = 1",
                "SELECT phone FROM t_user UNION ALL SELECT name FROM t_user",
                "CREATE VIEW v AS SELECT phone FROM t_user",
                "CREATE TABLE copied AS SELECT phone FROM t_user")) {
            assertRefused(fixture, sql);
        }
    }

    private static void assertRefused(Fixture<ShardingDataSource> fixture, String sql) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .as(sql)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-")
                    .hasMessageNotContaining(SECRET.repeat(2));
        }
    }

    /** Statements by which somebody who writes SQL may try to see what is masked: refused, or masked. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void noStatementShowsMore(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        for (String sql : List.of(
                "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1, SKIP_SQL_REWRITE=true */ SELECT phone FROM t_user_1",
                "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1, SKIP_SQL_REWRITE=true */ SELECT phone FROM t_user",
                "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT phone FROM t_user_1",
                "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT b.phone FROM t_one a, t_user_1 b",
                "SELECT phone FROM t_user_1",
                "SELECT b.phone FROM t_one a, t_user_1 b",
                "SELECT b.phone FROM t_country a JOIN t_user_1 b ON a.phone = b.phone",
                "SELECT u.* FROM t_user_1 u",
                "SELECT d.p FROM (SELECT phone AS p FROM t_user) d",
                "SELECT p FROM (SELECT phone AS p FROM t_user_1) d",
                "WITH d AS (SELECT phone FROM t_user) SELECT * FROM d",
                "WITH d(x) AS (SELECT phone FROM t_user) SELECT x FROM d",
                "SELECT t_user FROM t_user",
                "SELECT u FROM t_user u",
                "SELECT ROW(phone) FROM t_user",
                "SELECT row_to_json(u) FROM t_user u",
                "SELECT (u).phone FROM t_user u",
                "SELECT (u).* FROM t_user u",
                "SELECT string_agg(phone, ',') FROM t_user",
                "SELECT group_concat(phone) FROM t_user",
                "SELECT json_agg(phone) FROM t_user",
                "SELECT array_agg(phone) FROM t_user",
                "TABLE t_user",
                "HANDLER t_user READ FIRST",
                "SELECT * FROM t_user NATURAL JOIN t_one",
                "SELECT phone FROM t_user JOIN t_one USING (phone)",
                "UPDATE t_user SET name = 'x' WHERE id = 1 RETURNING phone",
                "DELETE FROM t_user WHERE id = 1 RETURNING *",
                "SELECT phone FROM FINAL TABLE (UPDATE t_user SET name = 'y' WHERE id = 1)",
                "SELECT phone FROM OLD TABLE (DELETE FROM t_one WHERE id = 1)",
                "SELECT phone INTO @v FROM t_user WHERE id = 1",
                "PREPARE p FROM 'SELECT phone FROM t_user_1'",
                "EXPLAIN SHARDING ANALYZE SELECT phone FROM t_user",
                "VALUES ((SELECT phone FROM t_user WHERE id = 1))",
                "SELECT x.phone FROM LATERAL (SELECT phone FROM t_user) x",
                "SELECT * FROM (TABLE t_user) d",
                "SELECT d.* FROM (SELECT phone AS p FROM t_user) d",
                "SELECT UPPER(p) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT MAX(p) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT p || '' FROM (SELECT phone AS p FROM t_user) d",
                "SELECT d FROM (SELECT phone AS p FROM t_user) d",
                "SELECT d FROM (SELECT * FROM t_user) d",
                "SELECT (d).p FROM (SELECT phone AS p FROM t_user) d",
                "SELECT (d).* FROM (SELECT phone AS p FROM t_user) d",
                "SELECT d.*::text FROM (SELECT phone AS p FROM t_user) d",
                "SELECT CAST(d AS text) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT row_to_json(d) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT json_agg(d.*) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT to_json(e) FROM (SELECT d FROM (SELECT phone AS p FROM t_user) d) e",
                "WITH d AS (SELECT phone AS p FROM t_user) SELECT d FROM d",
                "WITH d AS (SELECT phone AS p FROM t_user) SELECT e FROM d e",
                "WITH d AS (SELECT phone AS p FROM t_user) SELECT e FROM d AS e(x)",
                "SELECT d FROM (SELECT phone FROM t_user) AS d(x)",
                "SELECT d FROM (SELECT u.* FROM t_user u JOIN t_country c ON c.id = u.id) d",
                "SELECT x FROM LATERAL (SELECT phone FROM t_user) x",
                "SELECT j FROM (t_user u JOIN t_country c ON c.id = u.id) AS j",
                "SELECT j.* FROM (t_user u JOIN t_country c ON c.id = u.id) AS j",
                "SELECT (j).phone FROM (t_user u JOIN t_country c ON c.id = u.id) AS j",
                "SELECT row_to_json(j) FROM (t_user u JOIN t_country c ON c.id = u.id) AS j",
                "SELECT k FROM (t_user u JOIN t_country c ON c.id = u.id) AS j(a, b, k, d, e, f, g, h, i)",
                "SELECT j.k FROM (t_user u JOIN t_country c ON c.id = u.id) AS j(a, b, k, d, e, f, g, h, i)",
                "SELECT UPPER(j.k) FROM (t_user u JOIN t_country c ON c.id = u.id) AS j(a, b, k, d, e, f, g, h, i)",
                "SELECT z FROM t_user u JOIN t_country c USING (phone) AS z",
                "SELECT z.phone FROM t_user u JOIN t_country c USING (phone) AS z",
                "SELECT z FROM t_user u JOIN t_country c USING (id) AS z",
                "SELECT x.p FROM t_country c CROSS JOIN LATERAL (SELECT c.phone AS p) x",
                "SELECT x FROM t_country c CROSS JOIN LATERAL (SELECT c.phone AS p) x",
                "SELECT x FROM t_country c, UNNEST(ARRAY[c.phone]) x",
                "SELECT q FROM (SELECT p AS q FROM (SELECT phone AS p FROM t_user) d) e",
                "SELECT p FROM (SELECT phone AS p FROM t_user UNION ALL SELECT name FROM t_user) d",
                "SELECT p FROM (SELECT name AS p FROM t_user UNION ALL SELECT phone FROM t_user) d",
                "SELECT p FROM (SELECT phone || '' AS p FROM t_user) d",
                "SELECT p FROM (SELECT MAX(phone) AS p FROM t_user) d",
                "WITH d AS (SELECT phone AS p FROM t_user) SELECT UPPER(p) FROM d",
                "WITH d(x) AS (SELECT * FROM t_one), e AS (SELECT * FROM d) SELECT * FROM e",
                "WITH RECURSIVE d(x) AS (SELECT phone FROM t_user UNION ALL SELECT x FROM d WHERE 1 = 0) SELECT x FROM d",
                "SELECT (SELECT d.p) FROM (SELECT phone AS p FROM t_user) d",
                "SELECT (SELECT MAX(phone) FROM t_user)",
                "SELECT CASE WHEN 1 = 1 THEN (SELECT phone FROM t_user WHERE id = 1) END",
                "SELECT p FROM (SELECT phone p, ROW_NUMBER() OVER (ORDER BY id) r FROM t_user) d WHERE r = 1",
                "SELECT * FROM t_user PIVOT (MAX(phone) FOR id IN (1))",
                "SELECT phone AS name FROM t_user",
                "SELECT name AS phone, phone AS name FROM t_user",
                "SELECT t_user.phone FROM t_user AS t_user(id, phone, name, mail, salary, backup)",
                "SELECT u.b FROM t_user AS u(a, c, b, d, e, f)",
                "SELECT b FROM t_country AS u(a, b, c)",
                "MERGE INTO t_one o USING t_user u ON o.id = u.id WHEN MATCHED THEN UPDATE SET note = u.phone",
                "INSERT INTO t_one (id, note) SELECT id + 50, p FROM (SELECT id, phone AS p FROM t_user) d",
                "INSERT INTO t_one (id, note) VALUES (70, 'x') ON CONFLICT (id) DO UPDATE SET note = t_one.phone",
                "INSERT INTO t_one (id, note) VALUES (1, 'x') ON DUPLICATE KEY UPDATE note = phone")) {
            String told;
            try (Connection connection = fixture.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                told = statement.execute(sql) ? read(statement.getResultSet()).toString() : "no rows";
                told += query(connection, "SELECT note FROM t_one");
                connection.rollback();
            } catch (SQLException e) {
                told = messages(e);
            }
            assertThat(told).as(sql).doesNotContain(SECRET);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void whoMaySeeItIsSaidByAScopeAndNotByTheSql(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        String sql = "SELECT salary, phone FROM t_user WHERE id = 1";
        try (ShardingHint scope = ShardingHint.open().setReader("auditor")) {
            assertThat(query(fixture, sql)).containsExactly("5000,1********00");
            try (ShardingHint inner = ShardingHint.open().setReader("guest")) {
                assertThat(inner).isNotSameAs(scope);
                assertThat(query(fixture, sql)).containsExactly("####,1********00");
            }
            assertThat(query(fixture, sql)).containsExactly("5000,1********00");
        }
        assertThat(query(fixture, sql)).containsExactly("####,1********00");
        assertThatThrownBy(() -> query(fixture, "/* SHARDING_HINT: READER=auditor */ " + sql))
                .hasMessageContaining("unknown key 'READER'");
        String plain = "SELECT note FROM t_one WHERE id = 1";
        assertThatThrownBy(
                        () -> query(
                                fixture,
                                "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1, SKIP_SQL_REWRITE=true */ SELECT t.note FROM t_none t"))
                .hasMessageContaining("SHD-4130")
                .hasMessageContaining("only a scope in Java may");
        try (ShardingHint scope = ShardingHint.open().setDataSourceName("ds_1").setSkipRewrite()) {
            assertThat(scope).isNotNull();
            assertThat(query(fixture, plain)).containsExactly("n");
        }
    }
}
