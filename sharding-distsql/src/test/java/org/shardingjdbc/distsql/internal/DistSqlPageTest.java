package org.shardingjdbc.distsql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.tree.ParseTree;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.words.FirstWords;
import org.shardingjdbc.error.ShardingException;

/**
 * {@code docs/distsql.md} is printed from a template, the grammar and the case files; this test prints it again and
 * compares.
 */
class DistSqlPageTest {
    private static final Path PAGE = Path.of("..", "docs", "distsql.md");
    private static final Path PRINTED = Path.of("target", "distsql.md");
    private static final Path TEMPLATE = Path.of("src", "test", "resources", "page", "distsql.md");

    private static DistSqlPage page() throws IOException {
        return DistSqlPage.of(Files.readAllLines(TEMPLATE));
    }

    @Test
    void thePageIsCurrent() throws IOException {
        String printed = page().text();
        Files.createDirectories(PRINTED.getParent());
        Files.writeString(PRINTED, printed);
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("the page is not what the template, the grammar and the cases say; accept the new one with:"
                        + " cp sharding-distsql/target/distsql.md docs/distsql.md")
                .isEqualTo(printed);
    }

    @Test
    void thePageHasTheSyntaxOfEveryStatementAndPartOnce() throws IOException {
        Grammar grammar = Grammar.read();
        DistSqlPage page = page();
        assertThat(page.statements()).containsExactlyInAnyOrderElementsOf(grammar.statements());
        Set<String> parts = new HashSet<>();
        for (String label : grammar.statements()) {
            grammar.statement(label).forEach(each -> parts.addAll(grammar.used(each)));
        }
        parts.removeAll(SyntaxText.INLINE);
        parts.removeAll(SyntaxText.KNOWN);
        assertThat(page.parts()).containsExactlyInAnyOrderElementsOf(parts);
    }

    @Test
    void everyStatementOfThePageHasAnExample() throws IOException {
        Set<String> shown = page().examples().stream()
                .filter(sql -> isRead(sql) && FirstWords.previewed(sql) == null && FirstWords.formatted(sql) == null)
                .map(DistSqlPageTest::label)
                .collect(Collectors.toSet());
        assertThat(shown).containsExactlyInAnyOrderElementsOf(Grammar.read().statements());
    }

    /** Also one of jobs, which are executed where the module that moves rows is beside this one. */
    private static boolean isRead(String sql) {
        try {
            return new DistSqlLanguage().read(sql) != null;
        } catch (ShardingException e) {
            if (String.valueOf(e.getMessage()).contains("sharding-scaling, which the class path lacks")) {
                return true;
            }
            throw e;
        }
    }

    /** What the grammar calls a statement. */
    private static String label(String sql) {
        DistSqlParser parser = new DistSqlParser(new CommonTokenStream(new DistSqlLexer(CharStreams.fromString(sql))));
        parser.removeErrorListeners();
        ParseTree tree = parser.script().statement().getChild(0);
        String label = name(tree);
        return List.of("changeFeature", "askFeature").contains(label) ? name(tree.getChild(0)) : label;
    }

    /** What the grammar calls a part of a statement. */
    static String name(ParseTree tree) {
        String name = tree.getClass().getSimpleName();
        return Character.toLowerCase(name.charAt(0)) + name.substring(1, name.length() - "Context".length());
    }
}
