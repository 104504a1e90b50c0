package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Values of encrypted columns are nowhere but in the results: not in tables, logs, explanations and errors. */
class PlainValuesTest {
    /** Part of each plain value that is written here, and of nothing else. */
    private static final String SECRET = "Geheim";

    /** A plain value that is written as a number. */
    private static final String NUMBER = "4711081547";

    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: name, shardingAlgorithmName: hash}
                u:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
                mod: {type: MOD, props: {sharding-count: 4}}
            - !ENCRYPT
              tables:
                t: &encrypted
                  columns:
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                      likeQuery: {name: name_like, encryptorName: like}
                    mail:
                      cipher: {name: mail, encryptorName: gcm}
                u: *encrypted
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                like: {type: CHAR_LIKE, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    /** The statements; each {@code #} is a plain value, one that a row has or another one. */
    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO t (id, name, mail) VALUES (#n, '#', '#')",
            "INSERT INTO u (id, name, mail) VALUES (#n, '#', '#'), (#n + 1000, '#', '#')",
            "SELECT id, name, mail FROM t WHERE name = '#'",
            "SELECT * FROM t WHERE name IN ('#', '#') ORDER BY id",
            "SELECT name FROM u WHERE name LIKE '%#%' AND id > 1",
            "SELECT name FROM u WHERE name LIKE CONCAT('#', '%')",
            "UPDATE u SET mail = '#', name = '#' WHERE name <> '#'",
            "UPDATE t SET mail = '#' WHERE name = '#'",
            "DELETE FROM u WHERE name = '#' AND id > 900",
            "SELECT t.name FROM t JOIN u ON t.name = u.name WHERE u.mail IS NULL OR u.name = '#'",
            "SELECT COUNT(DISTINCT name) FROM u WHERE name <> '#'",
            "SELECT name FROM t WHERE name = '#' UNION ALL SELECT name FROM u WHERE name = '#'",
            "SELECT d.name FROM (SELECT name FROM u WHERE name = '#') d",
            "UPDATE t SET mail = '#' WHERE name = CONCAT('#', '-')",
            "UPDATE u SET name = CASE id WHEN 1 THEN '#' WHEN 2 THEN CONCAT('#', '#') ELSE '#' END WHERE id < 9",
            "UPDATE u SET mail = COALESCE(mail, '#') WHERE CASE WHEN name = '#' THEN 1 ELSE 2 END = 1",
            "SELECT id, COALESCE(name, '#') AS n, NULLIF(name, '#') AS m FROM u",
            "SELECT id, COALESCE(name, '#') FROM u WHERE COALESCE(name, '#') <> '#'",
            "SELECT CASE name WHEN '#' THEN 1 ELSE 2 END FROM t WHERE (id, name) IN ((1, '#'), (2, '#'))",
            "SELECT id FROM t WHERE name IN (SELECT name FROM u WHERE id < 100)",
            "SELECT id FROM t WHERE name = (SELECT name FROM u WHERE id = #n)",
            "DELETE FROM t WHERE name IN (SELECT name FROM u WHERE mail = '#')",
            "SELECT id FROM t WHERE mail = '#' || '#'",
            "INSERT INTO u (id, name, mail) VALUES (#n, COALESCE('#', '#'), UPPER('#'))",
            // refused, or wrong to the database
            "SELECT name FROM u WHERE name > '#'",
            "SELECT UPPER('#'), name FROM u WHERE mail = '#'",
            "SELECT name FROM u WHERE name BETWEEN '#' AND '#'",
            "SELECT name FROM u WHERE CONCAT(name, '#') = '#'",
            "SELECT name FROM u WHERE name = UPPER('#')",
            "SELECT name FROM u ORDER BY CASE WHEN name = '#' THEN 1 ELSE 2 END",
            "SELECT SUM(CASE WHEN name = '#' THEN 1 ELSE 0 END) FROM u",
            "SELECT name FROM u GROUP BY name HAVING name > '#'",
            "SELECT id FROM u WHERE name IN (SELECT mail FROM t WHERE name = '#')",
            "INSERT INTO u (id, name) SELECT id + 7000, mail FROM u WHERE name = '#'",
            "INSERT INTO u (id, name) VALUES (#n, CONCAT('#', 'x'))",
            "INSERT INTO u (id, name) VALUES (NULL, '#')",
            "UPDATE u SET name = LOWER('#')",
            "UPDATE t SET name = '#' WHERE name = '#'",
            "SELECT nothing FROM u WHERE name = '#'");

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static Fixture<ShardingDataSource> empty(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            fixture = Fixture.on(kind, "plain_values_" + kind.name().toLowerCase(Locale.ROOT))
                    .rules(RULES)
                    .props("sql-show: true", "sql-show-parameters: true")
                    .open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            String columns = " (id INT PRIMARY KEY, name_cipher VARCHAR(200), name_digest CHAR(64),"
                    + " name_like VARCHAR(300), mail VARCHAR(200))";
            fixture.onSharded("CREATE TABLE t" + columns, "CREATE TABLE u" + columns);
        }
        fixture.onSharded("DELETE FROM t", "DELETE FROM u");
        return fixture;
    }

    /** Runs it in the three ways; tells what was said of it and not what it returned. */
    private static void run(DataSource sharded, int number, String template, List<String> said) throws SQLException {
        StringBuilder literals = new StringBuilder();
        StringBuilder parameters = new StringBuilder();
        List<String> values = new ArrayList<>();
        String numbered = template.replace("#n", String.valueOf(number));
        for (int i = 0; i < numbered.length(); i++) {
            char c = numbered.charAt(i);
            String value = SECRET + " " + (number + i) % 5;
            literals.append(c == '#' ? value : String.valueOf(c));
            if (c == '\''
                    && numbered.indexOf('#', i) >= 0
                    && numbered.substring(i).matches("'[^']*#[^']*'.*")) {
                int end = numbered.indexOf('\'', i + 1);
                values.add(numbered.substring(i + 1, end).replace("#", value));
                parameters.append('?');
                literals.append(numbered.substring(i + 1, end + 1).replace("#", value));
                i = end;
            } else {
                parameters.append(c == '#' ? value : String.valueOf(c));
            }
        }
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            told(said, () -> statement.execute(literals.toString()));
            told(said, () -> read(statement.executeQuery("EXPLAIN SHARDING " + literals), said));
            told(said, () -> read(statement.executeQuery("EXPLAIN SHARDING ANALYZE " + literals), said));
            told(said, () -> read(statement.executeQuery("PREVIEW " + literals), said));
            told(said, () -> {
                statement.addBatch(literals.toString());
                statement.executeBatch();
            });
            statement.clearBatch();
            for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
                said.add(next.getMessage());
            }
            boolean open = parameters.indexOf("'") >= 0 || parameters.indexOf(SECRET) >= 0;
            told(said, () -> {
                try (PreparedStatement prepared =
                        connection.prepareStatement(open ? literals.toString() : parameters.toString())) {
                    for (int i = 0; !open && i < values.size(); i++) {
                        prepared.setString(i + 1, values.get(i));
                    }
                    prepared.execute();
                }
            });
        }
    }

    /** Statements that lack a word, say one twice, or have a quote too many, and read or write a table still. */
    private static List<String> broken() {
        List<String> broken = new ArrayList<>();
        for (String statement : STATEMENTS) {
            List<String> words = List.of(statement.split(" "));
            for (int i = 0; i < words.size(); i++) {
                List<String> fewer = new ArrayList<>(words);
                fewer.remove(i);
                broken.add(String.join(" ", fewer));
                List<String> more = new ArrayList<>(words);
                more.add(i, words.get(i));
                broken.add(String.join(" ", more));
            }
            broken.add(statement.replace("'#'", "'O'#'"));
            broken.add(statement.replace("'#'", "#"));
            broken.add(statement.replace("'#'", "'#"));
            broken.add(statement.replace("'#'", NUMBER));
            broken.add(statement.replace("'#'", "N'#'"));
            broken.add(statement.replace("'#'", "DATE '#'"));
            broken.add(statement.replace("'#'", "'#' 'x'"));
            broken.add(statement.replace("'#'", "LOWER('#') || " + NUMBER));
        }
        broken.removeIf(statement -> !statement.matches("[^']*(FROM|INTO|UPDATE|JOIN) [tu] .*"));
        return broken;
    }

    private interface Run {
        void run() throws SQLException;
    }

    private static void told(List<String> said, Run run) {
        try {
            run.run();
        } catch (SQLException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                said.add(String.valueOf(cause.getMessage()));
            }
            for (SQLException next = e.getNextException(); next != null; next = next.getNextException()) {
                said.add(next.getMessage());
            }
        }
    }

    private static void read(ResultSet rows, List<String> said) throws SQLException {
        try (rows) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    said.add(rows.getString(i));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void theyAreNowhereButInResults(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = empty(kind);
        generalLog(fixture, kind, true);
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        List<String> said = new ArrayList<>();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 3 * STATEMENTS.size(); i++) {
                run(fixture.sharded(), i, STATEMENTS.get(i % STATEMENTS.size()), said);
            }
        } finally {
            System.setErr(console);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("Actual SQL")
                .doesNotContain(SECRET)
                .doesNotContain(SECRET.toUpperCase(Locale.ROOT));
        assertThat(said).hasSizeGreaterThan(300).noneMatch(each -> each != null && each.contains(SECRET));
        for (int i = 0; i < 2; i++) {
            assertThat(stored(fixture.raw(i), kind)).isNotEmpty().noneMatch(each -> each.contains(SECRET));
        }
        assertThat(Rows.of(fixture.sharded(), "SELECT name FROM t")).anyMatch(each -> each.contains(SECRET));
        assertThat(generalLog(fixture, kind, false)).noneMatch(each -> each.contains(SECRET));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void mistakesTellNone(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = empty(kind);
        List<String> statements = broken();
        List<String> telling = new ArrayList<>();
        int count = 0;
        for (int i = 0; i < statements.size(); i++) {
            List<String> said = new ArrayList<>();
            run(fixture.sharded(), i, statements.get(i), said);
            count += said.size();
            said.removeIf(each ->
                    each == null || !each.toLowerCase(Locale.ROOT).contains("geheim") && !each.contains(NUMBER));
            if (!said.isEmpty()) {
                telling.add(statements.get(i) + " -> " + said.get(0));
            }
        }
        assertThat(telling).isEmpty();
        assertThat(count).isGreaterThan(3 * statements.size());
    }

    /** What the server heard, where it tells; switches that on or off. */
    private static List<String> generalLog(Fixture<ShardingDataSource> fixture, DatabaseKind kind, boolean on)
            throws SQLException {
        if (!kind.speaksMySql()) {
            return List.of();
        }
        try (Connection raw = fixture.raw(0).getConnection();
                Statement statement = raw.createStatement()) {
            statement.execute("SET GLOBAL general_log = 'OFF'");
            List<String> heard = new ArrayList<>();
            if (on) {
                statement.execute("TRUNCATE TABLE mysql.general_log");
                statement.execute("SET GLOBAL log_output = 'TABLE'");
                statement.execute("SET GLOBAL general_log = 'ON'");
            } else {
                read(
                        statement.executeQuery("SELECT CAST(argument AS CHAR) FROM mysql.general_log"
                                + " WHERE argument LIKE '%name\\_cipher%'"),
                        heard);
                assertThat(heard).hasSizeGreaterThan(100);
            }
            return heard;
        }
    }

    private static List<String> stored(DataSource raw, DatabaseKind kind) throws SQLException {
        List<String> stored = new ArrayList<>();
        try (Connection connection = raw.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            read(
                    statement.executeQuery("SELECT table_name FROM information_schema.tables WHERE table_schema = "
                            + (kind.speaksMySql() ? "DATABASE()" : "CURRENT_SCHEMA")),
                    tables);
            assertThat(tables).hasSizeGreaterThanOrEqualTo(4);
            for (String table : tables) {
                read(statement.executeQuery("SELECT name_cipher, name_digest, name_like, mail FROM " + table), stored);
            }
        }
        stored.removeIf(each -> each == null);
        return stored;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void equalLiteralsOfAKeptPlanAreStoredOtherwise(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = empty(kind);
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO u (id, mail, name) VALUES (?, 'same', 'one')");
                PreparedStatement update = connection.prepareStatement("UPDATE u SET mail = 'it''s'");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 40; i += 4) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
            insert.setInt(1, 40);
            insert.executeUpdate();
            statement.executeUpdate("INSERT INTO u (id, mail) VALUES (44, 'same'), (48, 'same'), (1, 'same')");
            assertThat(ciphers(fixture)).hasSize(14);
            assertThat(Rows.of(fixture.sharded(), "SELECT COUNT(*) FROM u WHERE name = 'one'"))
                    .containsExactly("11");
            // one execution stores one cipher of a literal
            update.executeUpdate();
            Set<String> before = ciphers(fixture);
            update.executeUpdate();
            assertThat(ciphers(fixture)).doesNotContainAnyElementsOf(before);
        }
        assertThat(Rows.of(fixture.sharded(), "SELECT mail FROM u WHERE id < 2"))
                .containsExactly("it's", "it's");
    }

    private static Set<String> ciphers(Fixture<ShardingDataSource> fixture) throws SQLException {
        Set<String> ciphers = new HashSet<>();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.addAll(Rows.of(fixture.raw(i % 2), "SELECT mail FROM u_" + i));
        }
        ciphers.addAll(all);
        assertThat(all).hasSize(14);
        return ciphers;
    }
}
