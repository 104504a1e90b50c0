package org.shardingjdbc.feature.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Columns of a sharded table that are stored encrypted and seen masked. */
class MaskedCiphersTest {
    private static final String RULES = """
            rules:
            - !MASK
              tables:
                t_user:
                  columns:
                    phone: {maskAlgorithm: ends, exemptReaders: [auditor]}
                    mail: {maskAlgorithm: ends, strict: true}
              maskAlgorithms:
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 2, replace-char: '*'}}
            - !SHARDING
              autoTables:
                t_user:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: phone, shardingAlgorithmName: hash}
              shardingAlgorithms:
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
            - !ENCRYPT
              tables:
                t_user:
                  columns:
                    phone:
                      cipher: {name: phone_cipher, encryptorName: aes}
                    mail:
                      cipher: {name: mail_cipher, encryptorName: gcm}
                      assistedQuery: {name: mail_digest, encryptorName: digest}
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                digest: {type: MD5, props: {salt: s}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    private static List<String> query(DataSource dataSource, String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = prepared.executeQuery()) {
                List<String> read = new ArrayList<>();
                while (rows.next()) {
                    read.add(rows.getString(1) + "," + rows.getString(2));
                }
                return read;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void theMaskIsOfTheDecryptedValue(DatabaseKind kind) throws Exception {
        String name = "masked_ciphers_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create)) {
            fixture.onSharded(
                    "CREATE TABLE t_user (id INT, phone_cipher VARCHAR(200), mail_cipher VARCHAR(200),"
                            + " mail_digest VARCHAR(200))",
                    "INSERT INTO t_user (id, phone, mail) VALUES (1, '13800138000', 'ann@x.org'),"
                            + " (2, '13900139000', 'bob@x.org'), (3, '13700137000', NULL)");
            DataSource sharded = fixture.sharded();
            String byPhone = "SELECT phone, mail FROM t_user WHERE phone = ?";
            assertThat(query(sharded, byPhone, "13800138000")).containsExactly("1********00,a******rg");
            assertThat(query(sharded, "SELECT id, phone FROM t_user WHERE mail IS NULL"))
                    .containsExactly("3,1********00");
            try (ShardingHint scope = ShardingHint.open().setReader("auditor")) {
                assertThat(scope).isNotNull();
                assertThat(query(sharded, byPhone, "13800138000")).containsExactly("13800138000,a******rg");
            }
            assertRefused(sharded, "SELECT id FROM t_user WHERE mail = 'ann@x.org'");
            assertRefused(sharded, "SELECT id FROM t_user WHERE mail IN ('ann@x.org', 'x')");
            assertRefused(sharded, "SELECT COUNT(DISTINCT mail) FROM t_user");
            assertRefused(sharded, "SELECT COUNT(*) FROM t_user GROUP BY mail");
            assertRefused(sharded, "SELECT DISTINCT mail FROM t_user");
            assertRefused(sharded, "SELECT a.id FROM t_user a JOIN t_user b ON a.mail = b.mail");
            assertRefused(sharded, "SELECT id FROM t_user WHERE mail_digest = 'x'");
            assertRefused(sharded, "SELECT phone_cipher FROM t_user");
            assertRefused(sharded, "SELECT id FROM t_user ORDER BY phone");
            assertThat(query(sharded, "SELECT id, CASE WHEN id < 3 THEN phone END AS p FROM t_user WHERE id = 1"))
                    .containsExactly("1,1********00");
            assertThat(query(sharded, "SELECT id, phone FROM t_user WHERE COALESCE(phone, 'none') = '13900139000'"))
                    .containsExactly("2,1********00");
            assertRefused(sharded, "SELECT id, COALESCE(phone, '13800138000') AS p FROM t_user");
            assertRefused(sharded, "SELECT id, CASE WHEN id = 1 THEN phone ELSE mail END AS p FROM t_user");
            assertRefused(sharded, "SELECT id FROM t_user WHERE (id, mail) IN ((1, 'ann@x.org'))");
            assertRefused(sharded, "SELECT id, CASE mail WHEN 'ann@x.org' THEN 1 END AS c FROM t_user");
            assertRefused(sharded, "SELECT id FROM t_user WHERE COALESCE(mail, '') = 'ann@x.org'");
            assertRefused(sharded, "UPDATE t_user SET mail = NULLIF(mail, 'ann@x.org')");
            assertThatThrownBy(() -> query(
                            sharded,
                            "SELECT id, phone FROM t_user u WHERE phone IN (SELECT phone FROM t_user v WHERE v.id > 1)"
                                    + " AND id IN (SELECT id FROM t_user w WHERE phone <> 'x')"))
                    .hasMessageStartingWith("SHD-");
            fixture.onSharded("UPDATE t_user SET mail = 'new@x.org' WHERE phone = '13800138000'");
            assertThat(query(sharded, byPhone, "13800138000")).containsExactly("1********00,n******rg");
            assertThat(stored(fixture)).hasSize(3).allSatisfy(row -> assertThat(row)
                    .doesNotContain("0013", "x.org", "*"));
        }
    }

    private static List<String> stored(Fixture<ShardingDataSource> fixture) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            rows.addAll(query(fixture.raw(node % 2), "SELECT phone_cipher, mail_cipher FROM t_user_" + node));
        }
        return rows;
    }

    private static void assertRefused(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .as(sql)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4131");
        }
    }
}
