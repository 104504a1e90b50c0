package org.shardingjdbc.parser.internal.token;

import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/**
 * Where an operator of PostgreSQL ends, and which token it is. It is the longest run of operator characters: not into a
 * comment, not into a placeholder ({@code ??} is the question mark of an operator), and without a sign at its end
 * unless a character stands before it that standard operators lack. Stateless.
 */
final class PostgreSqlOperators {
    private static final String CHARACTERS = "+-*/<>=~!@#%^&|`?";
    private static final String BEYOND_STANDARD = "~!@#%^&|`?";

    private static final String NAMED = "OPERATOR";

    private PostgreSqlOperators() {}

    /**
     * The end, exclusive, of the operator at {@code start}; any single character is one.
     *
     * @param plain whether a question mark is a character like others
     */
    static int stop(String text, int start, boolean plain) {
        int position = start;
        boolean mayEndWithSign = false;
        while (position < text.length() && CHARACTERS.indexOf(text.charAt(position)) >= 0) {
            char c = text.charAt(position);
            char following = position + 1 < text.length() ? text.charAt(position + 1) : '\0';
            if (c == '-' && following == '-' || c == '/' && following == '*') {
                break;
            }
            if (c == '?' && !plain) {
                if (following != '?') {
                    break;
                }
                position++;
            }
            mayEndWithSign |= BEYOND_STANDARD.indexOf(c) >= 0;
            position++;
        }
        while (!mayEndWithSign && position > start + 1 && isSign(text.charAt(position - 1))) {
            position--;
        }
        return Math.max(position, start + 1);
    }

    /**
     * The end, exclusive, of {@code OPERATOR(schema.operator)}, which psql writes; 0 where the word from {@code start}
     * to {@code stop} does not begin one. Those of the grammar, such as a comparison by {@code =}, are left out: they
     * bind otherwise when they are written so, and conditions by them would not be seen.
     *
     * @param plain whether a question mark is a character like others
     */
    static int namedStop(String text, int start, int stop, boolean plain) {
        if (stop - start != NAMED.length() || !text.regionMatches(true, start, NAMED, 0, NAMED.length())) {
            return 0;
        }
        int at = skipBlanks(text, stop);
        if (at >= text.length() || text.charAt(at) != '(') {
            return 0;
        }
        at = skipBlanks(text, at + 1);
        int schema = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at)) || isAt(text, at, '_')) {
            at++;
        }
        if (at > schema) {
            if (!isAt(text, at, '.')) {
                return 0;
            }
            at++;
        }
        boolean parameter = isAt(text, at, '?') && !plain && !isAt(text, at + 1, '?');
        if (at >= text.length() || CHARACTERS.indexOf(text.charAt(at)) < 0 || parameter) {
            return 0;
        }
        int end = stop(text, at, plain);
        int close = skipBlanks(text, end);
        return type(text, at, end) == SqlGrammar.T_OPERATOR && isAt(text, close, ')') ? close + 1 : 0;
    }

    private static boolean isAt(String text, int at, char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at;
    }

    private static boolean isSign(char c) {
        return c == '+' || c == '-';
    }

    static int type(String text, int start, int stop) {
        char first = text.charAt(start);
        if (stop == start + 1) {
            return ofOne(first);
        }
        return stop == start + 2 ? ofTwo(first, text.charAt(start + 1)) : SqlGrammar.T_OPERATOR;
    }

    private static int ofOne(char c) {
        return switch (c) {
            case '+' -> SqlGrammar.T_PLUS;
            case '-' -> SqlGrammar.T_MINUS;
            case '*' -> SqlGrammar.T_STAR;
            case '/' -> SqlGrammar.T_SLASH;
            case '%' -> SqlGrammar.T_PERCENT;
            case '^' -> SqlGrammar.T_CARET;
            case '=' -> SqlGrammar.T_EQUAL;
            case '<' -> SqlGrammar.T_LESS;
            case '>' -> SqlGrammar.T_GREATER;
            default -> SqlGrammar.T_OPERATOR;
        };
    }

    private static int ofTwo(char first, char second) {
        if (second == '=') {
            return switch (first) {
                case '<' -> SqlGrammar.T_LESS_EQUAL;
                case '>' -> SqlGrammar.T_GREATER_EQUAL;
                case '!' -> SqlGrammar.T_NOT_EQUAL;
                default -> SqlGrammar.T_OPERATOR;
            };
        }
        if (second == '>' && first == '<') {
            return SqlGrammar.T_NOT_EQUAL;
        }
        return second == '>' && first == '=' ? SqlGrammar.T_FAT_ARROW : SqlGrammar.T_OPERATOR;
    }
}
