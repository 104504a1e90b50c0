package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README says of a statement is so: one database, this library, and ShardingSphere are asked it. */
class ReadmeStatementTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: ds_of_user}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: table_of_order}}
              shardingAlgorithms:
                ds_of_user: {type: INLINE, props: {algorithm-expression: "ds_${user_id % 2}"}}
                table_of_order: {type: INLINE, props: {algorithm-expression: "t_order_${order_id % 2}"}}
            - !SINGLE
              tables: ["ds_0.plain"]
            """;
    private static final String COLUMNS = " (order_id BIGINT PRIMARY KEY, user_id BIGINT, amount INT)";
    private static final List<String> TABLES = List.of(
            "ds_0.t_order_0" + COLUMNS,
            "ds_0.t_order_1" + COLUMNS,
            "ds_1.t_order_0" + COLUMNS,
            "ds_1.t_order_1" + COLUMNS,
            "ds_0.plain" + COLUMNS);

    @Test
    void theReadmeShowsWhatIsAnswered() throws Exception {
        String readme = Files.readString(Path.of(System.getProperty("basedir", "."), "../README.md"));
        int start = readme.indexOf("```sql\n") + "```sql\n".length();
        String sql = readme.substring(start, readme.indexOf('\n', start));
        Contender ours = filled(Contender.ours("readme_ours", RULES, TABLES));
        Contender theirs = filled(Contender.theirs("readme_theirs", RULES, TABLES));
        try {
            assertThat(ours.run(sql.replace("t_order", "plain"))).isEqualTo(rows(readme, "one database"));
            assertThat(ours.run(sql)).isEqualTo(rows(readme, "sharding-jdbc"));
            assertThat(theirs.run(sql)).isEqualTo(rows(readme, "ShardingSphere-JDBC 5.5.2"));
        } finally {
            ours.close();
            theirs.close();
        }
    }

    private static Contender filled(Contender contender) throws Exception {
        for (int i = 0; i < 12; i++) {
            for (String table : List.of("t_order", "plain")) {
                contender.run(
                        "INSERT INTO " + table + " (order_id, user_id, amount) VALUES (?, ?, ?)",
                        (long) i,
                        (long) i / 2,
                        10 * i);
            }
        }
        return contender;
    }

    /** The rows that the README's table has for one of the three, as a contender gives them. */
    private static List<String> rows(String readme, String who) {
        String begin = "\n| " + who + " | ";
        int start = readme.indexOf(begin) + begin.length();
        String cell = readme.substring(start, readme.indexOf(" |\n", start));
        return Arrays.stream(cell.split(", ")).map(value -> value + "|").toList();
    }
}
