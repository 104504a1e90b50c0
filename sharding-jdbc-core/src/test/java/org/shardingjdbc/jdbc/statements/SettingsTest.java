package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What docs/session-settings.md says of each setting, and that it says something of each that the servers have. */
@ParameterizedClass
@EnumSource(
        value = DatabaseKind.class,
        names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class SettingsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: uid, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
            """;
    private static final String PULLED = "SELECT a.id, b.id FROM t a JOIN t b ON a.n = b.id";

    private static Fixture<ShardingDataSource> shards;

    @Parameter
    private DatabaseKind kind;

    private PlainAndSharded both;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws Exception {
        shards = Fixture.on(kind, "settings").rules(RULES).open(ShardingDataSourceFactory::create);
        try (PlainAndSharded tables = new PlainAndSharded(shards.plain(), shards.sharded())) {
            tables.setUp("CREATE TABLE t (id INT PRIMARY KEY, uid INT NOT NULL, n INT, f DOUBLE PRECISION)");
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        shards.close();
    }

    /** A new session for each. */
    @BeforeEach
    void fill() throws SQLException {
        both = new PlainAndSharded(shards.plain(), shards.sharded());
        both.setUp(
                "DELETE FROM t",
                "INSERT INTO t VALUES (1, 1, 1, 1.1), (2, 2, 2, 2.2), (3, 3, 2, 3.3), (4, 4, NULL, 4.4)");
    }

    @Test
    void everySettingOfTheServerIsOnThePage() throws Exception {
        Set<String> listed = new TreeSet<>();
        page().values().forEach(group -> listed.addAll(group.keySet()));
        Set<String> unlisted = new TreeSet<>(settingsOfTheServer());
        unlisted.removeAll(listed);
        assertThat(unlisted)
                .as("settings of %s of which docs/session-settings.md says nothing", kind)
                .isEmpty();
    }

    @Test
    void whatThePageSaysIsRefusedIsRefused() throws Exception {
        SoftAssertions all = new SoftAssertions();
        Set<String> settings = new TreeSet<>(settingsOfTheServer());
        for (Map.Entry<String, String> refused : page().get("Refused").entrySet()) {
            if (!settings.contains(refused.getKey())) {
                continue;
            }
            String set = "SET " + refused.getKey() + (kind == DatabaseKind.H2 ? " " : " = ") + refused.getValue();
            try (Connection session = shards.sharded().getConnection();
                    Statement statement = session.createStatement()) {
                all.assertThatThrownBy(() -> statement.execute(set))
                        .as(set)
                        .hasMessageStartingWith("SHD-6009: SET " + refused.getKey() + " is refused");
            }
        }
        all.assertAll();
    }

    /** As they are, they are what each connection has; a session that was told so answers as before. */
    @Test
    void whatThePageSaysIsToldCanBeSet() throws Exception {
        SoftAssertions all = new SoftAssertions();
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        for (String setting : page().get("Told").keySet()) {
            String value = value(setting);
            String set = kind == DatabaseKind.POSTGRESQL
                    ? "SET " + setting + " = " + value
                    : "SET SESSION " + setting + " = " + value;
            if (value == null || !canBeSet(set)) {
                continue;
            }
            try (Connection session = shards.sharded().getConnection();
                    Statement statement = session.createStatement()) {
                all.assertThatCode(() -> statement.execute(set)).as(set).doesNotThrowAnyException();
                try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(n) FROM t")) {
                    rows.next();
                    all.assertThat(rows.getInt(1)).as(set).isEqualTo(4);
                    all.assertThat(rows.getInt(2)).as(set).isEqualTo(2);
                }
            }
        }
        all.assertAll();
    }

    @Test
    void aSessionThatIsReadOnlyWritesNothing() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        List<String[]> ways = kind == DatabaseKind.POSTGRESQL
                ? List.<String[]>of(
                        new String[] {
                            "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
                            "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE"
                        },
                        new String[] {
                            "SET default_transaction_read_only = on", "SET default_transaction_read_only = off"
                        })
                : List.<String[]>of(
                        new String[] {"SET SESSION TRANSACTION READ ONLY", "SET SESSION TRANSACTION READ WRITE"},
                        new String[] {"SET SESSION " + readOnly() + " = 1", "SET SESSION " + readOnly() + " = 0"});
        for (String[] way : ways) {
            both.setUp(way[0]);
            both.update("INSERT INTO t VALUES (5, 5, 5, 5)").bothFail();
            both.update("UPDATE t SET n = 7").bothFail();
            both.query(PULLED).agree();
            both.query("SELECT COUNT(*), AVG(n) FROM t").agree();
            both.setUp(way[1]);
            both.update("INSERT INTO t VALUES (5, 5, 5, 5)").agree();
            both.update("DELETE FROM t WHERE id = 5").agree();
        }
    }

    @Test
    void theNextSessionMayWrite() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        both.setUp(
                kind == DatabaseKind.POSTGRESQL
                        ? "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
                        : "SET SESSION TRANSACTION READ ONLY");
        both.query("SELECT COUNT(*) FROM t").agree();
        both.close();
        fill();
        both.query("SELECT COUNT(*) FROM t").agree();
    }

    @Test
    void whatIsSetForATransactionEndsWithIt() throws SQLException {
        assumeThat(kind).isEqualTo(DatabaseKind.POSTGRESQL);
        both.setUp("SET transaction_read_only = on");
        both.update("UPDATE t SET n = 3 WHERE id = 3").agree();
        both.setUp("BEGIN", "SET transaction_read_only = on");
        both.query(PULLED).agree();
        both.setUp("COMMIT", "BEGIN");
        both.update("UPDATE t SET n = 5 WHERE id > 1").agree();
        both.setUp("COMMIT");
    }

    /** What AND CHAIN begins is like what it ends; without a transaction it begins one, or is refused. */
    @Test
    void aChainedTransactionIsLikeTheOneBefore() throws SQLException {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        for (String end : List.of("COMMIT AND CHAIN", "ROLLBACK AND CHAIN")) {
            both.setUp("START TRANSACTION READ ONLY");
            both.query("SELECT COUNT(*) FROM t").agree();
            both.setUp(end);
            both.update("UPDATE t SET n = 30 WHERE id = 3").bothFail();
            both.setUp("ROLLBACK");
            both.update("UPDATE t SET n = 31 WHERE id = 3").agree();
        }
        both.update("COMMIT AND CHAIN").sameOutcome();
        both.update("UPDATE t SET n = 32 WHERE id = 3").agree();
        both.setUp("ROLLBACK");
        both.query("SELECT n FROM t WHERE id = 3").agree();
    }

    /** In each of its spellings; what is none is refused, and does not switch it off. */
    @Test
    void autocommitIsSwitchedByWhatTheDatabaseTakes() throws SQLException {
        assumeThat(kind).isIn(DatabaseKind.MYSQL, DatabaseKind.MARIADB);
        for (String word : List.of("'OFF'", "0", "off", "FALSE", "'ON'", "1", "ON", "true")) {
            both.setUp("SET autocommit = " + word);
            both.update("UPDATE t SET n = n + 1 WHERE id = 3").agree();
            both.setUp("ROLLBACK");
            both.query("SELECT n FROM t WHERE id = 3").agree();
        }
        both.update("SET autocommit = 'perhaps'").bothFail();
        both.update("UPDATE t SET n = n + 1 WHERE id = 3").agree();
        both.setUp("ROLLBACK");
        both.query("SELECT n FROM t WHERE id = 3").agree();
    }

    private String readOnly() {
        return kind == DatabaseKind.MYSQL ? "transaction_read_only" : "tx_read_only";
    }

    // ---- what the server has

    private Set<String> settingsOfTheServer() throws SQLException {
        return switch (kind) {
            case POSTGRESQL -> names("SELECT name FROM pg_settings WHERE context IN ('user', 'superuser')");
            case MARIADB ->
                names("SELECT variable_name FROM information_schema.system_variables"
                        + " WHERE variable_scope LIKE '%SESSION%' AND read_only = 'NO'");
            case MYSQL -> settable(names("SELECT variable_name FROM performance_schema.session_variables"));
            default -> namesOfH2();
        };
    }

    private static Set<String> names(String query) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection plain = shards.plain().getConnection();
                Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Of the commands of which its HELP tells. */
    private static Set<String> namesOfH2() throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection plain = shards.plain().getConnection();
                Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery("HELP SET")) {
            while (rows.next()) {
                String topic = rows.getString("TOPIC").toLowerCase(Locale.ROOT);
                if (rows.getString("SECTION").equals("Commands (Other)") && topic.startsWith("set ")) {
                    names.add(topic.substring("set ".length()));
                }
            }
        }
        return names;
    }

    private static Set<String> settable(Set<String> names) throws SQLException {
        Set<String> settable = new TreeSet<>();
        for (String name : names) {
            if (canBeSet("SET SESSION " + name + " = @@SESSION." + name)) {
                settable.add(name);
            }
        }
        return settable;
    }

    private static boolean canBeSet(String set) throws SQLException {
        try (Connection plain = shards.plain().getConnection();
                Statement statement = plain.createStatement()) {
            statement.execute(set);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** What a connection has, as a literal; null where the server has no such setting. */
    private String value(String setting) throws SQLException {
        String query = kind == DatabaseKind.POSTGRESQL ? "SHOW " + setting : "SELECT @@SESSION." + setting;
        try (Connection plain = shards.plain().getConnection();
                Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            String value = rows.getString(1);
            return value == null || value.matches("-?[0-9]+") ? value : "'" + value.replace("'", "''") + "'";
        } catch (SQLException e) {
            return null;
        }
    }

    // ---- what the page says

    /** By "Refused", "Followed" and "Told": name and, where it is refused, a value. */
    private Map<String, Map<String, String>> page() throws IOException {
        String title = "## "
                + switch (kind) {
                    case POSTGRESQL -> "PostgreSQL";
                    case H2 -> "H2";
                    default -> "MySQL and MariaDB";
                };
        Map<String, Map<String, String>> groups = new LinkedHashMap<>();
        boolean within = false;
        Map<String, String> group = null;
        for (String line : Files.readAllLines(Path.of("../docs/session-settings.md"))) {
            if (line.startsWith("## ")) {
                within = line.equals(title);
            } else if (within
                    && (line.startsWith("Refused") || line.startsWith("Followed") || line.startsWith("Told"))) {
                group = groups.computeIfAbsent(line.split("[ :]", 2)[0], name -> new LinkedHashMap<>());
            } else if (within && line.startsWith("Of the database's administrator")) {
                quoted(line, groups.computeIfAbsent("Elsewhere", name -> new LinkedHashMap<>()));
            } else if (within && group != null && line.startsWith("| `")) {
                List<String> cells = quoted(line);
                group.put(cells.get(0), cells.size() > 1 ? cells.get(1) : "");
            } else if (within && group != null && line.startsWith("| ") && line.contains("`")) {
                quoted(line, group);
            }
        }
        assertThat(groups.keySet()).as("docs/session-settings.md").contains("Refused", "Followed", "Told");
        return groups;
    }

    private static void quoted(String line, Map<String, String> into) {
        quoted(line).forEach(name -> into.put(name, ""));
    }

    private static List<String> quoted(String line) {
        List<String> found = new ArrayList<>();
        String[] parts = line.split("`");
        for (int i = 1; i < parts.length; i += 2) {
            found.add(parts[i]);
        }
        return found;
    }
}
