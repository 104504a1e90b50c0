package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Expressions over encrypted columns, beside a plain database with the same values. */
class EncryptedExpressionsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_user: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                t_ord: *four
              bindingTables: ["t_user,t_ord"]
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !ENCRYPT
              tables:
                t_user:
                  columns:
                    mob:
                      cipher: {name: mob_cipher, encryptorName: aes}
                    mob2:
                      cipher: {name: mob2, encryptorName: aes}
                    name: &digested
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                    nick:
                      cipher: {name: nick, encryptorName: other}
                t_ord:
                  columns:
                    mob:
                      cipher: {name: mob, encryptorName: same}
                    name: *digested
                t_one:
                  columns:
                    mob:
                      cipher: {name: cipher, encryptorName: aes}
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                same: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                other: {type: AES, props: {aes-key-value: 123456abd, digest-algorithm-name: SHA-1}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static PlainAndSharded filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "expressions_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            for (String table : List.of(
                    "CREATE TABLE t_user (id INT PRIMARY KEY, mob VARCHAR(80), mob2 VARCHAR(80), name VARCHAR(200),"
                            + " nick VARCHAR(80), x INT)",
                    "CREATE TABLE t_ord (id INT PRIMARY KEY, uid INT, mob VARCHAR(80), name VARCHAR(200))",
                    "CREATE TABLE t_one (id INT PRIMARY KEY, mob VARCHAR(80))")) {
                Rows.of(fixture.plain(), table);
            }
            fixture.onSharded(
                    "CREATE TABLE t_user (id INT PRIMARY KEY, mob_cipher VARCHAR(80), mob2 VARCHAR(80),"
                            + " name_cipher VARCHAR(200), name_digest CHAR(64), nick VARCHAR(80), x INT)",
                    "CREATE TABLE t_ord (id INT PRIMARY KEY, uid INT, mob VARCHAR(80), name_cipher VARCHAR(200),"
                            + " name_digest CHAR(64))",
                    "CREATE TABLE t_one (id INT PRIMARY KEY, cipher VARCHAR(80))");
        }
        fixture.onBoth(
                "DELETE FROM t_user",
                "DELETE FROM t_ord",
                "DELETE FROM t_one",
                "INSERT INTO t_user (id, mob, mob2, name, nick, x) VALUES (1, '131', '231', 'Anna', '131', 1),"
                        + " (2, '132', NULL, 'Bea', '132', 1), (3, '131', '233', NULL, '7', 2),"
                        + " (4, NULL, '131', 'Anna', NULL, 2), (5, '', 'z', 'Zoe', '131', NULL)",
                "INSERT INTO t_ord (id, uid, mob, name) VALUES (1, 1, '131', 'Anna'), (5, 5, '', 'Bea'),"
                        + " (6, 2, '132', NULL), (7, 3, NULL, 'Zoe'), (8, 4, '131', 'Anna')",
                "INSERT INTO t_one (id, mob) VALUES (1, '131'), (2, 'none'), (3, NULL)");
        return fixture.both();
    }

    private static Object[] p(Object... values) {
        return values;
    }

    private record Case(String sql, Object[] parameters) {}

    private static final List<Case> QUERIES = List.of(
            new Case("SELECT id, CASE mob WHEN '131' THEN 1 WHEN ? THEN 2 ELSE 3 END AS c FROM t_user", p("132")),
            new Case("SELECT id FROM t_user WHERE CASE mob WHEN '131' THEN 1 ELSE 0 END = 1", p()),
            new Case("SELECT id FROM t_user WHERE CASE name WHEN ? THEN 1 ELSE 0 END = 1", p("Anna")),
            new Case("SELECT COUNT(CASE mob WHEN '131' THEN 1 END) AS n FROM t_user", p()),
            new Case("SELECT id, CASE WHEN x > 1 THEN mob ELSE mob2 END AS m FROM t_user", p()),
            new Case("SELECT id, CASE x WHEN 1 THEN mob WHEN 2 THEN mob2 END AS m FROM t_user", p()),
            new Case("SELECT id, COALESCE(mob, '') AS m FROM t_user", p()),
            new Case("SELECT id, COALESCE(mob2, mob, ?) AS m FROM t_user", p("none")),
            new Case("SELECT id, COALESCE(name, 'none') AS m FROM t_user", p()),
            new Case("SELECT id, NULLIF(mob, '131') AS m FROM t_user", p()),
            new Case("SELECT id, NULLIF(mob, mob2) AS m FROM t_user", p()),
            new Case("SELECT id FROM t_user WHERE mob IN (SELECT mob FROM t_one)", p()),
            new Case("SELECT id FROM t_user WHERE mob IN (SELECT mob FROM t_ord WHERE uid < ?)", p(3)),
            new Case("SELECT id FROM t_user WHERE mob NOT IN (SELECT mob FROM t_one WHERE mob IS NOT NULL)", p()),
            new Case("SELECT id FROM t_user WHERE mob = (SELECT mob FROM t_one WHERE id = 1)", p()),
            new Case("SELECT id FROM t_user WHERE name IN (SELECT o.name FROM t_ord o WHERE o.id = t_user.id)", p()),
            new Case(
                    "SELECT u.id FROM t_user u WHERE EXISTS (SELECT 1 FROM t_ord o WHERE o.id = u.id AND o.mob = u.mob)",
                    p()),
            new Case("SELECT id FROM t_user WHERE (id, mob) IN ((1, '131'), (2, ?), (3, 'x'))", p("132")),
            new Case("SELECT id FROM t_user u WHERE (u.id, u.mob) = (?, ?)", p(1, "131")),
            new Case("SELECT id FROM t_user WHERE (mob, name) IN (('131', 'Anna'), (?, ?))", p("", "Zoe")),
            new Case("SELECT id FROM t_user WHERE (id, mob) NOT IN ((1, '131'))", p()),
            new Case("SELECT id FROM t_user WHERE mob = CONCAT('1', '31')", p()),
            new Case("SELECT id FROM t_user WHERE mob = UPPER(?)", p("132")));

    private static final List<Case> MORE = List.of(
            new Case("SELECT id, CASE mob WHEN mob2 THEN 1 WHEN '131' THEN 2 END AS c FROM t_user", p()),
            new Case("SELECT id FROM t_user WHERE ? IN (mob, mob2)", p("131")),
            new Case("SELECT id FROM t_user WHERE COALESCE(mob, '') = ?", p("")),
            new Case("SELECT id FROM t_user WHERE COALESCE(name, 'none') IN ('none', ?)", p("Zoe")),
            new Case("SELECT id FROM t_user WHERE NULLIF(mob, '') IS NULL", p()),
            new Case("SELECT id FROM t_user WHERE COALESCE(mob, mob2) = CASE WHEN x = 1 THEN '131' ELSE mob END", p()),
            new Case("SELECT COUNT(CASE WHEN x = 1 THEN mob END) AS n, COUNT(NULLIF(mob, '')) AS m FROM t_user", p()),
            new Case("SELECT COALESCE(mob, '') AS m, COUNT(*) AS n FROM t_user GROUP BY COALESCE(mob, '')", p()),
            new Case("SELECT DISTINCT COALESCE(mob, mob2) AS m FROM t_user", p()),
            new Case("SELECT COALESCE(mob, '') AS m FROM t_user UNION ALL SELECT mob2 FROM t_user", p()),
            new Case(
                    "SELECT u.id, CASE WHEN o.mob IS NULL THEN u.mob ELSE o.mob END AS m FROM t_user u LEFT JOIN t_ord o"
                            + " ON u.id = o.id AND u.mob = o.mob",
                    p()),
            new Case(
                    "SELECT u.mob AS a, o.mob AS b FROM t_user u JOIN t_ord o ON u.id = o.id AND (u.mob, u.name) ="
                            + " (o.mob, o.name)",
                    p()),
            new Case("SELECT id, mob FROM t_user WHERE (id, mob) IN (SELECT id, mob FROM t_ord)", p()),
            new Case(
                    "SELECT id FROM t_user u WHERE mob IN (SELECT mob FROM t_ord o WHERE o.id = u.id UNION SELECT mob2 FROM"
                            + " t_user v WHERE v.id = u.id)",
                    p()),
            new Case("SELECT id FROM t_user WHERE mob IN (SELECT mob FROM t_one WHERE id > 100)", p()),
            new Case("SELECT id FROM t_user WHERE mob NOT IN (SELECT mob FROM t_one WHERE id > 100)", p()),
            new Case("SELECT id FROM t_user WHERE mob NOT IN (SELECT mob FROM t_one)", p()),
            new Case("SELECT id FROM t_user WHERE mob = (SELECT mob FROM t_one WHERE id > 100)", p()),
            new Case("SELECT id FROM t_user WHERE name IN (SELECT name FROM t_ord) AND mob <> ?", p("9")),
            new Case("SELECT id FROM t_user WHERE name = (SELECT name FROM t_ord WHERE id = 5)", p()),
            new Case("SELECT id, mob FROM t_user WHERE x IN (SELECT uid FROM t_ord WHERE mob = '131')", p()),
            new Case("SELECT id, mob FROM t_user WHERE EXISTS (SELECT 1 FROM t_one WHERE mob = '131')", p()),
            new Case("SELECT id, mob FROM t_user WHERE x = (SELECT MIN(uid) FROM t_ord WHERE mob = ?)", p("131")),
            new Case("SELECT id FROM t_user WHERE mob = ANY (SELECT mob FROM t_ord WHERE t_ord.id = t_user.id)", p()),
            new Case("SELECT id FROM t_user WHERE mob <> ALL (SELECT mob FROM t_ord WHERE t_ord.id = t_user.id)", p()),
            new Case(
                    "SELECT id FROM t_user u WHERE NOT EXISTS (SELECT 1 FROM t_ord o WHERE o.id = u.id AND"
                            + " COALESCE(o.mob, '') = COALESCE(u.mob, ''))",
                    p()),
            new Case("SELECT q.m FROM (SELECT mob AS m, x FROM t_user) q WHERE q.m IN (SELECT mob FROM t_one)", p()),
            new Case("SELECT id FROM t_user WHERE mob IN (SELECT q.m FROM (SELECT mob AS m FROM t_one) q)", p()),
            new Case("SELECT id FROM t_user WHERE (id, mob) = (1, CONCAT(?, '31'))", p("1")),
            new Case("SELECT id FROM t_user WHERE name IN (CONCAT('A', ?), UPPER('b'), 'Bea')", p("nna")),
            new Case("SELECT id, CASE WHEN x IS NULL THEN NULL ELSE mob END AS m FROM t_user", p()));

    private static final List<Case> LABELLED = List.of(
            new Case("SELECT id, COALESCE(mob, mob2) FROM t_user", p()),
            new Case("SELECT CASE WHEN x > 1 THEN mob2 ELSE mob END FROM t_user", p()),
            new Case("SELECT NULLIF(mob2, mob), id FROM t_user", p()),
            new Case("SELECT CASE mob WHEN mob2 THEN 1 ELSE 2 END FROM t_user", p()));

    /** The label would tell the value to the data nodes of MySQL. */
    private static final List<Case> LABELLED_BY_VALUES = List.of(
            new Case("SELECT id, COALESCE(mob, '') FROM t_user", p()),
            new Case("SELECT CASE WHEN x > ? THEN mob2 ELSE mob END FROM t_user", p(1)),
            new Case("SELECT CASE mob WHEN '131' THEN 1 ELSE 2 END FROM t_user", p()));

    private static final List<Case> OF_ROWS = List.of(
            new Case("SELECT id, mob FROM t_user WHERE (x, mob) IN (SELECT uid, mob FROM t_ord WHERE uid < ?)", p(9)),
            new Case("DELETE FROM t_user WHERE (x, mob) IN (SELECT uid, mob FROM t_ord)", p()));

    /** What is refused, whatever the database says. */
    private static final List<String> REFUSED = List.of(
            "SELECT id FROM t_user WHERE mob IN (SELECT nick FROM t_user)",
            "SELECT id FROM t_user WHERE mob = (SELECT nick FROM t_user WHERE id = 1)",
            "SELECT id, COALESCE(mob, nick) AS m FROM t_user",
            "SELECT id, CASE WHEN x = 1 THEN mob ELSE 'a' || x END AS m FROM t_user",
            "SELECT id, CASE WHEN x = 1 THEN mob ELSE name END AS m FROM t_user",
            "SELECT id, NULLIF(name, 'Anna') AS m FROM t_user",
            "SELECT id, COALESCE(mob, '') AS m FROM t_user ORDER BY m",
            "SELECT id, COALESCE(mob, '') AS m FROM t_user ORDER BY 2",
            "SELECT q.m FROM (SELECT COALESCE(mob, '') AS m FROM t_user) q",
            "SELECT id FROM t_user WHERE (id, mob) IN ((1, nick))",
            "SELECT id FROM t_user WHERE (id, mob) < (1, 'a')",
            "SELECT id FROM t_user WHERE CASE mob WHEN nick THEN 1 END = 1",
            "SELECT id, CASE 'x' WHEN mob THEN 1 WHEN nick THEN 2 END AS c FROM t_user",
            "SELECT MAX(COALESCE(mob, '')) AS m FROM t_user",
            "SELECT id FROM t_user WHERE mob IN (SELECT CONCAT(mob, 'a') FROM t_one)",
            "UPDATE t_user SET x = 1 WHERE mob IN (SELECT nick FROM t_user)",
            "UPDATE t_user SET mob = nick",
            "UPDATE t_user SET mob = COALESCE(nick, 'a')",
            "UPDATE t_user SET name = COALESCE(name, 'a')",
            "UPDATE t_user SET mob = CONCAT(mob, 'a')",
            "UPDATE t_user SET mob = UPPER('ni')");

    private static final List<Case> WRITES = List.of(
            new Case("UPDATE t_user SET mob = CONCAT('ab', 'cd') WHERE id = 1", p()),
            new Case("UPDATE t_user SET mob = CONCAT(?, '-', ?), x = 7 WHERE mob = CONCAT('1', ?)", p("a", "b", "31")),
            new Case("UPDATE t_user SET name = CONCAT(?, 'x'), mob = UPPER('x') WHERE id = ?", p("An", 2)),
            new Case("UPDATE t_user SET name = CONCAT('a', 1) WHERE name = 'Anna'", p()),
            new Case("UPDATE t_user SET mob = LOWER(?) WHERE mob IS NULL", p("ABC")),
            new Case(
                    "INSERT INTO t_user (id, mob, name, x) VALUES (11, CONCAT('a', 'b'), CONCAT(?, 'c'), 1),"
                            + " (12, UPPER(?), LOWER('ZO'), 2)",
                    p("b", "zz")),
            new Case("UPDATE t_user SET mob = CASE id WHEN 1 THEN 'one' WHEN 2 THEN ? ELSE mob END", p("two")),
            new Case(
                    "UPDATE t_user SET name = CASE id WHEN 1 THEN 'one' WHEN ? THEN ? END, x = 9 WHERE id < 3",
                    p(2, "z")),
            new Case("UPDATE t_user SET mob = COALESCE(mob, mob2, 'none'), mob2 = NULLIF(mob2, '231')", p()),
            new Case("UPDATE t_user SET mob = CASE WHEN mob = '131' THEN '999' ELSE mob END", p()),
            new Case(
                    "UPDATE t_user SET x = CASE WHEN mob = ? THEN 5 ELSE 6 END WHERE name IN ('Anna', 'Bea')",
                    p("131")),
            new Case("UPDATE t_user SET x = 8 WHERE mob IN (SELECT mob FROM t_one)", p()),
            new Case("UPDATE t_user SET x = 8 WHERE (id, mob) IN ((1, '131'), (?, ?))", p(2, "132")),
            new Case("DELETE FROM t_user WHERE mob IN (SELECT mob FROM t_ord WHERE uid = ?)", p(2)),
            new Case("DELETE FROM t_user WHERE (mob, name) = ('131', 'Anna')", p()),
            new Case("DELETE FROM t_one WHERE mob = (SELECT mob FROM t_user WHERE id = ?)", p(1)),
            new Case(
                    "INSERT INTO t_user (id, mob, name) VALUES (21, COALESCE(?, 'x'), CASE WHEN 1 = ? THEN 'a' ELSE ? END)",
                    p("k", 1, "b")));

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void batchesComputeTheTextsOfEachOfTheirRows(DatabaseKind kind) throws Exception {
        PlainAndSharded both = filled(kind);
        for (Connection connection : List.of(both.plain(), both.sharded())) {
            try (PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO t_user (id, mob, name) VALUES (?, CONCAT(?, '-', ?), CONCAT('n', ?))");
                    PreparedStatement update = connection.prepareStatement(
                            "UPDATE t_user SET mob = CASE WHEN name = ? THEN UPPER(?) ELSE mob END WHERE (id, name) IN ((?, ?))")) {
                for (int i = 100; i < 110; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "a" + i);
                    insert.setInt(3, i);
                    insert.setString(4, "b" + i);
                    insert.addBatch();
                    update.setString(1, "nb" + i);
                    update.setString(2, "abc" + i);
                    update.setInt(3, i - i % 2);
                    update.setString(4, "nb" + i);
                    update.addBatch();
                }
                insert.executeBatch();
                assertThat(update.executeBatch()).containsExactly(1, 0, 1, 0, 1, 0, 1, 0, 1, 0);
            }
        }
        both.query("SELECT id, mob, name FROM t_user").agree();
        both.query("SELECT id FROM t_user WHERE name = CONCAT('nb', ?) OR mob = CONCAT('ABC', ?)", 101, 104)
                .agree();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatDatabasesComputeOtherwiseIsRefusedWithoutBeingTold(DatabaseKind kind) throws Exception {
        PlainAndSharded both = filled(kind);
        for (Object value : new Object[] {"secret", "gehe\u00fcm", 1.5}) {
            assertThatThrownBy(() -> Rows.of(
                            OPEN.get(kind).sharded(), "UPDATE t_user SET mob = UPPER(?) WHERE id = 1", value + "i"))
                    .hasMessageContaining("SHD-4132")
                    .hasMessageNotContaining("secret");
        }
        for (Object value : new Object[] {null, 1.5}) {
            assertThatThrownBy(() -> Rows.of(
                            OPEN.get(kind).sharded(),
                            "UPDATE t_user SET mob = CONCAT('secret', ?) WHERE id = 1",
                            value))
                    .hasMessageContaining("SHD-4132")
                    .hasMessageNotContaining("secret");
        }
        both.query("SELECT id, mob FROM t_user").agree();
    }

    private static void check(PlainAndSharded both, List<Case> cases, boolean write) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Case each : cases) {
            try {
                if (write) {
                    both.begin();
                    both.update(each.sql(), each.parameters()).agree();
                    both.query("SELECT id, mob, mob2, name, nick, x FROM t_user")
                            .agree();
                    both.query("SELECT id FROM t_user WHERE name IN ('Anx', 'Anna', 'one', 'z', 'a1', 'a', 'bc', 'zo')")
                            .agree();
                    both.query("SELECT id, mob FROM t_one").agree();
                } else {
                    both.query(each.sql(), each.parameters()).agree();
                    if (each.parameters().length == 0) {
                        both.query(each.sql()).prepared().agree();
                    }
                }
            } catch (AssertionError e) {
                wrong.add(e.getMessage() + Arrays.toString(each.parameters()));
            } finally {
                if (write) {
                    both.rollback();
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new AssertionError(wrong.size() + " wrong:\n" + String.join("\n", wrong));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void queriesAnswerAsPlainOnes(DatabaseKind kind) throws Exception {
        PlainAndSharded both = filled(kind);
        List<Case> cases = new ArrayList<>(QUERIES);
        cases.addAll(MORE);
        if (kind != DatabaseKind.H2) {
            cases.addAll(LABELLED);
            cases.add(OF_ROWS.get(0));
        }
        if (kind == DatabaseKind.POSTGRESQL) {
            cases.addAll(LABELLED_BY_VALUES);
        }
        check(both, cases, false);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void writesChangeWhatPlainOnesChange(DatabaseKind kind) throws Exception {
        List<Case> cases = new ArrayList<>(WRITES);
        if (kind != DatabaseKind.H2) {
            cases.add(OF_ROWS.get(1));
        }
        check(filled(kind), cases, true);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatIsNotStoredAlikeIsRefused(DatabaseKind kind) throws Exception {
        PlainAndSharded both = filled(kind);
        List<String> answered = new ArrayList<>();
        for (String sql : REFUSED) {
            try {
                both.query(sql).isRefused("SHD-");
            } catch (AssertionError e) {
                answered.add(e.getMessage());
            }
        }
        if (!answered.isEmpty()) {
            throw new AssertionError(answered.size() + " answered:\n" + String.join("\n", answered));
        }
    }
}
