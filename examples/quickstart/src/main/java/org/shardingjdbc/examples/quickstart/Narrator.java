package org.shardingjdbc.examples.quickstart;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs statements on a sharded connection and prints what becomes of each. */
final class Narrator {
    private static final int MAX_NODES = 8;

    private final Connection connection;
    private final PrintStream out;
    private int step;

    Narrator(Connection connection, PrintStream out) {
        this.connection = connection;
        this.out = out;
    }

    /** Starts a new section. */
    void title(String title) {
        step++;
        out.println();
        out.println("== " + step + ". " + title);
    }

    /** A sentence about what comes next. */
    void say(String text) {
        out.println();
        out.println("   " + text);
    }

    /** Runs a query and prints the SQL, the data nodes, the merge and the rows. */
    void query(String sql, Object... parameters) throws SQLException {
        explain(sql, parameters);
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            out.println("  rows");
            out.print(new TextTable(rows).render("    "));
        }
    }

    /** Runs a statement that changes rows or the schema, and prints the same but a count instead of rows. */
    void update(String sql, Object... parameters) throws SQLException {
        explain(sql, parameters);
        try (PreparedStatement statement = prepare(sql, parameters)) {
            int count = statement.executeUpdate();
            if (!sql.startsWith("CREATE")) {
                out.println("  changed");
                out.println("    " + (count == 1 ? "1 row" : count + " rows"));
            }
        }
    }

    /** Prints what a statement would do, without doing it. */
    void explain(String sql, Object... parameters) throws SQLException {
        out.println();
        out.println("  SQL as written");
        out.println("    " + sql.replace("\n", "\n    "));
        if (parameters.length > 0) {
            out.println("    with " + Arrays.toString(parameters));
        }
        try (PreparedStatement statement = prepare("EXPLAIN SHARDING " + sql, parameters);
                ResultSet plan = statement.executeQuery()) {
            printPlan(plan);
        }
    }

    private void printPlan(ResultSet plan) throws SQLException {
        List<String> words = new ArrayList<>();
        int units = 0;
        out.println("  what is done");
        while (plan.next()) {
            String line = plan.getString("plan");
            String actualSql = plan.getString("actual_sql");
            if (actualSql == null) {
                words.add(inWords(line.substring(operatorStart(line)).split(" ")[0]));
                out.println("    " + line);
            } else if (++units <= MAX_NODES) {
                out.println("    " + line + ": " + actualSql.replace("\n", "\n          "));
            }
        }
        if (units > MAX_NODES) {
            out.println("    ... and " + (units - MAX_NODES) + " more");
        }
        for (int i = words.size() - 1; i >= 0; i--) {
            if (!words.get(i).isEmpty()) {
                out.println("         " + words.get(i));
            }
        }
    }

    /** Where the drawing of branches ends. */
    private static int operatorStart(String line) {
        int at = 0;
        while (at < line.length() && !Character.isLetter(line.charAt(at))) {
            at++;
        }
        return at;
    }

    /** What an operator does, for those who see it for the first time. */
    private static String inWords(String operator) {
        return switch (operator) {
            case "Concatenate" -> "The rows of the data nodes follow one another.";
            case "MergeSort" -> "Each data node sorts; the merge always takes the smallest of the next rows.";
            case "Aggregate" -> "Each data node sends one row of partial results; the merge makes one row of them.";
            case "Group" -> "Each data node sends its groups in order; the merge adds up equal groups on the fly.";
            case "Sort" -> "The finished groups are sorted as the statement asks.";
            case "Limit" -> "Rows before the offset are skipped, rows behind the limit are not even read.";
            case "Trim" -> "Columns that were added for the merge are removed.";
            default -> "";
        };
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
