package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
 * What ciphers cannot answer is answered from pulled rows, where the rule allows it; a plain database says the same.
 */
class PulledColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u: *four
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !ENCRYPT
              tables:
                t:
                  columns:
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                      pulled: true
                    city:
                      cipher: {name: city, encryptorName: gcm}
                      pulled: true
                    secret:
                      cipher: {name: secret, encryptorName: gcm}
                u:
                  columns:
                    nick:
                      cipher: {name: nick, encryptorName: siv}
                    code:
                      cipher: {name: code, encryptorName: md5}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                siv: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                md5: {type: MD5}
            """;

    private static final List<String> ROWS = List.of(
            "1, 'Anna', 'Bern', 3",
            "2, 'anna', 'Ulm', 1",
            "3, 'Änne', NULL, 4",
            "4, 'Zoe', 'Bern', 1",
            "5, NULL, 'Ulm', 5",
            "6, 'Anna', 'Ulm ', 9",
            "7, 'Bea', '10', 2",
            "8, 'it''s', '9', 6",
            "9, '', 'Bern', NULL");

    private static final List<String> QUERIES = List.of(
            "SELECT id FROM t WHERE name > 'B' ORDER BY id",
            "SELECT id FROM t WHERE name <> LOWER('IXI') ORDER BY id",
            "SELECT id, COALESCE(name, UPPER('nobodi')) AS n FROM t ORDER BY id",
            "SELECT id, name FROM t WHERE name BETWEEN 'A' AND 'b' AND num > 1 ORDER BY id",
            "SELECT name FROM t ORDER BY name, id",
            "SELECT name, city FROM t WHERE name = 'Anna' ORDER BY city DESC, id LIMIT 1",
            "SELECT UPPER(name), LENGTH(city) FROM t WHERE num < 5 ORDER BY id",
            "SELECT COUNT(*) FROM t WHERE name LIKE 'A%'",
            "SELECT name, COUNT(*) FROM t GROUP BY name ORDER BY name",
            "SELECT DISTINCT city FROM t ORDER BY city",
            "SELECT COUNT(DISTINCT city), MIN(name), MAX(city) FROM t",
            "SELECT name FROM t UNION SELECT city FROM t ORDER BY 1",
            "SELECT city, SUM(num) FROM t GROUP BY city HAVING MIN(name) > 'A' ORDER BY city",
            "SELECT a.id, b.id FROM t a JOIN t b ON a.city = b.city AND a.id < b.id ORDER BY a.id, b.id",
            "SELECT id FROM t WHERE city IN (SELECT city FROM t WHERE num = 1) ORDER BY id",
            "SELECT d.n FROM (SELECT UPPER(name) AS n FROM t) d WHERE d.n IS NOT NULL ORDER BY d.n",
            "SELECT * FROM (SELECT id, name, num FROM t) x WHERE x.name <= 'Bea' ORDER BY x.id",
            "SELECT CASE WHEN name = 'Zoe' THEN 1 ELSE 0 END FROM t ORDER BY id",
            "SELECT id FROM t WHERE CONCAT(name, city) = 'AnnaBern'",
            "WITH c AS (SELECT name, num FROM t) SELECT name FROM c WHERE name >= 'Z' ORDER BY name",
            "SELECT id, RANK() OVER (ORDER BY name) FROM t WHERE name IS NOT NULL ORDER BY id");

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
            fixture = Fixture.on(kind, "pulled_" + kind.name().toLowerCase(Locale.ROOT))
                    .rules(RULES)
                    .props("sql-show: true", "sql-show-parameters: true")
                    .open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            String exact =
                    switch (kind) {
                        case POSTGRESQL -> " COLLATE \"C\"";
                        case MARIADB -> " COLLATE utf8mb4_nopad_bin";
                        case MYSQL -> " COLLATE utf8mb4_bin";
                        default -> "";
                    };
            fixture.onSharded(
                    "CREATE TABLE t (id INT PRIMARY KEY, name_cipher VARCHAR(200), name_digest CHAR(64),"
                            + " city VARCHAR(200), num INT, secret VARCHAR(200))",
                    "CREATE TABLE u (id INT PRIMARY KEY, nick VARCHAR(200), code VARCHAR(40), open VARCHAR(100))");
            try (Connection plain = fixture.plain().getConnection();
                    Statement statement = plain.createStatement()) {
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(100)" + exact
                        + ", city VARCHAR(100)" + exact + ", num INT)");
            }
        }
        fixture.onSharded("DELETE FROM u");
        fixture.onBoth("DELETE FROM t");
        for (String row : ROWS) {
            fixture.onBoth("INSERT INTO t (id, name, city, num) VALUES (" + row + ")");
        }
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void pulledRowsAnswerAsAPlainDatabaseDoes(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        List<String> others = new ArrayList<>();
        for (String query : QUERIES) {
            List<String> plain = Rows.of(fixture.plain(), query);
            try {
                List<String> ours = Rows.of(fixture.sharded(), query);
                if (!ours.equals(plain)) {
                    others.add(query + ": " + ours + " for " + plain);
                }
            } catch (SQLException e) {
                others.add(query + ": " + e.getMessage());
            }
        }
        assertThat(others).isEmpty();
        String asked = "SELECT id FROM t WHERE name > ? AND city = ? ORDER BY name";
        assertThat(Rows.of(fixture.sharded(), asked, "A", "Bern")).containsExactly("1", "4");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void transactionsReadTheirOwnRows(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET name = 'Zz' WHERE id = 1");
            try (var rows = statement.executeQuery("SELECT id FROM t WHERE name > 'Zoe' AND name < 'a'")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
                assertThat(rows.next()).isFalse();
            }
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void logsAndExplanationsShowNoValues(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        List<String> told = new ArrayList<>();
        String query = "SELECT id FROM t WHERE name > 'Annbert' AND city = 'Bernhard' ORDER BY name";
        try {
            Rows.of(fixture.sharded(), query);
            Rows.of(fixture.sharded(), query.replace("'Annbert'", "?"), "Annbert");
            for (String explain : List.of("EXPLAIN SHARDING ", "EXPLAIN SHARDING ANALYZE ", "PREVIEW ")) {
                told.addAll(Rows.of(fixture.sharded(), explain + query));
                told.addAll(Rows.of(fixture.sharded(), explain + query.replace("'Annbert'", "?"), "Annbert"));
            }
        } finally {
            System.setErr(console);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("Actual SQL")
                .doesNotContain("Annbert")
                .doesNotContain("Bernhard");
        assertThat(told).isNotEmpty().noneMatch(each -> each.contains("Annbert") || each.contains("Bernhard"));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void othersAreRefusedWithTheKey(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        assertThatThrownBy(() -> Rows.of(fixture.sharded(), "SELECT id FROM t WHERE secret > 'a' AND name > 'a'"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SHD-4131")
                .hasMessageContaining("(by its key pulled) for secret of t.");
        assertThatThrownBy(() -> Rows.of(fixture.sharded(), "SELECT * FROM t ORDER BY name"))
                .hasMessageContaining("secret of t");
        assertThatThrownBy(() -> Rows.of(fixture.sharded(), "DELETE FROM t WHERE name > 'a'"))
                .hasMessageContaining("SHD-4131");
        try (ShardingDataSource few = fixture.another("max-pulled-rows: 5")) {
            assertThatThrownBy(() -> Rows.of(few, "SELECT id FROM t ORDER BY name"))
                    .hasMessageContaining("max-pulled-rows");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsAreCopiedToWhatIsStoredOtherwise(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = filled(kind);
        ShardingDataSource sharded = fixture.sharded();
        assertThat(Rows.of(sharded, "INSERT INTO u (id, nick) SELECT id, name FROM t WHERE num > 1"))
                .containsExactly("6");
        assertThat(Rows.of(sharded, "SELECT id, nick FROM u ORDER BY id"))
                .containsExactly("1,Anna", "3,Änne", "5,null", "6,Anna", "7,Bea", "8,it's");
        Rows.of(sharded, "UPDATE u SET open = 'Bern' WHERE id = 1");
        assertThat(Rows.of(sharded, "SELECT id FROM u WHERE nick = 'Anna' ORDER BY id"))
                .containsExactly("1", "6");
        assertThat(Rows.of(sharded, "INSERT INTO t (id, name) SELECT id + 100, open FROM u WHERE id = ?", 1))
                .containsExactly("1");
        assertThat(Rows.of(sharded, "SELECT id, name FROM t WHERE name = 'Bern'"))
                .containsExactly("101,Bern");
        assertThat(Rows.of(
                        sharded,
                        "INSERT INTO u (id, nick) SELECT id + 200, name FROM t WHERE name > 'Y' AND name < 'a'"))
                .containsExactly("1");
        assertThat(Rows.of(sharded, "SELECT nick FROM u WHERE id = 204")).containsExactly("Zoe");
        assertThatThrownBy(() -> Rows.of(sharded, "INSERT INTO u (id, open) SELECT id + 400, city FROM t"))
                .hasMessageContaining("stored as they are");
        assertThatThrownBy(() -> Rows.of(sharded, "INSERT INTO t (id, name) SELECT id + 300, code FROM u"))
                .hasMessageContaining("SHD-4131")
                .hasMessageContaining("code of u");
        try (Connection raw = fixture.raw(0).getConnection();
                PreparedStatement ciphers = raw.prepareStatement("SELECT nick FROM u_2 WHERE id = 6");
                var rows = ciphers.executeQuery()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isNotEqualTo("Anna");
        }
    }
}
