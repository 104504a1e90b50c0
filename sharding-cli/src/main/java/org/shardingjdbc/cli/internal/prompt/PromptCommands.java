package org.shardingjdbc.cli.internal.prompt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The commands of the prompt by name, and what each does in a line. Stateless. */
final class PromptCommands {
    /** Names with what they take and what they do, in the order of the help. */
    private static final Map<String, String[]> ALL = new LinkedHashMap<>();

    private static final Set<String> WITHOUT_BACKSLASH = Set.of("exit", "quit", "help", "source");

    static {
        put("\\d", "[table]", "the tables; of a table its columns, keys and data nodes");
        put("\\dt", "", "the tables and how they are spread");
        put("\\ds", "", "the data sources");
        put("\\dr", "", "the rules and props of the configuration");
        put("\\nodes", "[table]", "draw the data nodes and their rows");
        put("\\explain", "SQL", "what a statement would do; also: EXPLAIN SHARDING SQL;");
        put("\\x", "[on|off]", "rows one below the other; for one statement: end it with \\G");
        put("\\timing", "[on|off]", "tell how long statements take");
        put("\\pager", "[on|off]", "show large results page by page");
        put("\\format", "[name]", "table, expanded, csv, tsv, json");
        put("\\i", "file.sql", "run a file of statements; also: source file.sql");
        put("\\?", "", "this help; also: help");
        put("\\q", "", "leave; also: exit, quit, Ctrl-D");
    }

    private PromptCommands() {}

    private static void put(String name, String takes, String does) {
        ALL.put(name, new String[] {takes, does});
    }

    /** Whether a line is a command and no SQL. */
    static boolean isCommand(String line) {
        String text = line.stripLeading();
        if (text.startsWith("\\")) {
            return true;
        }
        String plain = text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text.strip();
        return plain.indexOf('\n') < 0
                && (WITHOUT_BACKSLASH.contains(plain) && !plain.equals("source") || plain.startsWith("source "));
    }

    static boolean takesFile(String line) {
        return line.startsWith("\\i ") || line.startsWith("source ");
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** A line for each command. */
    static List<String> help() {
        return ALL.entrySet().stream()
                .map(each -> String.format("  %-20s %s", each.getKey() + " " + each.getValue()[0], each.getValue()[1]))
                .toList();
    }
}
