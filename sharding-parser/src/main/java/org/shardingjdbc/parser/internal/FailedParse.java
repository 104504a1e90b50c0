package org.shardingjdbc.parser.internal;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.ATNConfig;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.build.Leaves;
import org.shardingjdbc.parser.internal.build.Literals;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlToken;
import org.shardingjdbc.parser.internal.token.SqlToken.TextPosition;
import org.shardingjdbc.parser.internal.token.SqlTokens;
import org.shardingjdbc.parser.internal.token.Vocabularies;

/** Says of a statement that the grammar does not know where reading it ended, and which names it mentions. */
final class FailedParse {
    private final SqlTokens tokens;
    private final Vocabularies vocabularies;
    private final Literals literals;

    FailedParse(SqlTokens tokens, Vocabularies vocabularies, Literals literals) {
        this.tokens = tokens;
        this.vocabularies = vocabularies;
        this.literals = literals;
    }

    UnparsedStatement unparsed(RecognitionException failure) {
        SqlToken token = (SqlToken) failure.getOffendingToken();
        boolean first = token.getTokenIndex() == 0;
        return unparsed(token, first ? "a statement" : vocabularies.expected(expected(failure)));
    }

    private static IntervalSet expected(RecognitionException failure) {
        if (failure instanceof NoViableAltException noViable && noViable.getDeadEndConfigs() != null) {
            IntervalSet types = new IntervalSet();
            for (ATNConfig config : noViable.getDeadEndConfigs()) {
                types.addAll(SqlGrammar._ATN.nextTokens(config.state));
            }
            types.remove(Token.EPSILON);
            if (types.size() > 0) {
                return types;
            }
        }
        IntervalSet types = failure.getExpectedTokens();
        return types == null ? new IntervalSet() : types;
    }

    UnparsedStatement unparsed(SqlToken token, String expected) {
        TextPosition place = TextPosition.of(tokens.sql(), token.start);
        String found = token.getType() == SqlGrammar.T_VERSION_COMMENT
                ? "a comment for some server versions only"
                : Vocabularies.found(token);
        String problem = "Syntax error at line " + place.line() + ":" + place.column() + ": found " + found
                + ", expected " + expected;
        // of a text without a statement, the database may tell comments from semicolons
        Span span = tokens.size() > 1
                ? new Span(tokens.at(0).start, tokens.at(tokens.size() - 2).stop)
                : new Span(0, tokens.sql().length());
        return new UnparsedStatement(
                span,
                mentionedNames(),
                problem,
                place.line(),
                place.column(),
                found,
                expected,
                returnsRows(),
                DefinedKind.of(tokens),
                tokens.sql().strip());
    }

    private boolean returnsRows() {
        return switch (tokens.at(0).getType()) {
            case SqlGrammar.SELECT,
                    SqlGrammar.WITH,
                    SqlGrammar.VALUES,
                    SqlGrammar.TABLE,
                    SqlGrammar.SHOW,
                    SqlGrammar.DESCRIBE,
                    SqlGrammar.DESC,
                    SqlGrammar.EXPLAIN,
                    SqlGrammar.T_OPEN,
                    SqlGrammar.T_QUERY_OPEN,
                    SqlGrammar.PREVIEW,
                    SqlGrammar.ANALYZE -> true;
            default -> false;
        };
    }

    /** The dotted names of the text, in text order. */
    List<QualifiedName> mentionedNames() {
        List<QualifiedName> names = new ArrayList<>();
        int at = 0;
        while (at < tokens.size() - 1) {
            if (!isName(at)) {
                at++;
                continue;
            }
            List<Identifier> parts = new ArrayList<>();
            int last = at;
            parts.add(identifier(at));
            while (tokens.at(last + 1).getType() == SqlGrammar.T_DOT && isName(last + 2)) {
                last += 2;
                parts.add(identifier(last));
            }
            names.add(new QualifiedName(Leaves.span(tokens.at(at), tokens.at(last)), parts));
            at = last + 1;
        }
        return names;
    }

    private boolean isName(int index) {
        int type = tokens.at(index).getType();
        return type != Token.EOF && (vocabularies.mayName(type) || type == SqlGrammar.T_TYPE_PREFIX);
    }

    private Identifier identifier(int index) {
        SqlToken token = tokens.at(index);
        boolean quoted = token.getType() == SqlGrammar.T_QUOTED;
        String text = quoted ? literals.name(token.getText()) : token.getText();
        return new Identifier(Leaves.span(token, token), text, quoted);
    }
}
