package org.shardingjdbc.parser.internal.token;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/**
 * The words of one dialect: its keywords, which of them may be names, and how to call tokens in messages. Immutable.
 */
public final class Vocabularies {
    private static final int LISTED = 5;
    /** A set of that size is one of the grammar's "anything but". */
    private static final int ALMOST_ALL = 350;

    private final Keywords keywords;
    private final IntervalSet identifiers;
    private final IntervalSet functions;

    public Vocabularies(Dialect dialect) {
        keywords = new Keywords(dialect);
        identifiers = startOf(SqlGrammar.RULE_identifier);
        functions = new IntervalSet(identifiers);
        functions.addAll(startOf(SqlGrammar.RULE_reservedFunction));
    }

    private static IntervalSet startOf(int rule) {
        return SqlGrammar._ATN.nextTokens(SqlGrammar._ATN.ruleToStartState[rule]);
    }

    public Keywords keywords() {
        return keywords;
    }

    /** Whether a token of this type may be a name. */
    public boolean mayName(int type) {
        return identifiers.contains(type);
    }

    /** Whether a parenthesis after a token of this type opens the arguments of a call. */
    boolean mayNameFunction(int type) {
        return functions.contains(type);
    }

    /**
     * What a message calls the token that was found. Texts and larger numbers are not shown, nor a word that touches a
     * text: it may be what is left of one with a quote in it.
     */
    public static String found(SqlToken token) {
        return switch (token.getType()) {
            case Token.EOF -> "end of statement";
            case SqlGrammar.T_STRING, SqlGrammar.T_OTHER_LITERAL -> "a string";
            case SqlGrammar.T_INTEGER, SqlGrammar.T_DECIMAL, SqlGrammar.T_APPROXIMATE, SqlGrammar.T_BINARY ->
                token.getText().length() > 2 ? "a number" : "'" + token.getText() + "'";
            default -> token.touchesText() ? "a word behind a string" : "'" + abbreviate(token.getText()) + "'";
        };
    }

    private static String abbreviate(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }

    /** What a message calls the tokens that could have been there: a short list. */
    public String expected(IntervalSet types) {
        if (types.size() > ALMOST_ALL) {
            return types.contains(SqlGrammar.T_CLOSE) ? "')' or more" : "more";
        }
        List<String> words = new ArrayList<>();
        boolean expression = types.contains(SqlGrammar.T_PARAMETER) && types.contains(SqlGrammar.CASE);
        boolean name = types.contains(SqlGrammar.T_IDENTIFIER);
        if (expression) {
            words.add("an expression");
        } else if (name) {
            words.add("a name");
        }
        IntervalSet covered = expression ? startOf(SqlGrammar.RULE_expression) : name ? identifiers : new IntervalSet();
        for (int type : types.toList()) {
            String word = display(type);
            if (!covered.contains(type) && !words.contains(word)) {
                words.add(word);
            }
        }
        if (words.size() <= LISTED) {
            return words.isEmpty() ? "something else" : String.join(" or ", words);
        }
        return String.join(" or ", words.subList(0, LISTED)) + " or another of " + (words.size() - LISTED);
    }

    private static String display(int type) {
        return switch (type) {
            case Token.EOF -> "end of statement";
            case SqlGrammar.T_OPEN, SqlGrammar.T_QUERY_OPEN -> "'('";
            case SqlGrammar.T_CLOSE -> "')'";
            case SqlGrammar.T_COMMA -> "','";
            case SqlGrammar.T_DOT -> "'.'";
            case SqlGrammar.T_EQUAL -> "'='";
            case SqlGrammar.T_ASSIGN -> "':='";
            case SqlGrammar.T_STAR -> "'*'";
            case SqlGrammar.T_LBRACKET -> "'['";
            case SqlGrammar.T_RBRACKET -> "']'";
            case SqlGrammar.T_LBRACE -> "'{'";
            case SqlGrammar.T_RBRACE -> "'}'";
            case SqlGrammar.T_STRING -> "a string";
            case SqlGrammar.T_INTEGER -> "a number";
            case SqlGrammar.T_PARAMETER -> "a parameter";
            case SqlGrammar.T_VARIABLE -> "a variable";
            case SqlGrammar.T_VALUES_FUNCTION -> "VALUES";
            default -> keywordOrSymbol(SqlGrammar.VOCABULARY.getSymbolicName(type));
        };
    }

    private static String keywordOrSymbol(String name) {
        return name.startsWith("T_") ? "an operator" : name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }
}
