package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Encrypted columns that statements use without naming them, or through a query: stars, lists left out, INSERT ...
 * SELECT.
 */
class UnnamedColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u: *four
              bindingTables: ["t,u"]
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !ENCRYPT
              tables:
                t: &encrypted
                  columns:
                    phone:
                      cipher: {name: phone_cipher, encryptorName: gcm}
                      assistedQuery: {name: phone_digest, encryptorName: hmac}
                    mail:
                      cipher: {name: mail_cipher, encryptorName: aes}
                u: *encrypted
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
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

    private static ShardingDataSource filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "unnamed_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            String columns = " (id INT PRIMARY KEY, phone_digest CHAR(64), phone_cipher VARCHAR(200), x INT,"
                    + " mail_cipher VARCHAR(200))";
            fixture.onSharded(
                    "CREATE TABLE t" + columns,
                    "CREATE TABLE u" + columns,
                    "CREATE TABLE plain (id INT PRIMARY KEY, note VARCHAR(200))");
        }
        fixture.onSharded(
                "DELETE FROM t",
                "DELETE FROM u",
                "DELETE FROM plain",
                "INSERT INTO t VALUES (1, '11', 10, 'a'), (2, '22', 20, 'b'), (3, NULL, 30, 'a')",
                "INSERT INTO plain VALUES (1, 'one')");
        return fixture.sharded();
    }

    private static List<String> labels(ShardingDataSource sharded, String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> labels = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                labels.add(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
            return labels;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void starsAreTheColumnsThatStatementsSee(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind);
        assertThat(labels(sharded, "SELECT * FROM t WHERE id = 1")).containsExactly("id", "phone", "x", "mail");
        assertThat(Rows.of(sharded, "SELECT * FROM t ORDER BY id"))
                .containsExactly("1,11,10,a", "2,22,20,b", "3,null,30,a");
        assertThat(Rows.of(sharded, "SELECT * FROM t WHERE phone = ? ORDER BY x DESC", "22"))
                .containsExactly("2,22,20,b");
        assertThat(Rows.of(sharded, "SELECT a.*, a.x AS y FROM t AS a WHERE a.id = 2"))
                .containsExactly("2,22,20,b,20");
        Rows.of(sharded, "INSERT INTO u VALUES (?, ?, 5, 'u')", 2, "u2");
        assertThat(Rows.of(sharded, "SELECT * FROM t JOIN u ON t.id = u.id")).containsExactly("2,22,20,b,2,u2,5,u");
        assertThat(Rows.of(sharded, "SELECT u.*, t.phone FROM t, u WHERE t.id = u.id"))
                .containsExactly("2,u2,5,u,22");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE EXISTS (SELECT * FROM u WHERE u.id = t.id)"))
                .containsExactly("2");
        assertThatThrownBy(() -> Rows.of(sharded, "SELECT * FROM t NATURAL JOIN u"))
                .hasMessageStartingWith("SHD-");
        assertThatThrownBy(() -> Rows.of(sharded, "SELECT DISTINCT * FROM t")).hasMessageContaining("phone");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void insertsWithoutAListFillTheColumnsThatStatementsSee(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind);
        Rows.of(sharded, "INSERT INTO t VALUES (?, ?, ?, ?), (5, 'p5', NULL, NULL)", 4, "p4", 40, "m4");
        assertThat(Rows.of(sharded, "SELECT * FROM t WHERE phone IN ('p4', 'p5') ORDER BY id"))
                .containsExactly("4,p4,40,m4", "5,p5,null,null");
        assertThatThrownBy(() -> Rows.of(sharded, "INSERT INTO t VALUES (6, 'digest', 'cipher', 1, 'mail')"))
                .isInstanceOf(SQLException.class);
        assertThat(Rows.of(sharded, "SELECT COUNT(*) FROM t")).containsExactly("5");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void queriesPassColumnsOn(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind);
        assertThat(Rows.of(sharded, "SELECT d.phone, d.i FROM (SELECT id AS i, phone FROM t WHERE phone = '22') d"))
                .containsExactly("22,2");
        assertThat(Rows.of(sharded, "SELECT * FROM (SELECT * FROM t WHERE id = 1) d"))
                .containsExactly("1,11,10,a");
        assertThat(Rows.of(
                        sharded, "SELECT p FROM (SELECT id, mail AS p FROM t WHERE id IN (1, 5)) d WHERE p = ?", "a"))
                .containsExactly("a");
        assertThat(Rows.of(
                        sharded,
                        "WITH c (i, m) AS (SELECT id, mail FROM t WHERE id = 2) SELECT m, i FROM c WHERE m = 'b'"))
                .containsExactly("b,2");
        for (String sql : List.of(
                "SELECT d.phone FROM (SELECT id, phone FROM t WHERE id = 1) d WHERE d.phone = '11'",
                "SELECT UPPER(d.mail) FROM (SELECT mail FROM t WHERE id = 1) d",
                "SELECT d.m FROM (SELECT UPPER(mail) AS m FROM t WHERE id = 1) d",
                "SELECT d.mail FROM (SELECT mail FROM t WHERE id = 1 ORDER BY mail) d",
                "SELECT d.m FROM (SELECT mail AS m FROM t WHERE id = 1 UNION SELECT note FROM plain) d",
                "SELECT * FROM (SELECT mail FROM t WHERE id = 1) d UNION ALL SELECT note FROM plain",
                "SELECT id FROM plain WHERE note IN (SELECT * FROM (SELECT mail FROM t WHERE id = 1) d)",
                "SELECT p.id FROM plain p JOIN (SELECT mail AS note FROM t WHERE id = 1) d USING (note)",
                "WITH c AS (SELECT mail AS note FROM t WHERE id = 1) SELECT p.id FROM plain p NATURAL JOIN c",
                "SELECT COUNT(d) FROM (SELECT mail FROM t WHERE id = 1) d",
                "SELECT (SELECT mail FROM t WHERE id = 1)")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageStartingWith("SHD-");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsAreCopiedWhereColumnsAreStoredAlike(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind);
        assertThat(Rows.of(sharded, "INSERT INTO u (id, mail, phone, x) SELECT t.id, t.mail, t.phone, x + 1 FROM t"))
                .containsExactly("3");
        assertThat(Rows.of(sharded, "SELECT * FROM u WHERE phone = '22' AND mail = 'b'"))
                .containsExactly("2,22,21,b");
        Rows.of(sharded, "DELETE FROM u");
        Rows.of(sharded, "INSERT INTO u SELECT * FROM t WHERE mail = 'a'");
        assertThat(Rows.of(sharded, "SELECT * FROM u WHERE phone = '11'")).containsExactly("1,11,10,a");
        Rows.of(sharded, "DELETE FROM u");
        Rows.of(sharded, "INSERT INTO u (id, phone, mail) SELECT id, 'lit', NULL FROM t WHERE id = 3");
        assertThat(Rows.of(sharded, "SELECT * FROM u WHERE phone = 'lit'")).containsExactly("3,lit,null,null");
        Rows.of(sharded, "DELETE FROM u");
        Rows.of(sharded, "INSERT INTO u (id, mail) SELECT id, phone FROM t WHERE id = 1");
        assertThat(Rows.of(sharded, "SELECT mail FROM u WHERE mail = '11'")).containsExactly("11");
        for (String sql : List.of(
                "INSERT INTO u (id, x, mail) SELECT id, phone, mail FROM t",
                "INSERT INTO plain (id, note) SELECT id, mail FROM t",
                "INSERT INTO plain SELECT * FROM (SELECT id, mail FROM t WHERE id = 1) d",
                "INSERT INTO plain (id, note) SELECT d.id, d.mail FROM (SELECT id, mail FROM t WHERE id = 1) d",
                "INSERT INTO plain WITH c AS (SELECT id, mail FROM t WHERE id = 1) SELECT * FROM c",
                "INSERT INTO u (id, phone) SELECT DISTINCT id, phone FROM t",
                "INSERT INTO u (id, mail) SELECT id, CONCAT('x', note) FROM plain WHERE note = 'y'",
                "INSERT INTO u (id, mail) SELECT id, UPPER(mail) FROM t")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageStartingWith("SHD-");
        }
    }

    /** Where the second form and a plain column are, which PostgreSQL does not have and MySQL not before 8.0.23. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void invisibleColumnsAreNotShown(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, "unseen").rules(RULES).open(ShardingDataSourceFactory::create)) {
            String columns = " (id INT PRIMARY KEY, phone_digest CHAR(64) INVISIBLE, secret INT INVISIBLE,"
                    + " phone_cipher VARCHAR(200), x INT, mail_cipher VARCHAR(200) INVISIBLE)";
            fixture.onSharded("CREATE TABLE t" + columns, "CREATE TABLE u" + columns);
            ShardingDataSource sharded = fixture.sharded();
            Rows.of(sharded, "INSERT INTO t VALUES (?, ?, 10), (2, '22', 20)", 1, "11");
            Rows.of(sharded, "UPDATE t SET secret = 5, mail = 'm' WHERE phone = '22'");
            Rows.of(sharded, "INSERT INTO t (id, mail, phone, secret) VALUES (3, 'n', '33', 6)");
            assertThat(labels(sharded, "SELECT * FROM t WHERE id = 1")).containsExactly("id", "phone", "x");
            assertThat(Rows.of(sharded, "SELECT * FROM t ORDER BY id"))
                    .containsExactly("1,11,10", "2,22,20", "3,33,null");
            assertThat(Rows.of(sharded, "SELECT t.*, mail, secret FROM t WHERE mail IN ('m', 'n') ORDER BY id"))
                    .containsExactly("2,22,20,m,5", "3,33,null,n,6");
            Rows.of(sharded, "INSERT INTO u SELECT * FROM t WHERE phone = '22'");
            assertThat(Rows.of(sharded, "SELECT u.*, mail, secret FROM u WHERE phone = '22'"))
                    .containsExactly("2,22,20,null,null");
            Rows.of(sharded, "UPDATE t SET id = 7 WHERE id = 3");
            assertThat(Rows.of(sharded, "SELECT phone, mail, secret FROM t WHERE id = 7"))
                    .containsExactly("33,n,6");
        }
    }
}
