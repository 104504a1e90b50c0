package org.shardingjdbc.cli.internal.advise;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * What the statements of logs have in common: those that differ in literals only have one key, and those that were
 * prepared have the text that was. Not thread-safe.
 */
final class LogShapes {
    private final Dialect dialect;
    private final TextShapes shapes;
    private final Set<String> prepared = new LinkedHashSet<>();

    LogShapes(Dialect dialect) {
        this.dialect = dialect;
        this.shapes = new TextShapes(dialect);
    }

    /** What a text has in common with those that differ from it in literals, and in how many a list of IN has, only. */
    Object of(String sql) {
        String shorter = withShortLists(sql);
        TextShape shape = shapes.of(shorter);
        return shape == null ? shorter : shape;
    }

    /** The text with two values in each list of IN that has more; lists of anything but values stay as they are. */
    String withShortLists(String sql) {
        StringBuilder text = new StringBuilder(sql.length());
        int from = 0;
        SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
        try {
            boolean more = lexer.next();
            while (more) {
                if (!isWord(sql, lexer, "IN")) {
                    more = lexer.next();
                    continue;
                }
                more = lexer.next();
                if (more && lexer.type() == SqlGrammar.T_OPEN) {
                    ValueList list = ValueList.read(lexer);
                    if (list.cut() < list.end()) {
                        text.append(sql, from, list.cut());
                        from = list.end();
                    }
                    more = list.more();
                }
            }
        } catch (ShardingException e) {
            // it has no end, which the advice on it says
            return sql;
        }
        return text.append(sql, from, sql.length()).toString();
    }

    private static boolean isWord(String sql, SqlLexer lexer, String word) {
        return lexer.word()
                && lexer.stop() - lexer.start() == word.length()
                && sql.regionMatches(true, lexer.start(), word, 0, word.length());
    }

    /**
     * A list of values.
     *
     * @param cut behind the second value; the same as {@code end} where nothing is to be left out
     * @param end behind the last value
     * @param more whether the lexer is at another token
     */
    private record ValueList(int cut, int end, boolean more) {
        /** With the lexer at the opening parenthesis. */
        static ValueList read(SqlLexer lexer) {
            int values = 0;
            int cut = 0;
            int end = 0;
            boolean more = lexer.next();
            while (more && (isValue(lexer.type()) || lexer.type() == SqlGrammar.T_PARAMETER)) {
                values++;
                end = lexer.stop();
                cut = values <= 2 ? end : cut;
                more = lexer.next();
                if (!more || lexer.type() != SqlGrammar.T_COMMA) {
                    break;
                }
                more = lexer.next();
            }
            boolean whole = more && lexer.type() == SqlGrammar.T_CLOSE;
            return whole ? new ValueList(cut, end, true) : new ValueList(end, end, more);
        }
    }

    private static boolean isValue(int type) {
        return isNumber(type) || type == SqlGrammar.T_STRING;
    }

    /** A statement was prepared. */
    void prepared(String sql) {
        prepared.add(sql);
    }

    /** The prepared statement that was executed with values; null when none of them can be. */
    @Nullable
    String preparedOf(String executed) {
        for (String each : prepared) {
            int first = each.indexOf('?');
            boolean likely = first < 0
                    ? each.equals(executed)
                    : executed.length() > first && executed.regionMatches(0, each, 0, first);
            if (likely && isExecutionOf(each, executed)) {
                return each;
            }
        }
        return null;
    }

    private boolean isExecutionOf(String text, String executed) {
        SqlLexer left = new SqlLexer(text, dialect, null, null);
        SqlLexer right = new SqlLexer(executed, dialect, null, null);
        try {
            while (left.next()) {
                if (!right.next()) {
                    return false;
                }
                boolean same = left.type() == SqlGrammar.T_PARAMETER
                        ? passesValue(executed, right)
                        : left.stop() - left.start() == right.stop() - right.start()
                                && text.regionMatches(
                                        left.start(), executed, right.start(), left.stop() - left.start());
                if (!same) {
                    return false;
                }
            }
            return !right.next();
        } catch (ShardingException e) {
            // a value that is no text of this dialect
            return false;
        }
    }

    /** Goes to the last token of a value: a literal, one with its sign, or one with its type. */
    private static boolean passesValue(String sql, SqlLexer lexer) {
        if (lexer.type() == SqlGrammar.T_MINUS) {
            return lexer.next() && isNumber(lexer.type());
        }
        if (!lexer.word()) {
            return isNumber(lexer.type())
                    || lexer.type() == SqlGrammar.T_STRING
                    || lexer.type() == SqlGrammar.T_BINARY
                    || lexer.type() == SqlGrammar.T_OTHER_LITERAL;
        }
        boolean typed = lexer.stop() < sql.length() && sql.charAt(lexer.stop()) == '\'';
        if (typed || sql.charAt(lexer.start()) == '_') {
            return lexer.next() && lexer.type() == SqlGrammar.T_STRING;
        }
        return sql.regionMatches(true, lexer.start(), "NULL", 0, 4) && lexer.stop() - lexer.start() == 4;
    }

    private static boolean isNumber(int type) {
        return type == SqlGrammar.T_INTEGER || type == SqlGrammar.T_DECIMAL || type == SqlGrammar.T_APPROXIMATE;
    }

    /** A text as a driver is given it: question marks for numbered placeholders, two for one that is an operator. */
    String withPlaceholders(String sql) {
        StringBuilder text = new StringBuilder(sql.length());
        SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
        int from = 0;
        try {
            while (lexer.next()) {
                text.append(sql, from, lexer.start());
                String token = sql.substring(lexer.start(), lexer.stop());
                text.append(
                        lexer.type() == SqlGrammar.T_PARAMETER && token.startsWith("$")
                                ? "?"
                                : isSymbol(lexer) ? token.replace("?", "??") : token);
                from = lexer.stop();
            }
        } catch (ShardingException e) {
            // it has no end, which the advice on it says
            return sql;
        }
        return text.append(sql, from, sql.length()).toString();
    }

    private static boolean isSymbol(SqlLexer lexer) {
        return lexer.type() == SqlGrammar.T_PARAMETER || lexer.type() == SqlGrammar.T_OPERATOR;
    }
}
