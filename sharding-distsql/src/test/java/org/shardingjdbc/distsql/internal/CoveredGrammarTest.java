package org.shardingjdbc.distsql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.words.FirstWords;

/** What the grammar lets statements say, cases say, wherever it may stand. */
class CoveredGrammarTest {
    /** Words that may be names are not all tried as names. */
    private static final String WORD = "word";

    @Test
    void everyWordOfTheGrammarStandsInACaseThatIsRead() {
        Map<String, Set<String>> said = new TreeMap<>();
        for (String sql : Cases.statements()) {
            if (FirstWords.areOurs(sql) && FirstWords.previewed(sql) == null && FirstWords.formatted(sql) == null) {
                DistSqlParser parser =
                        new DistSqlParser(new CommonTokenStream(new DistSqlLexer(CharStreams.fromString(sql))));
                parser.removeErrorListeners();
                ParseTree tree = parser.script();
                if (parser.getNumberOfSyntaxErrors() == 0) {
                    collect(tree, said);
                }
            }
        }
        List<String> missing = new ArrayList<>();
        Grammar.read().words().forEach((rule, words) -> words.stream()
                .filter(word ->
                        !rule.equals(WORD) && !said.getOrDefault(rule, Set.of()).contains(word))
                .forEach(word -> missing.add(word + " in " + rule)));
        assertThat(missing).isEmpty();
    }

    private static void collect(ParseTree tree, Map<String, Set<String>> said) {
        Set<String> words = said.computeIfAbsent(DistSqlPageTest.name(tree), none -> new HashSet<>());
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (tree.getChild(i) instanceof TerminalNode terminal) {
                words.add(word(terminal.getSymbol()));
            } else {
                collect(tree.getChild(i), said);
            }
        }
    }

    private static String word(Token token) {
        return switch (token.getType()) {
            case Token.EOF -> "EOF";
            case DistSqlLexer.STRING -> "'text'";
            case DistSqlLexer.IDENTIFIER, DistSqlLexer.NUMBER, DistSqlLexer.QUOTED ->
                DistSqlLexer.VOCABULARY.getSymbolicName(token.getType());
            default -> token.getText().toUpperCase(Locale.ROOT);
        };
    }
}
