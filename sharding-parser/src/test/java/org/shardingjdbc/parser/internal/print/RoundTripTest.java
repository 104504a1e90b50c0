package org.shardingjdbc.parser.internal.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;

/** What is printed is read as the tree that was printed, and printed alike again: of every SQL text that we have. */
class RoundTripTest {
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void everyStatementOfTheCorpus(Dialect dialect) {
        RoundTrip trip = new RoundTrip(dialect);
        Set<String> texts = SqlTexts.corpus(dialect);
        List<String> problems = new ArrayList<>();
        for (String sql : texts) {
            add(problems, trip.problem(sql, false));
        }
        assertThat(problems).isEmpty();
        assertThat(trip.counts()).doesNotContainKey(RoundTrip.Kind.UNPARSED);
        assertThat(trip.counts().values().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(texts.size());
        assertThat(trip.counts().get(RoundTrip.Kind.TREE)).isGreaterThan(dialect == Dialects.SQL92 ? 100 : 200);
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void everyStatementOfOtherTests(Dialect dialect) {
        RoundTrip trip = new RoundTrip(dialect);
        List<String> problems = new ArrayList<>();
        for (String sql : SqlTexts.others(dialect)) {
            try {
                add(problems, trip.problem(sql, false));
                if (dialect.lexis().freeOperators()) {
                    add(problems, trip.problem(sql, true));
                }
            } catch (ShardingException several) {
                // a text of several statements has no tree
            }
        }
        assertThat(problems).isEmpty();
        assertThat(trip.counts().get(RoundTrip.Kind.TREE)).isGreaterThan(2000);
    }

    private static void add(List<String> problems, String problem) {
        if (problem != null) {
            problems.add(problem);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t LIMIT ?, ?",
                "SELECT a FROM t LIMIT ? OFFSET ?",
                "SELECT a FROM t WHERE b = ? OFFSET ? ROWS FETCH NEXT ? ROWS ONLY",
                "SELECT TOP ? a FROM t WHERE b = ?",
                "SELECT a FROM (SELECT TOP 2 a, b FROM t ORDER BY b) x WHERE a IN (SELECT DISTINCT TOP 3 c FROM u)",
                "SELECT a FROM t LIMIT ?, 5",
                "UPDATE t SET a = ? WHERE b = ? LIMIT ?"
            })
    void placeholdersKeepTheirOrder(String sql) {
        for (Dialect dialect : Dialects.all()) {
            assertThat(new RoundTrip(dialect).problem(sql, false))
                    .as(dialect.name())
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT /*+ MAX_EXECUTION_TIME(1000) */ a FROM t WHERE b IN (SELECT /*+ NO_MERGE(u) */ DISTINCT c FROM u)",
                "INSERT /*+ SET_VAR(x = 1) */ IGNORE INTO t VALUES (1)",
                "UPDATE /*+ NO_MERGE(t) */ LOW_PRIORITY t SET a = 1",
                "DELETE /*+ NO_MERGE(t) */ FROM t WHERE a = 1",
                "DELETE /*+ NO_MERGE(t) */ t FROM t, u WHERE t.a = u.a"
            })
    void hintsForTheOptimizerStay(String sql) {
        assertThat(new SqlPrinter(Dialects.MYSQL).print(new SqlParser(Dialects.MYSQL).parse(sql)))
                .isEqualTo(sql);
    }

    /** As long as the grammar reads, and as deep. */
    @Test
    void longAndDeepTexts() {
        List<String> texts = List.of(
                "SELECT a" + " + a".repeat(20_000) + " FROM t",
                "SELECT a" + " || a".repeat(20_000) + " FROM t",
                "SELECT 1 FROM t WHERE a = 1" + " OR a = 1".repeat(20_000),
                "SELECT a = 1" + " = 1".repeat(1_000) + " FROM t",
                "SELECT 1" + " UNION ALL SELECT 1".repeat(5_000),
                "SELECT 1 FROM t" + " CROSS JOIN t".repeat(1_000),
                "SELECT " + "f(".repeat(3_000) + "a" + ")".repeat(3_000),
                "SELECT " + "NOT ".repeat(3_000) + "a",
                "SELECT " + "(".repeat(1_500) + "SELECT 1" + ")".repeat(1_500));
        SqlParser parser = new SqlParser(Dialects.H2);
        SqlPrinter printer = new SqlPrinter(Dialects.H2);
        for (String sql : texts) {
            String printed = printer.print(parser.parse(sql));
            assertThat(printer.print(parser.parse(printed))).isEqualTo(printed);
        }
    }
}
