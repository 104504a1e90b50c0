package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Columns that have a cipher with a random nonce, and a digest that is compared. */
class AssistedColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                  keyGenerateStrategy: {column: made, keyGeneratorName: snowflake}
                u:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              bindingTables: ["t,u"]
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !ENCRYPT
              tables:
                t: &encrypted
                  columns:
                    phone: &phone
                      cipher: {name: phone_cipher, encryptorName: gcm}
                      assistedQuery: {name: phone_digest, encryptorName: hmac}
                    mail:
                      cipher: {name: mail, encryptorName: gcm}
                      assistedQuery: {name: mail_digest, encryptorName: hmac}
                u: *encrypted
                one:
                  columns:
                    phone: *phone
              encryptors:
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

    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "assisted_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            String columns = " (id INT PRIMARY KEY, phone_digest CHAR(64), phone_cipher VARCHAR(200), made BIGINT,"
                    + " mail VARCHAR(200), mail_digest CHAR(64))";
            fixture.onSharded(
                    "CREATE TABLE t" + columns,
                    "CREATE TABLE u" + columns,
                    "CREATE TABLE one (id INT, phone_cipher VARCHAR(200), phone_digest CHAR(64) PRIMARY KEY)");
        }
        fixture.onSharded(
                "DELETE FROM t",
                "DELETE FROM u",
                "DELETE FROM one",
                "INSERT INTO t (id, phone, mail) VALUES (1, '11', 'a'), (2, '22', 'b'), (3, '11', NULL), (4, NULL, 'it''s')");
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void bothFormsAreWrittenAndTheRightOneIsAsked(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        ShardingDataSource sharded = fixture.sharded();
        assertThat(Rows.of(
                        fixture.raw(0),
                        "SELECT COUNT(phone_cipher), COUNT(phone_digest), COUNT(mail_digest), COUNT(made)"
                                + " FROM t_2"))
                .containsExactly("1,1,1,1");
        assertThat(Rows.of(sharded, "SELECT id, phone, mail FROM t ORDER BY id"))
                .containsExactly("1,11,a", "2,22,b", "3,11,null", "4,null,it's");
        assertThat(Rows.of(sharded, "SELECT id, phone FROM t WHERE phone = ? ORDER BY id", "11"))
                .containsExactly("1,11", "3,11");
        assertThat(Rows.of(sharded, "SELECT id FROM t x WHERE x.mail IN ('it''s', ?) AND phone IS NULL", "a"))
                .containsExactly("4");
        assertThat(Rows.of(sharded, "SELECT COUNT(phone), COUNT(DISTINCT phone) FROM t"))
                .containsExactly("3,2");
        assertThat(Rows.of(sharded, "DELETE FROM t WHERE phone <> '11'")).containsExactly("1");
    }

    @Test
    void generatedKeysThatAreWholeRowsHaveTheColumnsThatStatementsSee() throws Exception {
        ShardingDataSource sharded = filled(DatabaseKind.POSTGRESQL).sharded();
        String sql = "INSERT INTO t (id, phone, mail, made) VALUES (9, '99', 'nine', 4)";
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(labels(keys)).containsExactly("id", "phone", "made", "mail");
                assertThat(keys.next()).isTrue();
                assertThat(keys.getString("phone")).isEqualTo("99");
                assertThat(keys.getString(4)).isEqualTo("nine");
                assertThat(keys.next()).isFalse();
            }
        }
    }

    private static List<String> labels(ResultSet rows) throws SQLException {
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            labels.add(rows.getMetaData().getColumnLabel(i));
        }
        return labels;
    }

    @Test
    void namesByThePlacesOfAJoinsColumnsAreRefused() throws Exception {
        ShardingDataSource sharded = filled(DatabaseKind.POSTGRESQL).sharded();
        for (String sql : List.of(
                "SELECT j.j2 FROM (t JOIN u ON t.id = u.id) j(j1, j2, j3)",
                "SELECT j.j3 FROM (u JOIN (SELECT id FROM t) x ON x.id = u.id) AS j(j1, j2, j3, j4, j5)",
                "SELECT x.b FROM t x(a, b)")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageContaining("SHD-4131");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void updatesWriteBothForms(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        assertThat(Rows.of(sharded, "UPDATE t SET phone = ?, mail = 'new', made = 5 WHERE phone = ?", "33", "11"))
                .containsExactly("2");
        assertThat(Rows.of(sharded, "SELECT id, mail FROM t WHERE phone = '33' AND mail = ? ORDER BY id", "new"))
                .containsExactly("1,new", "3,new");
        Rows.of(sharded, "UPDATE t SET mail = NULL, phone = mail WHERE id = 2");
        assertThat(Rows.of(sharded, "SELECT id, mail, phone FROM t WHERE mail IS NULL AND phone = 'b'"))
                .containsExactlyElementsOf(kind.speaksMySql() ? List.of() : List.of("2,null,b"));
        Rows.of(sharded, "UPDATE t SET phone = DEFAULT WHERE id = 1");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone = '33'")).containsExactly("3");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void batchesAndPreparedStatementsWriteBothForms(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (mail, id, phone) VALUES (?, ?, ?), ('lit', ?, ?)")) {
            for (int i = 10; i < 30; i += 2) {
                insert.setString(1, "mail" + i);
                insert.setInt(2, i);
                insert.setObject(3, "p" + i % 4);
                insert.setInt(4, i + 1);
                insert.setNull(5, Types.VARCHAR);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(10);
            insert.setInt(2, 40);
            insert.setInt(4, 41);
            insert.setString(5, "last");
            assertThat(insert.executeUpdate()).isEqualTo(2);
        }
        assertThat(Rows.of(sharded, "SELECT COUNT(*), COUNT(made) FROM t WHERE id > 5"))
                .containsExactly("22,22");
        assertThat(Rows.of(sharded, "SELECT id, phone FROM t WHERE phone IN ('p2', 'last') AND id > 20 ORDER BY id"))
                .containsExactly("22,p2", "26,p2", "41,last");
        assertThat(Rows.of(sharded, "SELECT COUNT(*) FROM t WHERE mail = 'lit'"))
                .containsExactly("11");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void upsertsWriteBothFormsAndMeetTheDigest(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        if (kind == DatabaseKind.H2) {
            return;
        }
        String end = kind == DatabaseKind.POSTGRESQL
                ? " ON CONFLICT (id) DO UPDATE SET phone = EXCLUDED.phone, mail = ?"
                : " ON DUPLICATE KEY UPDATE phone = VALUES(phone), mail = ?";
        Rows.of(sharded, "INSERT INTO t (id, phone) VALUES (1, ?), (9, '99')" + end, "new", "m");
        assertThat(Rows.of(sharded, "SELECT id, phone, mail FROM t WHERE phone IN ('new', '99') ORDER BY id"))
                .containsExactly("1,new,m", "9,99,null");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE mail = 'm'")).containsExactly("1");
        String onPhone = kind == DatabaseKind.POSTGRESQL
                ? " ON CONFLICT (phone) DO UPDATE SET id = EXCLUDED.id"
                : " ON DUPLICATE KEY UPDATE id = VALUES(id)";
        for (int id = 1; id < 3; id++) {
            Rows.of(sharded, "INSERT INTO one (id, phone) VALUES (?, ?)" + onPhone, id, "11");
        }
        assertThat(Rows.of(sharded, "SELECT id, phone FROM one")).containsExactly("2,11");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void columnsWithTheSameDigestAreJoined(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        Rows.of(sharded, "INSERT INTO u (id, phone, mail) VALUES (1, '11', '11'), (2, '11', '22'), (3, NULL, 'c')");
        assertThat(Rows.of(sharded, "SELECT t.id, u.phone FROM t JOIN u ON t.id = u.id AND t.phone = u.phone"))
                .containsExactly("1,11");
        assertThat(Rows.of(
                        sharded, "SELECT t.id, u.mail FROM t JOIN u ON t.id = u.id WHERE t.phone = u.mail ORDER BY 1"))
                .containsExactly("1,11", "2,22");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatNoFormAnswersIsRefused(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        for (String sql : List.of(
                "SELECT phone, COUNT(*) FROM t GROUP BY phone",
                "SELECT DISTINCT phone FROM t",
                "SELECT phone FROM t UNION SELECT phone FROM u",
                "SELECT phone_digest FROM t",
                "SELECT phone_cipher FROM t",
                "SELECT mail_digest FROM t",
                "SELECT a FROM t AS x (a, b, c)",
                "INSERT INTO t (id, phone_digest) VALUES (1, 'x')",
                "SELECT id FROM t WHERE phone LIKE '1%'",
                "SELECT id FROM t ORDER BY phone",
                "UPDATE t SET phone = UPPER(mail)")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageStartingWith("SHD-");
        }
    }

    /** A digest tells who is equal, and not what is shown. */
    @Test
    void whatNeedsEqualCiphersNamesTheColumnAndTheRemedy() throws Exception {
        ShardingDataSource sharded = filled(DatabaseKind.H2).sharded();
        for (String sql : List.of(
                "SELECT phone, COUNT(*) FROM t GROUP BY phone",
                "SELECT COUNT(*) FROM t GROUP BY phone",
                "SELECT DISTINCT phone FROM t",
                "SELECT phone FROM t UNION SELECT phone FROM u")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql))
                    .as(sql)
                    .hasMessageStartingWith("SHD-4131")
                    .hasMessageContaining("uses column phone of logic table t")
                    .hasMessageContaining("no rule allows that (by its key pulled) for phone of t");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void explanationsNameTheParameterOfBothForms(DatabaseKind kind) throws Exception {
        try (Connection connection = filled(kind).sharded().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "EXPLAIN SHARDING INSERT INTO t (id, phone) VALUES (1, 'plain value')")) {
            StringBuilder all = new StringBuilder();
            while (rows.next()) {
                all.append(rows.getString(1)).append(rows.getString(3));
            }
            assertThat(all.toString().toLowerCase(Locale.ROOT))
                    .contains("phone_digest, phone_cipher")
                    .doesNotContain("plain value");
        }
    }
}
