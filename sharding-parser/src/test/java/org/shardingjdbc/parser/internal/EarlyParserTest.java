package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.QueryStatement;

/** The parser of those who start: it reads its statement, and leaves nothing behind. */
class EarlyParserTest {
    private static final String THREAD = "sharding-early-parser";

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void itsStatementIsAQueryInEachDialect(Dialect dialect) {
        assertThat(new SqlParser(dialect).parse(EarlyParser.STATEMENT).statement())
                .isInstanceOf(QueryStatement.class);
    }

    @Test
    void itsThreadHasEndedWhenTheStartHas() {
        EarlyParser.start(Dialects.H2).await();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain(THREAD);
    }

    @Test
    void anInterruptStaysPending() {
        Thread.currentThread().interrupt();
        EarlyParser.start(Dialects.H2).await();
        assertThat(Thread.interrupted()).isTrue();
    }
}
