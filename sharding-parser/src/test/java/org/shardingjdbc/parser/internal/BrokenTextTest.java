package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.token.Keywords;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** Damaged statements are understood, left unparsed or refused, and nothing else. */
class BrokenTextTest {
    private static final long SEED = 20_240_229L;

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void damagedTokensNeverBreakTheParser(Dialect dialect) {
        Random random = new Random(SEED);
        SqlParser parser = new SqlParser(dialect);
        List<String> statements = Corpus.statements(dialect);
        for (String sql : statements) {
            List<String> tokens = tokens(sql, dialect);
            List<String> others = tokens(statements.get(random.nextInt(statements.size())), dialect);
            for (int round = 0; round < 6; round++) {
                List<String> damaged = new ArrayList<>(tokens);
                int at = random.nextInt(damaged.size());
                switch (round % 3) {
                    case 0 -> damaged.remove(at);
                    case 1 -> damaged.add(at, others.get(random.nextInt(others.size())));
                    default -> damaged.set(at, others.get(random.nextInt(others.size())));
                }
                parse(parser, String.join(" ", damaged));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void cutTextNeverBreaksTheParser(Dialect dialect) {
        Random random = new Random(SEED);
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            parse(parser, sql.substring(0, random.nextInt(sql.length())));
            parse(parser, sql.substring(random.nextInt(sql.length())));
        }
    }

    private static void parse(SqlParser parser, String sql) {
        try {
            ParsedSql parsed = parser.parse(sql);
            Nodes.forEach(
                    parsed.statement(),
                    node -> assertThat(node.span().stop()).as(sql).isLessThanOrEqualTo(sql.length()));
        } catch (ShardingException refused) {
            assertThat(refused.code().number()).as(sql).isBetween(1001, 1005);
        } catch (RuntimeException | Error failure) {
            throw new AssertionError(sql, failure);
        }
    }

    private static List<String> tokens(String sql, Dialect dialect) {
        List<String> tokens = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(sql, dialect, new Keywords(dialect), null);
        while (lexer.next()) {
            tokens.add(sql.substring(lexer.start(), lexer.stop()));
        }
        return tokens;
    }
}
