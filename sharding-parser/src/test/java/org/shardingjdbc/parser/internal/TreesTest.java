package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.TreePrinter;

/**
 * SQL and its tree, side by side, in {@code src/test/resources/trees}: a line {@code [DIALECT] SQL}, the printed tree,
 * an empty line. Lines that start with {@code #} are remarks.
 */
class TreesTest {
    @ParameterizedTest
    @ValueSource(strings = {"expressions", "queries", "writes", "definitions", "utilities"})
    void treesAreAsWritten(String file) {
        String expected = Corpus.read("/trees/" + file + ".txt");
        StringBuilder actual = new StringBuilder();
        for (String line : expected.split("\n")) {
            if (line.startsWith("#")) {
                actual.append(line).append('\n');
            } else if (line.startsWith("[")) {
                int end = line.indexOf(']');
                Dialect dialect = Dialects.named(line.substring(1, end));
                String tree = TreePrinter.print(
                        new SqlParser(dialect).parse(line.substring(end + 2)).statement());
                actual.append(line).append('\n').append(tree).append('\n');
            }
        }
        assertThat(actual.toString()).isEqualTo(expected);
    }
}
