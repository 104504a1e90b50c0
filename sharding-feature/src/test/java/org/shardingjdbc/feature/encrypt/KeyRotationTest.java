package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Several keys at a time: what was written with any of them is found and read. */
class KeyRotationTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !ENCRYPT
              tables:
                t:
                  columns:
                    phone:
                      cipher: {name: phone_cipher, encryptorName: gcm}
                      assistedQuery: {name: phone_digest, encryptorName: hmac}
                    mail:
                      cipher: {name: mail, encryptorName: siv}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "%s"}}
                hmac: {type: HMAC_SHA256, props: {keys: "%s"}}
                siv: {type: AES_SIV, props: {keys: "%s"}}
            """;

    /** A key of the id, the same for each call. */
    private static String key(int id, int bytes) {
        byte[] key = new byte[bytes];
        new Random(id).nextBytes(key);
        return id + ":" + Base64.getEncoder().encodeToString(key);
    }

    private static String rules(int... ids) {
        List<String> keys = new ArrayList<>();
        for (int bytes : new int[] {32, 48, 64}) {
            StringBuilder ring = new StringBuilder();
            for (int id : ids) {
                ring.append(ring.isEmpty() ? "" : ",").append(key(id, bytes));
            }
            keys.add(ring.toString());
        }
        return RULES.formatted(keys.toArray());
    }

    /** Rows written under the key 1, then under 2, by two instances. */
    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        String name = "rotation_" + kind.name().toLowerCase(Locale.ROOT);
        Fixture<ShardingDataSource> first =
                Fixture.on(kind, name).rules(rules(1)).open(ShardingDataSourceFactory::create);
        first.onSharded(
                "CREATE TABLE t (id INT PRIMARY KEY, phone_cipher VARCHAR(200), phone_digest CHAR(64), mail VARCHAR(200))",
                "INSERT INTO t (id, phone, mail) VALUES (1, '11', 'a'), (2, '22', 'b'), (3, '11', NULL), (4, NULL, 'c')");
        first.sharded().reconfigure(configuration(first, rules(2, 1)));
        first.onSharded("INSERT INTO t (id, phone, mail) VALUES (5, '11', 'a'), (6, '22', 'b'), (7, '33', 'd')");
        return first;
    }

    private static ShardingConfiguration configuration(Fixture<ShardingDataSource> fixture, String rules) {
        return YamlConfigurations.parse(fixture.yaml(rules), "rotation", PlaceholderType.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void comparisonsAskForEachForm(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind)) {
            ShardingDataSource sharded = fixture.sharded();
            assertThat(Rows.of(sharded, "SELECT id, phone, mail FROM t WHERE phone = ? ORDER BY id", "11"))
                    .containsExactly("1,11,a", "3,11,null", "5,11,a");
            assertThat(Rows.of(sharded, "SELECT id FROM t x WHERE '22' = x.phone AND x.mail = ? ORDER BY id", "b"))
                    .containsExactly("2", "6");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE (mail) = 'a' OR phone IN (?, '33') ORDER BY id", "22"))
                    .containsExactly("1", "2", "5", "6", "7");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE mail <> 'a' ORDER BY id"))
                    .containsExactly("2", "4", "6", "7");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE NOT (phone = ?) ORDER BY id", "11"))
                    .containsExactly("2", "6", "7");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone NOT IN ('11', ?) ORDER BY id", "22"))
                    .containsExactly("7");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone NOT IN ('11', NULL)"))
                    .isEmpty();
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone = ?", new Object[] {null}))
                    .isEmpty();
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone = CONCAT('1', ?) ORDER BY id", "1"))
                    .containsExactly("1", "3", "5");
            assertThat(Rows.of(sharded, "SELECT COALESCE(mail, ?) AS m FROM t WHERE id < 4 ORDER BY id", "none"))
                    .containsExactly("a", "b", "none");
            assertThat(Rows.of(sharded, "SELECT x.id FROM (SELECT id, mail FROM t) x WHERE x.mail = ? ORDER BY 1", "a"))
                    .containsExactly("1", "5");
            assertThat(Rows.of(sharded, "UPDATE t SET phone = ? WHERE phone = ? AND id IN (1, 5)", "44", "11"))
                    .containsExactly("2");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE phone = '44' ORDER BY id"))
                    .containsExactly("1", "5");
            assertThat(Rows.of(sharded, "DELETE FROM t WHERE mail IN ('a', 'b')"))
                    .containsExactly("4");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatNeedsOneFormIsRefusedWhileThereAreSeveral(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind)) {
            for (String sql : List.of(
                    "SELECT mail, COUNT(*) FROM t GROUP BY mail",
                    "SELECT DISTINCT mail FROM t",
                    "SELECT COUNT(DISTINCT phone) FROM t",
                    "SELECT a.id FROM t a JOIN t b ON a.id = b.id AND a.phone = b.phone",
                    "SELECT id FROM t WHERE mail IN (SELECT mail FROM t WHERE id = 1)",
                    "SELECT id FROM t WHERE phone IS NOT DISTINCT FROM '11'",
                    "SELECT id, CASE phone WHEN '11' THEN 1 END AS c FROM t",
                    "SELECT id FROM t WHERE (id, phone) IN ((1, '11'))",
                    "SELECT id FROM t WHERE COALESCE(phone, '') = '11'",
                    "SELECT id, NULLIF(phone, '11') AS p FROM t",
                    "UPDATE t SET mail = NULLIF(mail, 'a')",
                    "SELECT mail FROM t UNION SELECT mail FROM t")) {
                assertThatThrownBy(() -> Rows.of(fixture.sharded(), sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("SHD-");
            }
            fixture.sharded().reconfigure(configuration(fixture, rules(2)));
            assertThat(Rows.of(fixture.sharded(), "SELECT COUNT(DISTINCT phone) FROM t WHERE id > 4"))
                    .containsExactly("3");
            assertThatThrownBy(() -> Rows.of(fixture.sharded(), "SELECT phone FROM t WHERE id = 1"))
                    .hasMessageContaining("key 1, which the encryptor does not have");
        }
    }

    /** Threads read and write while keys go 1, then 1 and 2, then 2 and 1, and round again. */
    @Test
    void keysChangeUnderRunningStatements() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (Fixture<ShardingDataSource> fixture = filled(DatabaseKind.H2)) {
            ShardingDataSource sharded = fixture.sharded();
            AtomicBoolean stop = new AtomicBoolean();
            List<Future<Integer>> running = new ArrayList<>();
            for (int thread = 0; thread < 3; thread++) {
                int base = 1000 * (thread + 1);
                running.add(threads.submit(() -> {
                    int done = 0;
                    while (!stop.get() && done < 900 || done < 20) {
                        int id = base + done++;
                        Rows.of(sharded, "INSERT INTO t (id, phone, mail) VALUES (?, ?, ?)", id, "p" + id, "m" + id);
                        assertThat(Rows.of(sharded, "SELECT id, mail FROM t WHERE phone = ?", "p" + id))
                                .containsExactly(id + ",m" + id);
                        assertThat(Rows.of(sharded, "SELECT phone FROM t WHERE mail IN (?, 'none')", "m" + base))
                                .containsExactly("p" + base);
                    }
                    return done;
                }));
            }
            for (int i = 0; i < 20; i++) {
                sharded.reconfigure(configuration(fixture, i % 2 == 0 ? rules(1, 2) : rules(2, 1)));
                Thread.sleep(20);
            }
            stop.set(true);
            int written = 0;
            for (Future<Integer> each : running) {
                written += each.get();
            }
            assertThat(Rows.of(sharded, "SELECT COUNT(phone) FROM t WHERE id >= 1000"))
                    .containsExactly(String.valueOf(written));
        } finally {
            threads.shutdownNow();
        }
    }

    /** The same configuration again: the service is asked once more, and its failure changes nothing. */
    @Test
    void aReconfigurationAsksTheKeyServiceAgain() throws Exception {
        String rules = """
                rules:
                - !SINGLE
                  tables: ["*.*"]
                - !ENCRYPT
                  tables: {t: {columns: {a: {cipher: {name: a, encryptorName: gcm}}}}}
                  encryptors:
                    gcm: {type: AES_GCM, props: {key-service: test_vault, vault-path: rotated}}
                """;
        TestVault.ROTATED.set(key(1, 32));
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(DatabaseKind.H2, "vault").rules(rules).open(ShardingDataSourceFactory::create)) {
            fixture.onSharded("CREATE TABLE t (id INT, a VARCHAR(200))", "INSERT INTO t (id, a) VALUES (1, 'x')");
            ShardingConfiguration same = configuration(fixture, rules);
            TestVault.ROTATED.set(null);
            assertThatThrownBy(() -> fixture.sharded().reconfigure(same))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("key service 'TEST_VAULT' gave no keys")
                    .hasMessageContaining("the vault is rotated");
            assertThat(Rows.of(fixture.sharded(), "SELECT a FROM t")).containsExactly("x");
            TestVault.ROTATED.set(key(2, 32) + "," + key(1, 32));
            fixture.sharded().reconfigure(same);
            Rows.of(fixture.sharded(), "INSERT INTO t (id, a) VALUES (2, 'y')");
            assertThat(Rows.of(fixture.sharded(), "SELECT a FROM t ORDER BY id"))
                    .containsExactly("x", "y");
            assertThat(
                            Rows.of(
                                    fixture.raw(0),
                                    "SELECT COUNT(*) FROM t WHERE SUBSTRING(a, 1, 7) IN ('AQAAAAI', 'AQAAAAJ', 'AQAAAAK', 'AQAAAAL')"))
                    .containsExactly("1");
        } finally {
            TestVault.ROTATED.set(null);
        }
    }
}
