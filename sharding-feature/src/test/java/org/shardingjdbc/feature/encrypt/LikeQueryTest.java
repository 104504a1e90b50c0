package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.feature.encrypt.backfill.BackfillOptions;
import org.shardingjdbc.feature.encrypt.backfill.EncryptionBackfill;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** LIKE over encrypted columns, beside a column that holds the same texts as they are. */
class LikeQueryTest {
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
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                      likeQuery: {name: name_like, encryptorName: like}
                    mail:
                      cipher: {name: mail, encryptorName: gcm}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                like: {type: CHAR_LIKE, props: {keys: "%s"}}
            """;

    private static final String OLD = "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    private static final String NEW = "12:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static ShardingDataSource empty(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            String name = "like_" + kind.name().toLowerCase(Locale.ROOT);
            fixture = Fixture.on(kind, name).rules(RULES.formatted(OLD)).open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            String exact = kind.speaksMySql() ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
            fixture.onSharded("CREATE TABLE t (id INT PRIMARY KEY, name_cipher VARCHAR(200), name_digest CHAR(64),"
                    + " name_like VARCHAR(300), mail VARCHAR(200), plain VARCHAR(100)" + exact + ")");
        }
        fixture.onSharded("DELETE FROM t");
        return fixture.sharded();
    }

    private static ShardingConfiguration configuration(Fixture<ShardingDataSource> fixture, String rules) {
        return YamlConfigurations.parse(fixture.yaml(rules), "like", PlaceholderType.NONE);
    }

    private static void insert(ShardingDataSource sharded, int id, String text) throws SQLException {
        Rows.of(sharded, "INSERT INTO t (id, name, plain) VALUES (?, ?, ?)", id, text, text);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void patternsFindWhatTheyFindInPlainTexts(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        Random random = new Random(20);
        for (int id = 0; id < 60; id++) {
            insert(sharded, id, id == 7 ? null : text(random, kind, "abAB é1%_\\"));
        }
        int found = 0;
        for (int i = 0; i < 250; i++) {
            String pattern = pattern(random, kind);
            List<String> plain = Rows.of(sharded, "SELECT id FROM t WHERE plain LIKE ? ORDER BY id", pattern);
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE ? ORDER BY id", pattern))
                    .as(pattern)
                    .containsExactlyElementsOf(plain);
            assertThat(Rows.of(sharded, "SELECT COUNT(*) FROM t x WHERE x.name NOT LIKE ?", pattern))
                    .as(pattern)
                    .containsExactly(String.valueOf(59 - plain.size()));
            String unescaped = "SELECT id FROM t WHERE %s LIKE " + unescaped(kind, "CONCAT(?, '%%')") + " ORDER BY id";
            assertThat(Rows.of(sharded, unescaped.formatted("name"), pattern))
                    .as(pattern)
                    .containsExactlyElementsOf(Rows.of(sharded, unescaped.formatted("plain"), pattern));
            found += plain.size();
        }
        assertThat(found).isGreaterThan(1_000);
    }

    /** As Hibernate writes a pattern without an escape character for MySQL. */
    private static String unescaped(DatabaseKind kind, String pattern) {
        return "REPLACE(" + pattern + (kind.speaksMySql() ? ", '\\\\', '\\\\\\\\')" : ", '\\', '\\\\')");
    }

    private static String text(Random random, DatabaseKind kind, String alphabet) {
        // H2 takes half a surrogate pair for a character
        String characters = kind == DatabaseKind.H2 ? alphabet : alphabet + "\uD83D\uDE00";
        int[] points = characters.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private static String pattern(Random random, DatabaseKind kind) {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            pattern.append(
                    switch (random.nextInt(6)) {
                        case 0, 1 -> "%";
                        case 2 -> "_";
                        case 3 -> List.of("\\%", "\\_", "\\\\").get(random.nextInt(3));
                        default -> text(random, kind, "abAB é1");
                    });
        }
        return pattern.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void patternsAreTextsAndPutTogether(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        insert(sharded, 1, "Anna Smith");
        insert(sharded, 2, "Ann");
        insert(sharded, 3, "10%");
        insert(sharded, 4, null);
        Rows.of(sharded, "UPDATE t SET name = ? WHERE id = 2", "Anne");
        assertThat(Rows.of(sharded, "SELECT id, name FROM t WHERE name LIKE 'Ann%' ORDER BY id"))
                .containsExactly("1,Anna Smith", "2,Anne");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE 'ann%'")).isEmpty();
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE '%!%' ESCAPE '!'"))
                .containsExactly("3");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE CONCAT('%', ?, '%') ORDER BY id", "nn"))
                .containsExactly("1", "2");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE CONCAT(?, '%')", "Smith"))
                .isEmpty();
        assertThat(Rows.of(sharded, "SELECT id FROM t x WHERE NOT (x.name NOT LIKE ? OR id > ?)", "%e", 5))
                .containsExactly("2");
        assertThat(Rows.of(sharded, "SELECT id FROM (SELECT id, name FROM t WHERE name LIKE ?) d", "__%h"))
                .containsExactly("1");
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE ?", new Object[] {null}))
                .isEmpty();
        assertThat(Rows.of(
                        sharded,
                        "SELECT id FROM t WHERE name LIKE CONCAT(UPPER(?), LOWER('NN'), '%') ORDER BY id",
                        "a"))
                .isNotEmpty()
                .isEqualTo(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE 'Ann%' ORDER BY id"));
        if (!kind.speaksMySql()) {
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE '%' || ? || '_' ORDER BY id", "nn"))
                    .containsExactly("2");
        }
        assertThat(Rows.of(sharded, "DELETE FROM t WHERE name LIKE '%mit%'")).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatIsNoPatternIsRefused(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        List<String> refused = new ArrayList<>(List.of(
                "SELECT id FROM t WHERE name LIKE plain",
                "SELECT id FROM t WHERE plain LIKE name",
                "SELECT id FROM t WHERE mail LIKE 'a%'",
                "SELECT id FROM t WHERE name LIKE TRIM('a%')",
                "SELECT id FROM t WHERE name LIKE UPPER('i%')",
                "SELECT id FROM t WHERE name LIKE REPLACE('a%', '%', '_')",
                "SELECT id FROM t WHERE name LIKE CONCAT('%', plain)",
                "SELECT id FROM t WHERE name LIKE 'a%' ESCAPE 'a'",
                "SELECT id FROM t WHERE name LIKE '!a%' ESCAPE '!'",
                "SELECT id FROM t WHERE name LIKE 'a!' ESCAPE '!'",
                "SELECT id FROM t WHERE name_like LIKE 'a%'",
                "SELECT d.id FROM (SELECT id, name FROM t) d WHERE d.name LIKE 'a%'",
                "SELECT id FROM t WHERE UPPER(name) LIKE 'A%'"));
        if (!kind.speaksMySql()) {
            refused.add("SELECT id FROM t WHERE name ILIKE 'a%'");
        }
        if (kind != DatabaseKind.POSTGRESQL) {
            refused.add("SELECT name LIKE 'a%' FROM t");
        }
        for (String sql : refused) {
            assertThatThrownBy(() -> Rows.of(sharded, sql)).as(sql).hasMessageStartingWith("SHD-");
        }
        assertThatThrownBy(() -> Rows.of(sharded, "SELECT id FROM t WHERE name LIKE ?", "secret\\x"))
                .hasMessageContaining("escape character")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void textsAreFoundUnderEachKey(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        insert(sharded, 1, "Anna");
        sharded.reconfigure(configuration(fixture, RULES.formatted(NEW + "," + OLD)));
        try {
            insert(sharded, 2, "Anton");
            insert(sharded, 3, "Berta");
            insert(sharded, 4, null);
            assertThat(Rows.of(sharded, "SELECT id FROM t x WHERE x.name LIKE ? ORDER BY id", "An%"))
                    .containsExactly("1", "2");
            assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name NOT LIKE '%t%' OR id = ? ORDER BY id", 9))
                    .containsExactly("1");
            assertThat(Rows.of(
                            sharded,
                            "SELECT id FROM t x WHERE id > ? AND x.name LIKE " + unescaped(kind, "?") + " ORDER BY id",
                            0,
                            "An%"))
                    .containsExactly("1", "2");
            assertThat(Rows.of(
                            sharded,
                            "SELECT id FROM t WHERE id < ? AND name LIKE CONCAT('%', ?, '%', ?) AND id > ? ORDER BY id",
                            9,
                            "n",
                            "a",
                            0))
                    .containsExactly("1");
            if (!kind.speaksMySql()) {
                assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE ? || '%' ESCAPE '!' ORDER BY id", "An"))
                        .containsExactly("1", "2");
            }
        } finally {
            sharded.reconfigure(configuration(fixture, RULES.formatted(OLD)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void theBackfillMakesThemOfWhatIsThere(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        insert(sharded, 1, "Anna");
        insert(sharded, 2, null);
        for (int i = 0; i < 2; i++) {
            try (Connection raw = fixture.raw(i).getConnection();
                    Statement statement = raw.createStatement()) {
                statement.executeUpdate("UPDATE t_" + (i + 2) % 4 + " SET name_like = NULL");
                statement.executeUpdate("UPDATE t_" + i + " SET name_like = NULL");
            }
        }
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name LIKE 'A%'")).isEmpty();
        EncryptRuleConfiguration rule =
                (EncryptRuleConfiguration) configuration(fixture, RULES.formatted(NEW + "," + OLD)).rules().stream()
                        .filter(EncryptRuleConfiguration.class::isInstance)
                        .findFirst()
                        .orElseThrow();
        EncryptionBackfill backfill = new EncryptionBackfill(rule, "t", new BackfillOptions(10, 0, progress -> {}));
        assertThat(backfill.run(sharded.dataSources(), sharded.dataNodes("t")).written())
                .isEqualTo(1);
        sharded.reconfigure(configuration(fixture, RULES.formatted(NEW)));
        assertThat(Rows.of(sharded, "SELECT id, name FROM t WHERE name LIKE 'A%'"))
                .containsExactly("1,Anna");
        sharded.reconfigure(configuration(fixture, RULES.formatted(OLD)));
    }
}
