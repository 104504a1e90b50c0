package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which of two databases a statement goes to in ShardingSphere 5.5.2 and here: production or its shadow, the primary or
 * its replica. What the pages say to differ is left out.
 */
class SameDestinationsTest {
    private static final String COLUMNS = "t_side (id INT PRIMARY KEY, user_id INT, name VARCHAR(20), side VARCHAR(9))";
    private static final List<String> TABLES = List.of("ds_0." + COLUMNS, "ds_1." + COLUMNS);
    private static final String SHADOW = """
            rules:
              - !SHARDING
                tables:
                  t_side:
                    actualDataNodes: logic.t_side
              - !SHADOW
                dataSources:
                  logic:
                    productionDataSourceName: ds_0
                    shadowDataSourceName: ds_1
                tables:
                  t_side:
                    dataSourceNames:
                      - logic
                    shadowAlgorithmNames: ${names}
                shadowAlgorithms:
            """;
    private static final String REPLICAS = """
            rules:
              - !SHARDING
                tables:
                  t_side:
                    actualDataNodes: logic.t_side
              - !READWRITE_SPLITTING
                dataSourceGroups:
                  logic:
                    writeDataSourceName: ds_0
                    readDataSourceNames:
                      - ds_1
                    transactionalReadQueryStrategy: PRIMARY
            """;
    private static final List<String> MARKED = List.of(
            "INSERT INTO t_side (id, user_id, name, side) VALUES (10, ${user}, ${name}, 'new')",
            "INSERT INTO t_side (id, user_id, name) VALUES (10, ${user}, ${name}), (11, ${user}, ${name})",
            "SELECT side FROM t_side WHERE user_id = ${user} AND name = ${name}",
            "SELECT side FROM t_side t WHERE t.user_id IN (${user}) AND name LIKE ${name}",
            "SELECT COUNT(*), MAX(side) FROM t_side WHERE name = ${name} AND user_id = ${user} AND id > 0",
            "UPDATE t_side SET side = 'new' WHERE user_id = ${user} AND name IN (${name}, ${name})",
            "DELETE FROM t_side WHERE name = ${name} AND user_id = ${user}",
            "INSERT INTO t_side (id, side) VALUES (10, 'new')",
            "UPDATE t_side SET side = 'new'",
            "DELETE FROM t_side",
            "SELECT side FROM t_side");

    private Contender ours;
    private Contender theirs;

    private void open(String prefix, String rules) throws Exception {
        ours = Contender.ours("ours_" + prefix, rules, TABLES);
        theirs = Contender.theirs("theirs_" + prefix, rules, TABLES);
    }

    private void close() throws Exception {
        ours.close();
        theirs.close();
    }

    /** @return whether the second database answered or was changed */
    private boolean same(String sql, Object... values) throws Exception {
        String expected = effect(theirs, sql, values);
        assertThat(effect(ours, sql, values)).as(sql).isEqualTo(expected);
        return expected.startsWith("second ");
    }

    private static String effect(Contender contender, String sql, Object... values) throws Exception {
        for (int i = 0; i < 2; i++) {
            contender.runIn(i, "DELETE FROM t_side");
            String row = ", 'test_a', '" + (i == 0 ? "first" : "second") + "')";
            contender.runIn(i, "INSERT INTO t_side VALUES (1, 7" + row);
            contender.runIn(i, "INSERT INTO t_side VALUES (2, 8" + row.replace("test_a", "real"));
        }
        List<String> before = contender.held("ds_1.t_side");
        String answer = contender.run(sql, values).toString();
        boolean second =
                answer.contains("second") || !contender.held("ds_1.t_side").equals(before);
        return (second ? "second " : "first ") + answer + contender.held("ds_0.t_side") + contender.held("ds_1.t_side");
    }

    private static String algorithms(String type, String properties) {
        StringBuilder text = new StringBuilder();
        for (String operation : List.of("insert", "update", "delete", "select")) {
            text.append("      ").append(operation).append(":\n        type: ").append(type);
            text.append("\n        props: {operation: ").append(operation);
            text.append(", ").append(properties).append("}\n");
        }
        return SHADOW.replace("${names}", "[insert, update, delete, select]") + text;
    }

    private void marks() throws Exception {
        int shadows = 0;
        for (String sql : MARKED) {
            shadows += same(sql.replace("${user}", "7").replace("${name}", "'test_a'")) ? 1 : 0;
            assertThat(same(sql.replace("${user}", "8").replace("${name}", "'real'")))
                    .as(sql)
                    .isFalse();
        }
        assertThat(shadows).isEqualTo(7);
        assertThat(same("SELECT side FROM t_side WHERE user_id = ? AND name = ?", 7, "test_a"))
                .isTrue();
        assertThat(same("SELECT side FROM t_side WHERE user_id = ? AND name = ?", 7L, "test_a"))
                .isTrue();
        close();
    }

    @Test
    void ofValues() throws Exception {
        open("value", algorithms("VALUE_MATCH", "column: user_id, value: 7"));
        marks();
    }

    @Test
    void ofValuesThatMatchARegularExpression() throws Exception {
        open("regex", algorithms("REGEX_MATCH", "column: name, regex: '^test_.*'"));
        marks();
    }

    @Test
    void ofHints() throws Exception {
        open("hint", SHADOW.replace("${names}", "[hint]") + "      hint:\n        type: SQL_HINT\n");
        for (String sql : MARKED) {
            String plain = sql.replace("${user}", "7").replace("${name}", "'test_a'");
            assertThat(same(plain)).isFalse();
            assertThat(same("/* SHARDINGSPHERE_HINT: SHADOW=true */ " + plain)).isTrue();
            assertThat(same("/* SHARDINGSPHERE_HINT: SHADOW=false */ " + plain)).isFalse();
        }
        close();
    }

    @Test
    void ofReads() throws Exception {
        open("replica", REPLICAS);
        for (String sql : List.of(
                "SELECT side FROM t_side",
                "SELECT UPPER(name), side FROM t_side WHERE id IN (SELECT id FROM t_side)",
                "SELECT side FROM t_side UNION ALL SELECT side FROM t_side",
                "WITH x AS (SELECT side FROM t_side) SELECT side FROM x",
                "/* SHARDINGSPHERE_HINT: WRITE_ROUTE_ONLY=false */ SELECT side FROM t_side")) {
            assertThat(same(sql)).as(sql).isTrue();
        }
        for (String sql : List.of(
                "SELECT side FROM t_side FOR UPDATE",
                "/* SHARDINGSPHERE_HINT: WRITE_ROUTE_ONLY=true */ SELECT side FROM t_side",
                "UPDATE t_side SET side = 'new'",
                "DELETE FROM t_side WHERE id = 1")) {
            assertThat(same(sql)).as(sql).isFalse();
        }
        ours.session().setAutoCommit(false);
        theirs.session().setAutoCommit(false);
        assertThat(same("SELECT side FROM t_side")).isFalse();
        ours.session().rollback();
        theirs.session().rollback();
        close();
    }
}
