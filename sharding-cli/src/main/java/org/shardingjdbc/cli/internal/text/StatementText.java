package org.shardingjdbc.cli.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlGrammar;
import org.shardingjdbc.parser.internal.SqlLexer;

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
    public static StatementText first(String text, Dialect dialect) {
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        try {
            int start = -1;
            while (lexer.next()) {
                start = start < 0 ? lexer.start() : start;
                if (lexer.type() == SqlGrammar.T_SEMICOLON) {
                    return new StatementText(text.substring(0, lexer.start()).strip(), false, start, lexer.stop());
                }
                if (isEndWithLetter(text, lexer.start())) {
                    int stop = lexer.start() + 2;
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

    private static boolean isEndWithLetter(String text, int at) {
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
    private static int firstToken(String text, Dialect dialect) {
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
        List<StatementText> all = new ArrayList<>();
        String rest = text;
        int at = 0;
        for (StatementText next = first(rest, dialect); next != null; next = first(rest, dialect)) {
            if (!isEmpty(next.sql(), dialect)) {
                all.add(new StatementText(next.sql(), next.expanded(), at + next.start(), at + next.stop()));
            }
            at += next.stop();
            rest = text.substring(at);
        }
        if (!isEmpty(rest, dialect)) {
            all.add(new StatementText(rest.strip(), false, at + firstToken(rest, dialect), text.length()));
        }
        return all;
    }
}
