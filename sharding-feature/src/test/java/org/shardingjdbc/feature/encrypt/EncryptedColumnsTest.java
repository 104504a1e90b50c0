package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
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

/** Tables with encrypted columns, sharded ones and a single one. */
class EncryptedColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_user: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                t_code:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: code, shardingAlgorithmName: hash}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !ENCRYPT
              tables:
                t_user:
                  columns:
                    phone:
                      cipher: {name: phone_cipher, encryptorName: aes}
                    secret:
                      cipher: {name: secret, encryptorName: gcm}
                t_code:
                  columns:
                    code:
                      cipher: {name: code, encryptorName: aes}
                t_one:
                  columns:
                    phone:
                      cipher: {name: cipher, encryptorName: aes}
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
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
            String name = "encrypted_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            fixture.onSharded(
                    "CREATE TABLE t_user (id INT PRIMARY KEY, phone_cipher VARCHAR(80), secret VARCHAR(200), x INT)",
                    "CREATE TABLE t_code (id INT, code VARCHAR(80) PRIMARY KEY)",
                    "CREATE TABLE t_one (id INT PRIMARY KEY, cipher VARCHAR(80))");
        }
        fixture.onSharded(
                "DELETE FROM t_user",
                "DELETE FROM t_code",
                "DELETE FROM t_one",
                "INSERT INTO t_user (id, phone, secret, x) VALUES (1, '13800138000', 'a', 1), (2, 'test', 'b', 1),"
                        + " (3, '13800138000', NULL, 2), (4, NULL, 'd', 2)");
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void dataNodesHoldWhatShardingSphereWrites(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThat(Rows.of(fixture.raw(1), "SELECT phone_cipher FROM t_user_1"))
                .containsExactly("U08fr/IA0IKZ+RG/NurTiA==");
        assertThat(Rows.of(fixture.raw(0), "SELECT phone_cipher FROM t_user_2"))
                .containsExactly("d3aNbnZpr4euQa0WGuMElA==");
        assertThat(Rows.of(fixture.raw(0), "SELECT secret FROM t_user_2").get(0))
                .hasSize(48);
        assertThat(Rows.of(fixture.sharded(), "SELECT id, phone, secret, x FROM t_user ORDER BY id"))
                .containsExactly("1,13800138000,a,1", "2,test,b,1", "3,13800138000,null,2", "4,null,d,2");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void ciphersThatKeepEqualityAreCompared(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        assertThat(Rows.of(sharded, "SELECT id FROM t_user WHERE phone = ? ORDER BY id", "13800138000"))
                .containsExactly("1", "3");
        assertThat(Rows.of(sharded, "SELECT id FROM t_user WHERE phone IN ('test', ?) ORDER BY id", "none"))
                .containsExactly("2");
        if (!kind.speaksMySql()) {
            // as jOOQ writes values whose type it knows
            String cast = "SELECT id FROM t_user WHERE phone = CAST(? AS VARCHAR) ORDER BY id";
            assertThat(Rows.of(sharded, cast, "13800138000")).containsExactly("1", "3");
        }
        assertThat(Rows.of(
                        sharded,
                        "SELECT id, CASE WHEN phone = 'test' THEN 1 WHEN phone <> ? THEN 2 ELSE 3 END AS c FROM t_user"
                                + " WHERE id < 4 ORDER BY id",
                        "none"))
                .containsExactly("1,2", "2,1", "3,2");
        assertThat(Rows.of(
                        sharded,
                        "SELECT SUM(CASE WHEN phone IN (?, 'x') THEN 1 ELSE 0 END) AS c, COUNT(phone) AS n FROM t_user",
                        "13800138000"))
                .containsExactly("2,3");
        if (kind != DatabaseKind.POSTGRESQL) {
            // they label the item by the text of what is stored
            assertThatThrownBy(() -> Rows.of(sharded, "SELECT phone = 'test' FROM t_user"))
                    .hasMessageContaining("SHD-4131")
                    .hasMessageContaining("that has no alias: give it one");
        } else {
            assertThat(Rows.of(sharded, "SELECT phone <> 'test' FROM t_user WHERE id = 4"))
                    .containsExactly("null");
        }
        assertThat(Rows.of(sharded, "SELECT phone, COUNT(*) FROM t_user GROUP BY phone"))
                .containsExactlyInAnyOrder("13800138000,2", "test,1", "null,1");
        assertThat(Rows.of(sharded, "UPDATE t_user SET phone = ?, x = 7 WHERE phone <> ?", "new", "test"))
                .containsExactly("2");
        assertThat(Rows.of(
                        sharded,
                        "SELECT a.id FROM t_user a JOIN t_user b ON a.id = b.id AND a.phone = b.phone"
                                + " WHERE a.phone = 'new' ORDER BY a.id"))
                .containsExactly("1", "3");
        assertThat(Rows.of(sharded, "INSERT INTO t_one (id, phone) VALUES (?, ?), (2, 'two')", 1, "one"))
                .containsExactly("2");
        assertThat(Rows.of(sharded, "SELECT phone FROM t_one WHERE phone = 'one'"))
                .containsExactly("one");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void ciphersWithARandomNonceAreOnlyRead(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        assertThat(Rows.of(sharded, "SELECT secret FROM t_user WHERE secret IS NOT NULL ORDER BY id"))
                .containsExactly("a", "b", "d");
        for (String sql : List.of(
                "SELECT id FROM t_user WHERE secret = 'a'",
                "SELECT DISTINCT secret FROM t_user",
                "SELECT id FROM t_user WHERE phone LIKE 'a%'",
                "SELECT id FROM t_user WHERE phone > 'a'",
                "SELECT id FROM t_user ORDER BY phone",
                "SELECT MAX(phone) FROM t_user",
                "UPDATE t_user SET phone = secret")) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageStartingWith("SHD-");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aShardingColumnIsRoutedByItsPlainValue(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = filled(kind).sharded();
        Rows.of(sharded, "INSERT INTO t_code (id, code) VALUES (1, 'a'), (2, ?), (3, ?)", "b", "c");
        assertThat(Rows.of(sharded, "SELECT id FROM t_code WHERE code = ?", "b"))
                .containsExactly("2");
        assertThat(Rows.of(sharded, "EXPLAIN SHARDING SELECT id FROM t_code WHERE code = 'b'")
                        .toString())
                .contains("Route EQUAL t_code.code", "XWj53fUjwGnpP/LDiJWvow==");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatNobodyEncryptedIsAnErrorThatDoesNotShowIt(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        Rows.of(fixture.raw(0), "UPDATE t_user_2 SET phone_cipher = 'left plain'");
        assertThatThrownBy(() -> Rows.of(fixture.sharded(), "SELECT phone FROM t_user WHERE id = 2"))
                .hasMessageContaining("column phone of logic table t_user")
                .hasMessageContaining("not written with this encryptor")
                .hasMessageNotContaining("left plain");
    }
}
