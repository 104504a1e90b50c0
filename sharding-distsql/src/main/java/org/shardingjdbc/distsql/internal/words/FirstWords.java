package org.shardingjdbc.distsql.internal.words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * Tells DistSQL from everything else by the words that it begins with, which begin no statement of a database.
 * Stateless.
 */
public final class FirstWords {
    private static final String PREVIEW = "PREVIEW";
    private static final String FORMAT = "FORMAT";
    private static final String EXPLAIN = "EXPLAIN";
    private static final List<String> RULES = List.of(
            "SHARDING", "BROADCAST TABLE", "READWRITE_SPLITTING RULE", "ENCRYPT RULE", "MASK RULE", "SHADOW RULE");
    private static final List<String> MIGRATION = List.of("MIGRATION");
    private static final List<String> DEFINED = with(RULES, "DEFAULT SHARDING", "DEFAULT SHADOW", "SHADOW ALGORITHM");

    /** What may follow a first word. */
    private static final Map<String, List<String>> AFTER = Map.ofEntries(
            Map.entry("REGISTER", List.of("STORAGE UNIT")),
            Map.entry("UNREGISTER", List.of("STORAGE UNIT")),
            Map.entry("CREATE", DEFINED),
            Map.entry("ALTER", with(DEFINED, "STORAGE UNIT")),
            Map.entry("DROP", DEFINED),
            Map.entry("LOAD", List.of("SINGLE TABLE")),
            Map.entry("UNLOAD", List.of("SINGLE TABLE", "ALL SINGLE")),
            Map.entry("SET", List.of("DEFAULT SINGLE", "DIST VARIABLE")),
            Map.entry("EXPORT", List.of("DATABASE CONFIGURATION")),
            Map.entry("IMPORT", List.of("DATABASE CONFIGURATION")),
            Map.entry("CONVERT", List.of("YAML CONFIGURATION")),
            Map.entry("REFRESH", List.of("TABLE METADATA", "DATABASE METADATA")),
            Map.entry("MIGRATE", List.of("TABLE")),
            Map.entry("RESHARD", List.of("TABLE")),
            Map.entry("START", MIGRATION),
            Map.entry("STOP", MIGRATION),
            Map.entry("CHECK", MIGRATION),
            Map.entry("SWITCH", MIGRATION),
            Map.entry("REVERSE", MIGRATION),
            Map.entry("COMMIT", MIGRATION),
            Map.entry("ROLLBACK", MIGRATION),
            Map.entry("APPLY", List.of("TIME TABLES")),
            Map.entry("ADVISE", List.of("SLOTS OF")),
            Map.entry("FORCE", List.of("REFRESH DATABASE METADATA")),
            Map.entry(
                    "COUNT",
                    List.of(
                            "SHARDING RULE",
                            "BROADCAST RULE",
                            "SINGLE RULE",
                            "SINGLE TABLE",
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
                            "SINGLE TABLE",
                            "SINGLE TABLES",
                            "UNLOADED SINGLE",
                            "BROADCAST TABLE",
                            "DIST VARIABLE",
                            "DIST VARIABLES",
                            "RULES USED STORAGE UNIT",
                            "TRANSACTION RULE",
                            "COMPUTE NODES",
                            "MIGRATION LIST",
                            "MIGRATION STATUS",
                            "MIGRATION CHECK",
                            "MIGRATION RULE",
                            "TIME TABLES",
                            "STATUS FROM READWRITE_SPLITTING",
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

    /** Words that begin what databases execute all day. */
    private static final Set<String> OF_SQL =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "REPLACE", "MERGE", "CALL", "BEGIN", "COMMIT");

    private static final int WORDS = 5;
    /** Letters of a word that is not taken for a misspelt one of SQL where only one other tells. */
    private static final int LONG = 6;

    private static final Map<String, Set<String>> OURS = ours();
    /** Those of {@link #AFTER}, each with its first word. */
    private static final List<List<String>> SEQUENCES = AFTER.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(words -> entry.getKey() + " " + words))
            .map(words -> List.of(words.split(" ")))
            .toList();

    private FirstWords() {}

    private static Map<String, Set<String>> ours() {
        Map<String, Set<String>> ours = new HashMap<>();
        AFTER.forEach((first, follow) -> follow.forEach(
                words -> ours.computeIfAbsent(first, unknown -> new HashSet<>()).add(first + " " + words)));
        Stream.concat(Stream.of(PREVIEW, FORMAT), RefusedStatements.words().stream())
                .forEach(words -> {
                    int blank = words.indexOf(' ');
                    String first = blank < 0 ? words : words.substring(0, blank);
                    ours.computeIfAbsent(first, unknown -> new HashSet<>()).add(words);
                });
        return ours;
    }

    private static List<String> with(List<String> some, String... others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(others));
        return List.copyOf(all);
    }

    /** Whether a text is for this language, right or wrong: one of the words that tell may be misspelt. */
    public static boolean areOurs(String sql) {
        int[] at = {0};
        String first = next(sql, at);
        Set<String> ours = OURS.get(first);
        if (ours == null) {
            return !OF_SQL.contains(first) && areNearly(of(sql));
        }
        StringBuilder words = new StringBuilder(first);
        for (int i = 1; i < WORDS; i++) {
            if (ours.contains(words.toString())) {
                return true;
            }
            words.append(' ').append(next(sql, at));
        }
        return ours.contains(words.toString()) || areNearly(of(sql));
    }

    /** Whether they begin a statement that there is, but for one word that is nearly so. */
    private static boolean areNearly(List<String> words) {
        return SEQUENCES.stream().anyMatch(each -> each.size() <= words.size() && areNearly(words, each));
    }

    private static boolean areNearly(List<String> words, List<String> ours) {
        int misspelt = -1;
        for (int i = 0; i < ours.size(); i++) {
            if (!ours.get(i).equals(words.get(i))) {
                if (misspelt >= 0) {
                    return false;
                }
                misspelt = i;
            }
        }
        return misspelt >= 0
                && ours.size() > 1
                && (ours.size() > 2 || ours.get(misspelt).length() >= LONG)
                && Nearest.to(words.get(misspelt), List.of(ours.get(misspelt))) != null;
    }

    /** The first words in upper case, up to something that is none. */
    public static List<String> of(String sql) {
        List<String> words = new ArrayList<>();
        int[] at = {0};
        String word = next(sql, at);
        while (!word.isEmpty() && words.size() < WORDS) {
            words.add(word);
            word = next(sql, at);
        }
        return words;
    }

    /** What stands behind PREVIEW; null where that does not begin the text. */
    public static @Nullable String previewed(String sql) {
        return behind(PREVIEW, sql);
    }

    /** What stands behind FORMAT; null where that does not begin the text. */
    public static @Nullable String formatted(String sql) {
        return behind(FORMAT, sql);
    }

    /** Whether a database is asked to explain what is for this language. */
    public static boolean areExplained(String sql) {
        String explained = behind(EXPLAIN, sql);
        if (explained == null) {
            return false;
        }
        // FORMAT is an option of EXPLAIN itself
        String formatted = behind(FORMAT, explained);
        return areOurs(formatted == null ? explained : formatted);
    }

    private static @Nullable String behind(String word, String sql) {
        int[] at = {0};
        return next(sql, at).equals(word) ? sql.substring(at[0]) : null;
    }

    /** The next word in upper case, behind blanks and comments; empty when something else is there. */
    private static String next(String sql, int[] at) {
        int begin = behindBlanks(sql, at[0]);
        int end = begin;
        while (end < sql.length() && isOfWord(sql.charAt(end), end == begin)) {
            end++;
        }
        at[0] = end;
        return sql.substring(begin, end).toUpperCase(Locale.ROOT);
    }

    private static boolean isOfWord(char each, boolean first) {
        return Character.isLetter(each) || each == '_' || !first && (Character.isDigit(each) || each == '$');
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
            } else if (sql.startsWith("--", at) || sql.charAt(at) == '#') {
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
