package org.shardingjdbc.parser.internal;

import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement.ExplainKind;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlTokens;

/**
 * {@code EXPLAIN SHARDING} and {@code PREVIEW} of what the grammar does not know: no database knows such a text, so it
 * is still an explanation, of a statement that is not known. Stateless.
 */
final class ExplainedText {
    private ExplainedText() {}

    /** The explanation; the statement itself where it is none, or nothing follows. */
    static Statement of(SqlTokens tokens, UnparsedStatement unparsed) {
        boolean preview = tokens.at(0).getType() == SqlGrammar.PREVIEW;
        int begin = preview ? 1 : behindSharding(tokens);
        if (begin == 0 || begin >= tokens.size() - 1) {
            return unparsed;
        }
        UnparsedStatement explained = new UnparsedStatement(
                new Span(tokens.at(begin).start, unparsed.span().stop()),
                unparsed.mentionedNames(),
                unparsed.problem(),
                unparsed.line(),
                unparsed.column(),
                unparsed.found(),
                unparsed.expected(),
                unparsed.query(),
                unparsed.definition(),
                tokens.sql().substring(tokens.at(begin - 1).stop).strip());
        boolean analyze = !preview && tokens.at(begin - 1).getType() == SqlGrammar.ANALYZE;
        return new ExplainStatement(
                unparsed.span(),
                preview ? ExplainKind.PREVIEW : ExplainKind.SHARDING,
                explained,
                analyze,
                words(tokens, begin));
    }

    private static String words(SqlTokens tokens, int stop) {
        StringBuilder words = new StringBuilder();
        for (int at = 0; at < stop; at++) {
            words.append(at == 0 ? "" : " ").append(tokens.at(at).getText());
        }
        return words.toString();
    }

    /** Where the explained statement begins; 0 where the text does not begin so. */
    private static int behindSharding(SqlTokens tokens) {
        boolean ours = tokens.size() > 2
                && tokens.at(0).getType() == SqlGrammar.EXPLAIN
                && tokens.at(1).getType() == SqlGrammar.SHARDING;
        if (!ours) {
            return 0;
        }
        return tokens.at(2).getType() == SqlGrammar.ANALYZE ? 3 : 2;
    }
}
