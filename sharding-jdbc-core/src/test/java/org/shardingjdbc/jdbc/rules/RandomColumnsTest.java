package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Random statements over tables whose texts a rule stores backwards, and over a plain database: the same answers, or a
 * refusal before anything was done. The system property {@code random.columns.seed} asks for another run.
 */
@Tag("random")
class RandomColumnsTest {
    private static final int STATEMENTS = 1500;
    private static final String[] TEXTS = {"ab", "ba", "abc", "x", "", "level", "a b", "g'h"};

    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u: *four
              bindingTables:
              - t,u
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !TEST_RULE
              prefix: my_
              reversed: [t.name, t.nick=nick_stored, t.tag=tag_stored/tag_form, u.name, u.nick=nick_stored, u.tag=tag_stored/tag_form]
            """;

    private Random random;
    private List<Object> parameters;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void answersAreThoseOfAPlainDatabaseOrNone(DatabaseKind kind) throws Exception {
        long seed = Long.getLong("random.columns.seed", 20261123L);
        random = new Random(seed);
        String name = "random_columns_" + kind.name().toLowerCase(Locale.ROOT);
        int answered = 0;
        try (Fixture<ShardingDataSource> fixture =
                        Fixture.on(kind, name).rules(RULES).open(TestRules::open);
                Connection plain = fixture.plain().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            for (String table : new String[] {"t", "u"}) {
                String create = "CREATE TABLE " + table
                        + " (id INT PRIMARY KEY, name VARCHAR(20), tag VARCHAR(20), nick VARCHAR(20),"
                        + " plain VARCHAR(20), x INT)";
                try (Statement statement = plain.createStatement()) {
                    statement.execute(create);
                }
                fixture.onSharded(
                        create.replace("nick", "nick_stored").replace("tag ", "tag_form VARCHAR(20), tag_stored "));
            }
            for (int i = 0; i < STATEMENTS; i++) {
                parameters = new ArrayList<>();
                String sql = i < 60 ? insert() : statement();
                answered += isAnswered("seed " + seed + ", statement " + i, sql, plain, sharded) ? 1 : 0;
            }
        }
        assertThat(answered).isGreaterThan(STATEMENTS / 3);
    }

    private boolean isAnswered(String title, String sql, Connection plain, Connection sharded) throws SQLException {
        List<String> found;
        try {
            found = run(sharded, sql);
        } catch (SQLException e) {
            // What a plain database says too, such as of a key that is there already, is no refusal.
            if (String.valueOf(e.getMessage()).startsWith("SHD-")) {
                return false;
            }
            assertThat(fails(plain, sql))
                    .as(title + ": " + sql + " " + parameters + " " + e)
                    .isTrue();
            return true;
        }
        assertThat(found).as(title + ": " + sql + " " + parameters).isEqualTo(run(plain, sql));
        return true;
    }

    private boolean fails(Connection connection, String sql) {
        try {
            run(connection, sql);
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    private List<String> run(Connection connection, String sql) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                prepared.setObject(i + 1, parameters.get(i));
            }
            List<String> rows = new ArrayList<>();
            if (!prepared.execute()) {
                rows.add("count " + prepared.getUpdateCount());
                return rows;
            }
            try (ResultSet result = prepared.getResultSet()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 1; i <= columns; i++) {
                        row.append(result.getString(i)).append('|');
                    }
                    rows.add(row.toString());
                }
            }
            Collections.sort(rows);
            return rows;
        }
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String statement() {
        return switch (random.nextInt(10)) {
            case 0 -> insert();
            case 1 -> update();
            case 2 -> "DELETE FROM " + one("t", "u") + " WHERE id < 30 AND " + condition(one("name", "nick", "tag"));
            case 3 -> copied();
            default -> query();
        };
    }

    private String insert() {
        StringBuilder sql = new StringBuilder("INSERT INTO " + one("t", "u"));
        boolean listed = random.nextInt(4) > 0;
        sql.append(listed ? " (plain, tag, name, id, nick)" : "").append(" VALUES ");
        int rows = 1 + random.nextInt(3);
        for (int i = 0; i < rows; i++) {
            String id = String.valueOf(random.nextInt(400));
            sql.append(i == 0 ? "" : ", ");
            sql.append(
                    listed
                            ? "(" + value() + ", " + value() + ", " + value() + ", " + id + ", " + value() + ")"
                            : "(" + id + ", " + value() + ", " + value() + ", " + value() + ", " + value() + ", "
                                    + random.nextInt(5) + ")");
        }
        return sql.toString();
    }

    private String update() {
        String set = one(
                "name = " + value(),
                "plain = " + value(),
                "nick = " + value() + ", x = x + 1",
                "tag = " + value(),
                "x = 3, tag = " + value() + ", name = " + value(),
                "tag = DEFAULT",
                "tag = name",
                "name = tag",
                "name = nick",
                "name = plain",
                "plain = name",
                "name = UPPER(name)");
        // parameters stand in the order of the text
        return "UPDATE " + one("t", "u") + " SET " + fresh(set) + " WHERE "
                + condition(one("name", "plain", "nick", "tag"));
    }

    /** Rows of one table for another one, with keys that are none of its own yet, or that are. */
    private String copied() {
        String columns = one("id, name, tag", "id, plain, nick", "id, tag, x", "id, nick, name", "id, plain, tag");
        String given = fresh(one("id, name, tag", "id, plain, nick", "id, ?, x", "id, 'lit', name", "id, nick, tag"));
        String tables = one("t SELECT FROM u", "u SELECT FROM t");
        return "INSERT INTO " + tables.charAt(0) + " (" + columns + ") SELECT " + given + " FROM "
                + tables.charAt(tables.length() - 1) + " WHERE " + condition(one("name", "tag")) + " AND id > "
                + random.nextInt(400);
    }

    /** The choices that were not taken left parameters behind: the text is made anew with its own ones only. */
    private String fresh(String text) {
        parameters.clear();
        StringBuilder made = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '?') {
                parameters.add(TEXTS[random.nextInt(TEXTS.length)]);
            }
            made.append(c);
        }
        return made.toString();
    }

    private String value() {
        return switch (random.nextInt(5)) {
            case 0 -> "NULL";
            case 1, 2 -> {
                parameters.add(TEXTS[random.nextInt(TEXTS.length)]);
                yield "?";
            }
            default -> literal();
        };
    }

    private String literal() {
        return "'" + TEXTS[random.nextInt(TEXTS.length)].replace("'", "''") + "'";
    }

    private String condition(String column) {
        int kind = random.nextInt(14);
        return switch (kind) {
            case 0 -> column + " IS NULL";
            case 1 -> column + " IS NOT NULL AND x > " + random.nextInt(4);
            case 2 -> column + " IN (" + value() + ", " + value() + ")";
            case 3 -> "NOT (" + column + " = " + value() + ")";
            case 4 -> column + " <> " + value();
            case 5 -> column + " LIKE 'a%'";
            case 6 -> column + " > " + literal();
            case 7 -> "(" + condition(column) + " OR " + condition(column) + ")";
            case 8 -> column + " IS DISTINCT FROM " + literal();
            case 9 -> "UPPER(" + column + ") = 'AB'";
            default -> column + " = " + value();
        };
    }

    private String query() {
        return switch (random.nextInt(9)) {
            case 0 -> joined();
            case 1 ->
                "SELECT name FROM t WHERE " + condition("name") + one(" UNION ", " UNION ALL ") + "SELECT "
                        + one("name", "nick", "plain", "tag") + " FROM u WHERE " + condition("nick");
            case 2 -> grouped(one("name", "nick", "plain, name", "UPPER(name)", "tag"));
            case 3 ->
                "SELECT t.id, t.name FROM t WHERE " + one("EXISTS", "NOT EXISTS")
                        + " (SELECT 1 FROM u WHERE u.id = t.id AND "
                        + one("u.name = t.name", "u.nick = t.name", "u.plain = t.name", "u.tag = t.tag")
                        + " AND " + condition("u.nick") + ")";
            case 4 ->
                "SELECT "
                        + one(
                                "DISTINCT name",
                                "COUNT(name), COUNT(DISTINCT nick)",
                                "MAX(name)",
                                "DISTINCT nick, x",
                                "COUNT(DISTINCT tag), COUNT(tag)",
                                "DISTINCT tag")
                        + " FROM " + one("t", "u") + " WHERE " + condition("name");
            case 5 -> derived();
            default ->
                "SELECT "
                        + one(
                                "*",
                                "id, name",
                                "nick AS n, plain, name AS n2",
                                "name || 'x'",
                                "t.*, nick",
                                "t.*, tag, id",
                                "tag AS n")
                        + " FROM t WHERE " + condition(one("name", "t.nick", "plain", "tag", "t.tag"))
                        + one("", " ORDER BY id", " ORDER BY name", " AND id < 200");
        };
    }

    private String derived() {
        String inner = "SELECT "
                + one("id, x", "id, x, name", "*", "id, nick AS name, x", "x, id, tag AS name", "DISTINCT id, x, name")
                + " FROM t WHERE " + condition(one("name", "tag"));
        String outer = "d.id, d." + one("x", "name", "x, UPPER(d.name)") + one("", ", d.*");
        String where = " WHERE " + one("d.id > 5", condition("d.name"), "d.name IS NULL");
        return random.nextInt(3) == 0
                ? "WITH d AS (" + inner + ") SELECT " + one("*", outer) + " FROM d" + where
                : "SELECT " + one("*", outer) + " FROM (" + inner + ") d" + where;
    }

    private String grouped(String keys) {
        return "SELECT " + keys + ", COUNT(*) FROM t WHERE " + condition("nick") + " GROUP BY " + keys;
    }

    private String joined() {
        return "SELECT " + one("t.id, u.name", "t.name, u.plain", "*", "t.*", "COUNT(u.nick)", "t.tag, u.*")
                + " FROM t "
                + one("", "LEFT ") + "JOIN u ON t.id = u.id"
                + one("", " AND t.name = u.nick", " AND t.name = u.plain", " AND u.tag = t.tag", " AND u.tag = t.name")
                + " WHERE "
                + condition(one("t.name", "u.nick", "u.plain", "u.tag"));
    }
}
