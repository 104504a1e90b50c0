package org.shardingjdbc.cli.internal.advise;

import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/**
 * Reads the general log of MySQL and MariaDB, in which each entry is a time or a blank in its place, the number of the
 * connection, a command and its argument, divided by tabs:
 *
 * <pre>
 * 2026-11-25T19:06:45.372571Z|   10 Query|SELECT 1          MySQL, with a tab at each bar
 * 261125 19:06:43|     5 Query|SELECT 1                      MariaDB, in another second than before
 * ||     6 Query|SELECT 1                                    MariaDB, within the same second
 * </pre>
 *
 * <p>All other lines go on with the statement before. The heading that a server writes when it starts ends it.
 */
final class MySqlLog implements LogReader {
    /** Drivers ask it after a statement, and no application would be answered. */
    private static final String DRIVERS_QUESTION = "SHOW WARNINGS";

    private static final int MAX_COMMAND = 40;

    private final LogEntries entries;
    private final StringBuilder argument = new StringBuilder();
    private String command = "";
    private int begin;

    MySqlLog(LogEntries entries) {
        this.entries = entries;
    }

    /** Whether a line is an entry, or the heading's last one. */
    static boolean isOfLog(String line) {
        return commandStart(line) >= 0 || line.startsWith("Time") && line.contains(" Id Command");
    }

    @Override
    public void line(String text, int number) {
        int start = commandStart(text);
        if (start < 0 && !isHeading(text)) {
            argument.append('\n').append(text);
            return;
        }
        end();
        if (start >= 0) {
            int tab = text.indexOf('\t', start);
            command = text.substring(start, tab);
            argument.append(text, tab + 1, text.length());
            begin = number;
        }
    }

    @Override
    public void end() {
        String sql = argument.toString().strip();
        switch (command) {
            case "Query" -> {
                if (!sql.equalsIgnoreCase(DRIVERS_QUESTION)) {
                    entries.executed(sql, begin);
                }
            }
            case "Prepare" -> entries.prepared(sql, begin);
            case "Execute" -> entries.executedPrepared(sql, begin);
            default -> {
                // no statement
            }
        }
        command = "";
        argument.setLength(0);
    }

    private static boolean isHeading(String line) {
        return line.contains(", Version: ") && line.endsWith("started with:");
    }

    /** Where an entry's command begins; -1 where a line is no entry. */
    private static int commandStart(String line) {
        int at = timeEnd(line);
        if (at < 0) {
            return -1;
        }
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        int number = at;
        while (at < line.length() && isDigit(line.charAt(at))) {
            at++;
        }
        if (at == number || at == line.length() || line.charAt(at) != ' ') {
            return -1;
        }
        return isCommand(line, at + 1) ? at + 1 : -1;
    }

    /** Behind the tab that follows the time, or behind those that stand for it; -1 where there is neither. */
    private static int timeEnd(String line) {
        if (line.startsWith("\t\t")) {
            return 2;
        }
        int tab = line.indexOf('\t');
        if (tab <= 0 || !isDigit(line.charAt(0))) {
            return -1;
        }
        for (int i = 0; i < tab; i++) {
            if (!isDigit(line.charAt(i)) && "-:.+TZ ".indexOf(line.charAt(i)) < 0) {
                return -1;
            }
        }
        return tab + 1;
    }

    private static boolean isCommand(String line, int start) {
        int end = line.indexOf('\t', start);
        if (end <= start || end - start > MAX_COMMAND || !Character.isUpperCase(line.charAt(start))) {
            return false;
        }
        for (int i = start; i < end; i++) {
            if (!Character.isLetter(line.charAt(i)) && line.charAt(i) != ' ') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
