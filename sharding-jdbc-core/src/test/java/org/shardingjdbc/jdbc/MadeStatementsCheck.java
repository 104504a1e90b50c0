package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.print.TreeEdits;

/**
 * Compares each statement that planning makes of another one, in all tests, with what parsing its text gives: the same
 * tree, spans included, the same parameters and the same rest. JUnit finds it by itself.
 */
public final class MadeStatementsCheck implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        TreeEdits.observe(MadeStatementsCheck::compare);
    }

    private static void compare(ParsedSql of, ParsedSql made, SqlParser parser) {
        ParsedSql parsed =
                (made.plain() ? parser.parsePlain(made.sql()) : parser.parse(made.sql())).withLiterals(of.literals());
        for (int i = 0;
                i
                        < Math.min(
                                made.analysis().nodes().size(),
                                parsed.analysis().nodes().size());
                i++) {
            Node one = made.analysis().nodes().get(i);
            Node other = parsed.analysis().nodes().get(i);
            if (one.children().isEmpty()
                    || one.getClass() != other.getClass()
                    || !one.span().equals(other.span())) {
                assertThat(one).as(made.sql()).isEqualTo(other);
            }
        }
        assertThat(made.statement()).as(made.sql()).isEqualTo(parsed.statement());
        assertThat(made.analysis().nodes())
                .as(made.sql())
                .isEqualTo(parsed.analysis().nodes());
        assertThat(made).as(made.sql()).isEqualTo(parsed);
    }
}
