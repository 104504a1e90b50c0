package org.shardingjdbc.cli.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * A statement that stands in a longer text, cut as the database would: semicolons in texts, names and comments end
 * nothing. Immutable.
 *
 * @param sql without its end
 * @param expanded whether it ended in {@code \G}, which wants rows one below the other
 * @param start where its first token stands in the text
 * @param stop where the next one begins in the text
 */
public record StatementText(String sql, boolean expanded, int start, int stop) {
    /** The first statement of a text that ends in it; null when none does. */
    public static @Nullable StatementText first(String text, Dialect dialect) {
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        try {
            int start = -1;
            while (lexer.next()) {
                start = start < 0 ? lexer.start() : start;
                if (isEnd(text, lexer.start(), lexer.type())) {
                    int stop = stop(text, lexer.start(), lexer.stop());
                    return new StatementText(
                            text.substring(0, lexer.start()).strip(), text.charAt(stop - 1) == 'G', start, stop);
                }
            }
        } catch (ShardingException e) {
            // a text, a name or a comment has no end yet
            return null;
        }
        return null;
    }

    /** Whether a token is the end of a statement: a semicolon, or a backslash with a letter behind it. */
    static boolean isEnd(CharSequence text, int start, int type) {
        return type == SqlGrammar.T_SEMICOLON || isEndWithLetter(text, start);
    }

    /** Where an end stops whose first token does so there. */
    static int stop(CharSequence text, int start, int token) {
        return text.charAt(start) == '\\' ? start + 2 : token;
    }

    private static boolean isEndWithLetter(CharSequence text, int at) {
        return text.charAt(at) == '\\'
                && at + 1 < text.length()
                && Character.toLowerCase(text.charAt(at + 1)) == 'g'
                && (at + 2 == text.length() || !Character.isLetterOrDigit(text.charAt(at + 2)));
    }

    /** Whether there is nothing but blanks and comments in a text. */
    public static boolean isEmpty(String text, Dialect dialect) {
        try {
            return !new SqlLexer(text, dialect, null, null).next();
        } catch (ShardingException e) {
            return false;
        }
    }

    /** Where a text begins that is not empty. */
    static int firstToken(String text, Dialect dialect) {
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        try {
            lexer.next();
        } catch (ShardingException e) {
            // its first token has no end
            return text.length() - text.stripLeading().length();
        }
        return lexer.start();
    }

    /** What a text waits for: {@code "'"}, {@code "*}{@code /"}, or {@code ";"}. */
    public static String awaited(String text, Dialect dialect) {
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        try {
            while (lexer.next()) {
                continue;
            }
            return ";";
        } catch (ShardingException e) {
            String message = e.getMessage();
            return message.contains("The comment") ? "*/" : message.contains("The string") ? "'" : "\"";
        }
    }

    /** All statements of a text; the last needs no end. */
    public static List<StatementText> all(String text, Dialect dialect) {
        StatementInput input = new StatementInput(dialect);
        List<StatementText> all = new ArrayList<>(input.add(text));
        all.addAll(input.rest());
        return all;
    }
}
