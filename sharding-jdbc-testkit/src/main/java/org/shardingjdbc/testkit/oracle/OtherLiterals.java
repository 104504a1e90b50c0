package org.shardingjdbc.testkit.oracle;

import java.util.Locale;
import java.util.Set;

/**
 * Makes of a SQL text another that differs from it in literals only that something is compared with, each of the same
 * kind as before: whatever a sharded side keeps of the other text must not show in its answer to this one. Stateless.
 */
final class OtherLiterals {
    private static final Set<String> WORDS_BEFORE = Set.of("BETWEEN", "AND", "LIKE");

    private OtherLiterals() {}

    /** The text with the last digit of each such number and the last character of each such string changed. */
    static String of(String sql) {
        StringBuilder other = new StringBuilder(sql);
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            int stop = isQuote(c) ? quoted(sql, at) : isWordPart(c) ? word(sql, at) : at + 1;
            if (c == '\'' && isCompared(sql, at)) {
                change(other, at + 1, stop - 2);
            } else if (Character.isDigit(c) && isCompared(sql, at)) {
                change(other, at, stop - 1);
            }
            at = stop;
        }
        return other.toString();
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"' || c == '`';
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private static int word(String sql, int start) {
        int stop = start;
        while (stop < sql.length() && isWordPart(sql.charAt(stop))) {
            stop++;
        }
        return stop;
    }

    private static int quoted(String sql, int start) {
        int at = start + 1;
        while (at < sql.length()) {
            boolean quote = sql.charAt(at) == sql.charAt(start);
            boolean doubled = quote && at + 1 < sql.length() && sql.charAt(at + 1) == sql.charAt(start);
            if (quote && !doubled) {
                return at + 1;
            }
            at += doubled ? 2 : 1;
        }
        return sql.length();
    }

    private static boolean isCompared(String sql, int start) {
        int end = blanks(sql, start);
        if (end > 0 && end == start && sql.charAt(end - 1) == '-') {
            end = blanks(sql, end - 1);
        }
        if (end > 0 && sql.charAt(end - 1) == '(') {
            return "IN".equals(wordBefore(sql, blanks(sql, end - 1)));
        }
        return end > 0 && "=<>".indexOf(sql.charAt(end - 1)) >= 0 || WORDS_BEFORE.contains(wordBefore(sql, end));
    }

    /** Where the blanks begin that end there. */
    private static int blanks(String sql, int end) {
        int start = end;
        while (start > 0 && Character.isWhitespace(sql.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static String wordBefore(String sql, int end) {
        int start = end;
        while (start > 0 && isWordPart(sql.charAt(start - 1))) {
            start--;
        }
        return sql.substring(start, end).toUpperCase(Locale.ROOT);
    }

    /** Changes the last character if that is a digit or a letter. */
    private static void change(StringBuilder text, int first, int last) {
        char c = last < first ? ' ' : text.charAt(last);
        if (c >= '0' && c <= '9') {
            text.setCharAt(last, c == '1' ? '2' : '1');
        } else if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
            text.setCharAt(last, c == 'q' ? 'w' : 'q');
        }
    }
}
