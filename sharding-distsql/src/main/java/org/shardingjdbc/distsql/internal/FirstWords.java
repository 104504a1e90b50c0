package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tells DistSQL from everything else by the words that it begins with, which begin no statement of a database.
 * Stateless.
 */
final class FirstWords {
    private static final List<String> RULES = List.of(
            "SHARDING", "BROADCAST TABLE", "READWRITE_SPLITTING RULE", "ENCRYPT RULE", "MASK RULE", "SHADOW RULE");
    private static final List<String> DEFINED = with(RULES, "DEFAULT SHARDING", "DEFAULT SHADOW", "SHADOW ALGORITHM");

    /** What may follow a first word. */
    private static final Map<String, List<String>> AFTER = Map.ofEntries(
            Map.entry("REGISTER", List.of("STORAGE UNIT")),
            Map.entry("UNREGISTER", List.of("STORAGE UNIT")),
            Map.entry("CREATE", DEFINED),
            Map.entry("ALTER", with(DEFINED, "STORAGE UNIT")),
            Map.entry("DROP", DEFINED),
            Map.entry("LOAD", List.of("SINGLE TABLE")),
            Map.entry("UNLOAD", List.of("SINGLE TABLE")),
            Map.entry("SET", List.of("DEFAULT SINGLE", "DIST VARIABLE")),
            Map.entry("EXPORT", List.of("DATABASE CONFIGURATION")),
            Map.entry(
                    "COUNT",
                    List.of(
                            "SHARDING RULE",
                            "BROADCAST RULE",
                            "SINGLE RULE",
                            "READWRITE_SPLITTING RULE",
                            "ENCRYPT RULE",
                            "MASK RULE",
                            "SHADOW RULE")),
            Map.entry(
                    "SHOW",
                    List.of(
                            "STORAGE UNITS",
                            "SHARDING TABLE",
                            "SHARDING ALGORITHMS",
                            "SHARDING KEY",
                            "SHARDING AUDITORS",
                            "UNUSED SHARDING",
                            "DEFAULT SHARDING",
                            "DEFAULT SINGLE",
                            "BROADCAST TABLE",
                            "DIST VARIABLE",
                            "DIST VARIABLES",
                            "READWRITE_SPLITTING RULE",
                            "READWRITE_SPLITTING RULES",
                            "ENCRYPT RULES",
                            "ENCRYPT TABLE",
                            "MASK RULE",
                            "MASK RULES",
                            "SHADOW RULE",
                            "SHADOW RULES",
                            "SHADOW TABLE",
                            "SHADOW ALGORITHMS",
                            "DEFAULT SHADOW")));

    private static final int WORDS = 3;

    private FirstWords() {}

    private static List<String> with(List<String> some, String... others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(others));
        return List.copyOf(all);
    }

    static boolean areOurs(String sql) {
        int[] at = {0};
        List<String> follow = AFTER.get(next(sql, at));
        if (follow == null) {
            return false;
        }
        StringBuilder words = new StringBuilder();
        for (int i = 1; i < WORDS; i++) {
            words.append(i == 1 ? "" : " ").append(next(sql, at));
            if (follow.contains(words.toString())) {
                return true;
            }
        }
        return false;
    }

    /** The next word in upper case, behind blanks and comments; empty when something else is there. */
    private static String next(String sql, int[] at) {
        int begin = behindBlanks(sql, at[0]);
        int end = begin;
        while (end < sql.length() && (Character.isLetter(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        at[0] = end;
        return sql.substring(begin, end).toUpperCase(Locale.ROOT);
    }

    private static int behindBlanks(String sql, int from) {
        int at = from;
        while (at < sql.length()) {
            int end = at;
            if (Character.isWhitespace(sql.charAt(at))) {
                end = at + 1;
            } else if (sql.startsWith("/*", at)) {
                int close = sql.indexOf("*/", at + 2);
                end = close < 0 ? sql.length() : close + 2;
            } else if (sql.startsWith("--", at)) {
                int line = sql.indexOf('\n', at);
                end = line < 0 ? sql.length() : line + 1;
            }
            if (end == at) {
                return at;
            }
            at = end;
        }
        return at;
    }
}
