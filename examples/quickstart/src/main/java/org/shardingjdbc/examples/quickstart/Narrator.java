package org.shardingjdbc.examples.quickstart;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

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
                ResultSet units = statement.executeQuery()) {
            printUnits(units);
        }
    }

    private void printUnits(ResultSet units) throws SQLException {
        String route = "";
        String merge = "";
        int count = 0;
        out.println("  SQL as the data nodes get it");
        while (units.next()) {
            if (units.getString("data_source_name") == null) {
                out.println("    none of them gets any");
                return;
            }
            if (++count <= MAX_NODES) {
                String actualSql = units.getString("actual_sql").replace("\n", "\n          ");
                out.println("    " + units.getString("data_source_name") + "  " + actualSql);
            }
            route = units.getString("route");
            merge = units.getString("merge");
        }
        if (count > MAX_NODES) {
            out.println("    ... and " + (count - MAX_NODES) + " more");
        }
        out.println("  route: " + route + ", statements: " + count);
        out.println("  merge: " + merge);
        for (String mergeStep : merge.split("; ")) {
            String words = inWords(mergeStep);
            if (!words.isEmpty()) {
                out.println("         " + words);
            }
        }
    }

    /** What a step of the merge means, for those who see it for the first time. */
    private static String inWords(String mergeStep) {
        return switch (mergeStep.split(" ")[0]) {
            case "CONCATENATE" -> "The rows of the data nodes follow one another.";
            case "SORT_MERGE" -> "Each data node sorts; the merge always takes the smallest of the next rows.";
            case "AGGREGATE" -> "Each data node sends one row of partial results; the merge makes one row of them.";
            case "GROUP_STREAM" ->
                "Each data node sends its groups in order; the merge adds up equal groups on the fly.";
            case "RESORT" -> "The finished groups are sorted as the statement asks.";
            case "LIMIT" -> "Rows before the offset are skipped, rows behind the limit are not even read.";
            case "TRIM" -> "Columns that were added for the merge are removed.";
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
