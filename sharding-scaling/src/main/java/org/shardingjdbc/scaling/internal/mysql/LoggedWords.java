package org.shardingjdbc.scaling.internal.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a statement that the log tells, with names as they are without their quotes, and signs. What is between
 * single quotes and in comments is left out, but not what a server of some version executes. Of double quotes it is not
 * known what they are; they count as names. To ask which tables a statement names, with some too many rather than too
 * few.
 */
final class LoggedWords {
    private final String sql;
    private int at;

    /**
     * A word or a sign.
     *
     * @param text lower case
     * @param quoted whether it is a name for certain
     */
    record Word(String text, boolean quoted) {
        boolean is(String keyword) {
            return !quoted && text.equals(keyword);
        }
    }

    private LoggedWords(String sql) {
        this.sql = sql;
    }

    static List<Word> of(String sql) {
        LoggedWords reader = new LoggedWords(sql);
        List<Word> words = new ArrayList<>();
        while (reader.at < sql.length()) {
            reader.next(words);
        }
        return words;
    }

    private void next(List<Word> words) {
        char each = sql.charAt(at);
        if (Character.isWhitespace(each)) {
            at++;
        } else if (each == '\'') {
            quoted(each);
        } else if (each == '`' || each == '"') {
            words.add(new Word(quoted(each).toLowerCase(Locale.ROOT), true));
        } else if (each == '#' || isDashes()) {
            int end = sql.indexOf('\n', at);
            at = end < 0 ? sql.length() : end;
        } else if (sql.startsWith("/*!", at) || sql.startsWith("/*M!", at)) {
            at = sql.indexOf('!', at) + 1;
        } else if (sql.startsWith("/*", at)) {
            int end = sql.indexOf("*/", at + 2);
            at = end < 0 ? sql.length() : end + 2;
        } else if (isLetter(each)) {
            int begin = at;
            while (at < sql.length() && isLetter(sql.charAt(at))) {
                at++;
            }
            words.add(new Word(sql.substring(begin, at).toLowerCase(Locale.ROOT), false));
        } else {
            words.add(new Word(String.valueOf(each), false));
            at++;
        }
    }

    private boolean isDashes() {
        return sql.startsWith("--", at) && (at + 2 == sql.length() || Character.isWhitespace(sql.charAt(at + 2)));
    }

    private static boolean isLetter(char each) {
        return Character.isLetterOrDigit(each) || each == '_' || each == '$' || each >= 0x80;
    }

    private String quoted(char quote) {
        StringBuilder text = new StringBuilder();
        at++;
        while (at < sql.length()) {
            char each = sql.charAt(at++);
            if (each == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    break;
                }
            } else if (each == '\\' && quote == '\'' && at < sql.length()) {
                at++;
                continue;
            }
            text.append(each);
        }
        return text.toString();
    }
}
