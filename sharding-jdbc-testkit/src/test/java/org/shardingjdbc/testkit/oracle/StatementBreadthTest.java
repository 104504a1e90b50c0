package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

/** What is promised of the statements occurs in them. */
class StatementBreadthTest {
    private static final List<String> EVERYWHERE_READ = List.of(
            " + ",
            " - ",
            " * ",
            " / NULLIF(",
            "CASE WHEN ",
            "COALESCE(",
            "NULLIF(",
            "UPPER(",
            "LOWER(",
            "TRIM(",
            "SUBSTRING(",
            "CONCAT(",
            "REPLACE(",
            "CHAR_LENGTH(",
            "POSITION(",
            "ROUND(",
            "ABS(",
            "MOD(",
            " % ",
            "CAST(",
            "EXTRACT(YEAR",
            " BETWEEN ",
            " NOT BETWEEN ",
            " IN (",
            " NOT IN (",
            " LIKE ",
            " NOT LIKE ",
            " ESCAPE ",
            " IS NULL",
            " IS NOT NULL",
            " IS TRUE",
            " IS NOT ",
            "NOT (",
            " OR ",
            ") IN ((",
            " JOIN ",
            " INNER JOIN ",
            " LEFT JOIN ",
            " LEFT OUTER JOIN ",
            " RIGHT JOIN ",
            " CROSS JOIN ",
            " USING (",
            " NATURAL ",
            "FROM (SELECT",
            "EXISTS (SELECT",
            "NOT EXISTS (",
            " IN (SELECT",
            " NOT IN (SELECT",
            " = ANY (",
            " > ALL (",
            " < SOME (",
            "= (SELECT",
            "COALESCE(SUM(",
            "(SELECT COUNT(*)",
            "(SELECT MAX(",
            "WITH q AS (",
            "WITH q(",
            "WITH RECURSIVE ",
            " UNION ",
            " UNION ALL ",
            " UNION DISTINCT ",
            " EXCEPT ",
            " INTERSECT ",
            " OVER (PARTITION BY ",
            "ROW_NUMBER()",
            "RANK()",
            "DENSE_RANK()",
            "NTILE(",
            "LAG(",
            "LEAD(",
            "FIRST_VALUE(",
            "LAST_VALUE(",
            "NTH_VALUE(",
            " OVER w",
            " WINDOW w AS (",
            " ROWS BETWEEN ",
            " RANGE BETWEEN ",
            "PERCENT_RANK()",
            "CUME_DIST()",
            " GROUP BY ",
            " HAVING ",
            "COUNT(*)",
            "COUNT(DISTINCT ",
            "SUM(",
            "SUM(DISTINCT ",
            "AVG(",
            "MIN(",
            "MAX(",
            "ROUND(AVG(",
            "SUM(CASE WHEN ",
            "VAR_POP(",
            "STDDEV_SAMP(",
            "SUM(COUNT(*)) OVER ()",
            "SELECT DISTINCT ",
            " ORDER BY 1",
            " ORDER BY c1",
            " DESC",
            " ASC",
            " LIMIT ",
            " OFFSET ",
            " FETCH NEXT ",
            " WITH TIES",
            " FOR UPDATE",
            "SELECT * FROM ",
            "SELECT COUNT(*) AS total FROM (",
            " AS rn FROM ",
            "SELECT EXISTS (",
            " LIMIT ?",
            " = ?");
    private static final List<String> EVERYWHERE_WRITE = List.of(
            "INSERT INTO ",
            "), (",
            " VALUES ",
            "DEFAULT",
            "NULL",
            " SELECT ",
            "WHERE NOT EXISTS (SELECT",
            "UPDATE ",
            "DELETE FROM ",
            " IN (SELECT",
            " = (SELECT MAX(",
            "user_id = user_id",
            "CASE WHEN ",
            "COALESCE(",
            " + 1",
            "UPPER(",
            " ?");

    private static final Map<DatabaseKind, List<String>> READ = Map.of(
            DatabaseKind.H2,
            List.of(
                    " IS DISTINCT FROM ",
                    "RANK() OVER (ORDER BY COUNT(*)",
                    " IS NOT DISTINCT FROM ",
                    " || ",
                    "DATEADD(",
                    "DATEDIFF(",
                    " FILTER (WHERE ",
                    "LISTAGG(",
                    "EVERY(",
                    " NULLS FIRST",
                    " NULLS LAST",
                    "ARRAY_AGG(",
                    "PERCENTILE_DISC("),
            DatabaseKind.POSTGRESQL,
            List.of(
                    " IS DISTINCT FROM ",
                    "RANK() OVER (ORDER BY COUNT(*)",
                    " IS NOT DISTINCT FROM ",
                    " || ",
                    " ILIKE ",
                    " FULL JOIN ",
                    "LATERAL (SELECT",
                    " FILTER (WHERE ",
                    "STRING_AGG(",
                    "STRING_AGG(DISTINCT ",
                    "BOOL_AND(",
                    "BOOL_OR(",
                    "ROLLUP (",
                    "CUBE (",
                    "GROUPING SETS (",
                    "GROUPING(",
                    "DISTINCT ON (",
                    " NULLS FIRST",
                    " NULLS LAST",
                    " EXCEPT ALL ",
                    " INTERSECT ALL ",
                    "ARRAY_AGG(",
                    "PERCENTILE_DISC("),
            DatabaseKind.MARIADB,
            List.of(" <=> ", "DATE_ADD(", "DATEDIFF(", "GROUP_CONCAT(", "SEPARATOR", " WITH ROLLUP", "HEX("),
            DatabaseKind.MYSQL,
            List.of(" <=> ", "DATE_ADD(", "DATEDIFF(", "GROUP_CONCAT(", "SEPARATOR", " WITH ROLLUP", "HEX("));
    private static final Map<DatabaseKind, List<String>> WRITE = Map.of(
            DatabaseKind.H2,
            List.of("MERGE INTO ", " KEY (", " WHEN MATCHED ", " WHEN NOT MATCHED "),
            DatabaseKind.POSTGRESQL,
            List.of(
                    " ON CONFLICT DO NOTHING",
                    ") DO NOTHING",
                    ") DO UPDATE SET ",
                    "EXCLUDED.",
                    " RETURNING ",
                    " FROM ",
                    " USING "),
            DatabaseKind.MARIADB,
            List.of(
                    " ON DUPLICATE KEY UPDATE ",
                    "VALUES(",
                    "REPLACE INTO ",
                    "INSERT IGNORE ",
                    " SET ",
                    " LIMIT ",
                    " RETURNING ",
                    "DELETE t_",
                    "UPDATE t_order JOIN ",
                    " FROM DUAL"),
            DatabaseKind.MYSQL,
            List.of(
                    " ON DUPLICATE KEY UPDATE ",
                    "VALUES(",
                    "REPLACE INTO ",
                    "INSERT IGNORE ",
                    " SET ",
                    " LIMIT ",
                    "DELETE t_",
                    "UPDATE t_order JOIN ",
                    " FROM DUAL"));

    /** MySQL has them not, or from a later 8.0 on than is tested. */
    private static final List<String> LACKING_IN_MYSQL =
            List.of(" EXCEPT ", " INTERSECT ", " FETCH NEXT ", " WITH TIES");

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void everyConstructOccurs(DatabaseKind kind) {
        SchemaModel schema = new SampleSchema(kind).model();
        SqlGenerator generator = new SqlGenerator();
        List<GeneratedStatement> reads = new ArrayList<>();
        List<GeneratedStatement> writes = new ArrayList<>();
        for (int seed = 0; seed < 5000; seed++) {
            reads.add(generator.read(schema, RandomChoices.ofSeed(seed)));
            writes.add(generator.write(schema, RandomChoices.ofSeed(seed)));
        }
        Map<String, Integer> counts = new TreeMap<>();
        EVERYWHERE_READ.stream()
                .filter(text -> kind != DatabaseKind.MYSQL || !LACKING_IN_MYSQL.contains(text))
                .forEach(text -> counts.put("read " + text, count(reads, text)));
        READ.get(kind).forEach(text -> counts.put("read " + text, count(reads, text)));
        EVERYWHERE_WRITE.forEach(text -> counts.put("write " + text, count(writes, text)));
        WRITE.get(kind).forEach(text -> counts.put("write " + text, count(writes, text)));
        assertThat(counts)
                .allSatisfy((text, count) -> assertThat(count).as(text).isPositive());
        assertThat(share(reads, s -> !s.parameters().isEmpty()))
                .as("with parameters")
                .isBetween(0.1, 0.5);
        assertThat(share(reads, GeneratedStatement::totalOrder))
                .as("in total order")
                .isBetween(0.2, 0.8);
        assertThat(share(reads, s -> s.sql().length() < 160)).as("short").isBetween(0.3, 0.8);
    }

    /** What the simplest decisions make is small: that is where shrinking leads. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void simplestDecisionsMakeTheSmallestStatement(DatabaseKind kind) {
        SchemaModel schema = new SampleSchema(kind).model();
        SqlGenerator generator = new SqlGenerator();
        RandomChoices none = RandomChoices.replay(new int[0]);
        assertThat(generator.read(schema, none).sql()).hasSizeLessThan(60);
        assertThat(generator.write(schema, none).sql()).hasSizeLessThan(160);
        assertThat(generator.transaction(schema, none)).hasSize(3);
    }

    private static int count(List<GeneratedStatement> statements, String text) {
        return (int) statements.stream().filter(s -> s.sql().contains(text)).count();
    }

    private static double share(List<GeneratedStatement> statements, Predicate<GeneratedStatement> test) {
        return (double) statements.stream().filter(test).count() / statements.size();
    }
}
