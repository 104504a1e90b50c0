package org.shardingjdbc.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Executes the statements of a case file, a line each, and tells the answers below them. An answer's lines begin with
 * {@code > }; empty lines, and those that begin with {@code #}, say something to readers.
 *
 * @param how what is particular to a run
 */
public record ScriptRunner(Connection connection, Run how) {
    private static final String ONLY = "# only on ";

    /** Between the file and what executes its statements. */
    public interface Run {
        /** Whether statements between {@code # only on}, that name and the next empty line are executed. */
        default boolean isOn(String name) {
            return true;
        }

        /** The answer to a line that is not executed; null for statements. */
        default String answer(String line) {
            return null;
        }

        /** What is executed for a line of the file. */
        default String asked(String line) {
            return line;
        }

        /** What the file says for an answer. */
        default String told(String answer) {
            return answer;
        }
    }

    /**
     * The file with the answers of this run; those that it has are not read. What is not executed here is left as it
     * is.
     */
    public String run(String cases) throws SQLException {
        StringBuilder told = new StringBuilder();
        try (Statement statement = connection.createStatement()) {
            boolean skipped = false;
            for (String line : cases.lines().toList()) {
                if (line.startsWith(ONLY) || line.isEmpty()) {
                    skipped = line.startsWith(ONLY) && !how.isOn(line.substring(ONLY.length()));
                }
                if (line.startsWith(">") && !skipped) {
                    continue;
                }
                told.append(line).append('\n');
                if (!skipped && !line.isEmpty() && !line.startsWith("#")) {
                    how.told(answer(statement, line)).lines().forEach(each -> told.append(("> " + each).stripTrailing())
                            .append('\n'));
                }
            }
        }
        return told.toString();
    }

    private String answer(Statement statement, String line) {
        String answer = how.answer(line);
        if (answer != null) {
            return answer;
        }
        try {
            if (!statement.execute(how.asked(line))) {
                return "done " + statement.getUpdateCount() + warnings();
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows(rows);
            }
        } catch (SQLException e) {
            return "error " + e.getMessage();
        }
    }

    /** Each on a line of its own; they are told once. */
    private String warnings() throws SQLException {
        StringBuilder told = new StringBuilder();
        for (SQLWarning each = connection.getWarnings(); each != null; each = each.getNextWarning()) {
            told.append("\nwarning ").append(each.getMessage());
        }
        connection.clearWarnings();
        return told.toString();
    }

    /** Labels in small letters, as databases differ in the case in which they give them. */
    private static String rows(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        List<String> lines = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            labels.add(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        lines.add(String.join(" | ", labels));
        while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                values.add(String.valueOf(rows.getString(i)));
            }
            lines.add(String.join(" | ", values));
        }
        return String.join("\n", lines);
    }
}
