package org.shardingjdbc.scaling.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;

/**
 * The statements that make a table as another one is, from what SHOW CREATE TABLE prints of that: a line for the name,
 * one for each column, key and constraint, indented by two spaces and with commas at their ends, and then the options.
 * Texts in it have no line ends, which are printed as escapes. A line that begins otherwise than known ones is not
 * passed on; the statement is refused. Checks are called after the new table, since their names are taken once in a
 * schema of MySQL. One per question.
 */
final class ShownTable {
    /** Lets AUTO_INCREMENT have the index that it needs while the keys of the table are not there. */
    private static final String COUNTED = "sharding_jdbc_scaling";

    private static final String INDENT = "  ";
    private static final int LONGEST_NAME = 64;
    private static final List<String> KEYS = List.of("UNIQUE KEY ", "KEY ", "FULLTEXT KEY ", "SPATIAL KEY ");

    private final String table;
    private final String name;
    private final List<String> columns = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private @Nullable String counted;

    /** @param name of the new table */
    ShownTable(Connection connection, String table, String name) throws SQLException {
        this.table = table;
        this.name = name;
        String shown = Asking.rows(connection, "SHOW CREATE TABLE " + BinlogDatabase.quoted(table))
                .get(0)[1];
        List<String> lines = shown.lines().toList();
        if (!lines.get(0).equals("CREATE TABLE " + BinlogDatabase.quoted(table) + " (")) {
            throw notUnderstood(lines.get(0));
        }
        for (String line : lines.subList(1, lines.size())) {
            if (!options.isEmpty() || line.startsWith(")")) {
                options.add(line);
            } else {
                part(line);
            }
        }
        List<String[]> count = Asking.rows(
                connection,
                "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?"
                        + " AND extra LIKE '%auto_increment%' AND NOT EXISTS (SELECT 1 FROM information_schema.statistics s"
                        + " WHERE s.table_schema = DATABASE() AND s.table_name = ? AND s.index_name = 'PRIMARY'"
                        + " AND s.seq_in_index = 1 AND s.column_name = columns.column_name)",
                table,
                table);
        counted = count.isEmpty() ? null : count.get(0)[0];
    }

    private SQLException notUnderstood(String line) {
        return new SQLException("The definition of table " + table + " is not understood: " + line);
    }

    private void part(String line) throws SQLException {
        if (!line.startsWith(INDENT)) {
            throw notUnderstood(line);
        }
        String part = line.substring(INDENT.length(), line.endsWith(",") ? line.length() - 1 : line.length());
        if (KEYS.stream().anyMatch(part::startsWith)) {
            if (!part.startsWith("KEY " + BinlogDatabase.quoted(COUNTED) + " ")) {
                keys.add(part);
            }
        } else if (part.startsWith("CONSTRAINT `")) {
            columns.add(check(part));
        } else if (part.startsWith("`") || part.startsWith("PRIMARY KEY ") || part.startsWith("CHECK ")) {
            columns.add(part);
        } else {
            throw notUnderstood(line);
        }
    }

    private String check(String part) throws SQLException {
        int begin = part.indexOf('`');
        int end = part.indexOf('`', begin + 1);
        while (end > 0 && end + 1 < part.length() && part.charAt(end + 1) == '`') {
            end = part.indexOf('`', end + 2);
        }
        if (end < 0 || !part.startsWith(" CHECK ", end + 1)) {
            throw notUnderstood(part);
        }
        String its = part.substring(begin + 1, end).replace("``", "`");
        return "CONSTRAINT " + BinlogDatabase.quoted(called(its)) + part.substring(end + 1);
    }

    private String called(String its) {
        if (table.equals(name)) {
            return its;
        }
        String next = its.startsWith(table) ? name + its.substring(table.length()) : its + "_" + name;
        if (next.codePointCount(0, next.length()) <= LONGEST_NAME) {
            return next;
        }
        String end = "_" + Integer.toHexString(next.hashCode());
        return next.substring(0, next.offsetByCodePoints(0, LONGEST_NAME - end.length())) + end;
    }

    /** The table with its primary key and checks. */
    String creation() {
        List<String> parts = new ArrayList<>(columns);
        if (counted != null) {
            parts.add("KEY " + BinlogDatabase.quoted(COUNTED) + " (" + BinlogDatabase.quoted(counted) + ")");
        }
        return "CREATE TABLE " + BinlogDatabase.quoted(name) + " (\n" + INDENT + String.join(",\n" + INDENT, parts)
                + "\n" + String.join("\n", options);
    }

    /** The other keys and indexes, in one statement. */
    List<String> completion() {
        if (keys.isEmpty()) {
            return List.of();
        }
        List<String> parts =
                new ArrayList<>(keys.stream().map(key -> "ADD " + key).toList());
        if (counted != null) {
            parts.add("DROP KEY " + BinlogDatabase.quoted(COUNTED));
        }
        return List.of(
                "ALTER TABLE " + BinlogDatabase.quoted(name) + "\n" + INDENT + String.join(",\n" + INDENT, parts));
    }
}
