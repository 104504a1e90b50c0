package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;

/** Statements of uncommon size, parsed on a stack of half a megabyte. */
class LongAndDeepTest {
    private static final long SMALL_STACK = 512 * 1024L;

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void longInListIsParsed(Dialect dialect) {
        assertThat(nodes(dialect, "SELECT * FROM t WHERE a IN (" + repeat("12345", ", ", 50_000) + ")"))
                .isEqualTo(50_011);
    }

    @Test
    void longInListOfParametersIsParsed() {
        assertThat(nodes(Dialects.MYSQL, "SELECT * FROM t WHERE a IN (" + repeat("?", ",", 50_000) + ")"))
                .isEqualTo(50_011);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OR", "AND", "+", "-", "*", "||", "="})
    void longChainsAreParsed(String operator) {
        for (Dialect dialect : Dialects.all()) {
            String sql = "SELECT * FROM t WHERE " + repeat("a", " " + operator + " ", 20_000);
            assertThat(nodes(dialect, sql)).isGreaterThan(40_000);
        }
    }

    @Test
    void manyRowsAreParsed() {
        String sql = "INSERT INTO t (a, b) VALUES " + repeat("(?, 'x')", ", ", 20_000);
        assertThat(nodes(Dialects.POSTGRESQL, sql)).isEqualTo(60_007);
    }

    @Test
    void manyQualifiedItemsAreParsed() {
        String sql = "SELECT " + repeat("t.a AS b", ", ", 20_000) + " FROM t";
        assertThat(nodes(Dialects.POSTGRESQL, sql)).isGreaterThan(60_000);
    }

    @Test
    void manyUnionsAndJoinsAreParsed() {
        assertThat(nodes(Dialects.H2, repeat("SELECT a FROM t", " UNION ALL ", 2_000)))
                .isEqualTo(16_001);
        assertThat(nodes(Dialects.H2, "SELECT * FROM a" + " JOIN b ON a.x = b.x".repeat(2_000)))
                .isGreaterThan(20_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "f(", "a * (b + ", "NOT (", "(a, ", "CAST(x AS INT) + ("})
    void deepParenthesesAreParsed(String opening) {
        for (Dialect dialect : Dialects.all()) {
            assertThat(parse(dialect, "SELECT " + opening.repeat(1_000) + "1" + ")".repeat(1_000) + " FROM t"))
                    .isInstanceOf(QueryStatement.class);
        }
    }

    @Test
    void deepConditionsAreParsed() {
        String sql = "SELECT * FROM t WHERE " + "(".repeat(1_000) + "a = 1" + " AND b = 2)".repeat(1_000);
        assertThat(parse(Dialects.MYSQL, sql)).isInstanceOf(QueryStatement.class);
    }

    @Test
    void deepSubqueriesAreParsed() {
        assertThat(parse(
                        Dialects.MYSQL, "SELECT * FROM " + "(SELECT * FROM ".repeat(1_000) + "t" + ") x".repeat(1_000)))
                .isInstanceOf(QueryStatement.class);
        assertThat(parse(
                        Dialects.MYSQL,
                        "SELECT * FROM t WHERE a = " + "(".repeat(1_000) + "SELECT 1" + ")".repeat(1_000)))
                .isInstanceOf(QueryStatement.class);
        assertThat(parse(Dialects.H2, "SELECT * FROM t" + " WHERE a IN (SELECT b FROM t".repeat(500) + ")".repeat(500)))
                .isInstanceOf(QueryStatement.class);
    }

    @Test
    void deepCasesAndSignsAreParsed() {
        for (Dialect dialect : Dialects.all()) {
            assertThat(parse(dialect, "SELECT " + "CASE WHEN a THEN ".repeat(1_000) + "1" + " END".repeat(1_000)))
                    .isInstanceOf(QueryStatement.class);
            assertThat(parse(dialect, "SELECT " + "NOT ".repeat(3_000) + "a")).isInstanceOf(QueryStatement.class);
            assertThat(parse(dialect, "SELECT " + "- ".repeat(3_000) + "a")).isInstanceOf(QueryStatement.class);
        }
    }

    @Test
    void nestingBeyondTheLimitIsRefused() {
        assertThatThrownBy(
                        () -> new SqlParser(Dialects.H2).parse("SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000)))
                .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX));
    }

    private static String repeat(String text, String separator, int count) {
        return String.join(separator, Collections.nCopies(count, text));
    }

    private static int nodes(Dialect dialect, String sql) {
        AtomicInteger count = new AtomicInteger();
        Node statement = parse(dialect, sql);
        Nodes.forEach(statement, node -> count.incrementAndGet());
        return count.get();
    }

    private static Statement parse(Dialect dialect, String sql) {
        AtomicReference<Statement> result = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null, () -> result.set(new SqlParser(dialect).parse(sql).statement()), "small", SMALL_STACK);
        thread.setUncaughtExceptionHandler((where, thrown) -> failure.set(thrown));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
        assertThat(failure.get()).isNull();
        return result.get();
    }
}
