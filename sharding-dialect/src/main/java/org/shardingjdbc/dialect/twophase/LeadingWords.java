package org.shardingjdbc.dialect.twophase;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.Incubating;

/** The words that a statement begins with, behind its comments. Stateless. */
@Incubating
public final class LeadingWords {
    private LeadingWords() {}

    /**
     * Reads them, up to the first that is none.
     *
     * @param most how many are asked for
     * @return in upper case
     */
    public static List<String> of(String sql, int most) {
        List<String> words = new ArrayList<>(most);
        int at = start(sql, 0);
        while (words.size() < most && at < sql.length() && Character.isLetter(sql.charAt(at))) {
            int end = at;
            while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
                end++;
            }
            words.add(sql.substring(at, end).toUpperCase(Locale.ROOT));
            at = start(sql, end);
        }
        return words;
    }

    /** Behind blanks and comments. */
    private static int start(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                at = end < 0 ? sql.length() : end + 2;
            } else if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end;
            } else {
                return at;
            }
        }
        return at;
    }
}
