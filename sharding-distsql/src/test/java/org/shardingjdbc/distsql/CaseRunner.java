package org.shardingjdbc.distsql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;

/** Executes the statements of a case file, a line each, and tells the answers below them. */
record CaseRunner(ShardingDataSource dataSource, DatabaseKind kind, CaseDatabases databases) {
    private static final String ONLY = "# only on ";

    /**
     * The file with the answers, which begin with {@code > }; those that it has are not read. What stands between
     * {@code # only on} another kind and the next empty line is left as it is.
     */
    String run(String cases) throws SQLException {
        StringBuilder told = new StringBuilder();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            boolean skipped = false;
            for (String line : cases.lines().toList()) {
                if (line.startsWith(ONLY) || line.isEmpty()) {
                    skipped = line.startsWith(ONLY) && !line.equals(ONLY + kind.title());
                }
                if (line.startsWith(">") && !skipped) {
                    continue;
                }
                told.append(line).append('\n');
                if (!skipped && !line.isEmpty() && !line.startsWith("#")) {
                    String answer = answer(statement, databases.translated(line));
                    databases.untranslated(answer).lines().forEach(each -> told.append(("> " + each).stripTrailing())
                            .append('\n'));
                }
            }
        }
        return told.toString();
    }

    private String answer(Statement statement, String line) {
        try {
            if (line.equals("!config")) {
                return YamlConfigurations.write(dataSource.configuration(), Secrets.WRITTEN);
            }
            if (!statement.execute(line)) {
                return "done " + statement.getUpdateCount() + warnings(statement.getConnection());
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows(rows);
            }
        } catch (SQLException e) {
            return "error " + e.getMessage();
        }
    }

    /** Each on a line of its own; they are told once. */
    private static String warnings(Connection connection) throws SQLException {
        StringBuilder told = new StringBuilder();
        for (SQLWarning each = connection.getWarnings(); each != null; each = each.getNextWarning()) {
            told.append("\nwarning ").append(each.getMessage());
        }
        connection.clearWarnings();
        return told.toString();
    }

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
