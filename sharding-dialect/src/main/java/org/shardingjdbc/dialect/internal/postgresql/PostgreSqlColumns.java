package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.dialect.internal.Naming;

/**
 * Asks for the definitions of a query's columns: PostgreSQL tells the type and the collation of any expression.
 * Stateless.
 */
final class PostgreSqlColumns {
    private static final int LONGEST_VARCHAR = 10_485_760;

    private PostgreSqlColumns() {}

    /** The definition of each column of a query of one table that returns no row. */
    static List<String> of(Connection connection, Naming naming, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> questions = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = naming.quoted(columns.getColumnName(i));
            names.add(name);
            questions.add("pg_typeof(x." + name + ")");
            questions.add("(SELECT typcollation FROM pg_type WHERE oid = pg_typeof(x." + name + "))");
        }
        List<String> types = ask(connection, questions, columnsSql);
        List<String> collated = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean collatable = !types.get(2 * i + 1).equals("0");
            collated.add(collatable ? "pg_collation_for(x." + names.get(i) + ")" : "NULL");
        }
        List<String> collations = ask(connection, collated, columnsSql);
        List<String> definitions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String type = modified(types.get(2 * i), columns.getPrecision(i + 1), columns.getScale(i + 1));
            String collation = collations.get(i);
            boolean own = collation != null && !collation.equals("\"default\"");
            definitions.add(names.get(i) + " " + type + (own ? " COLLATE " + collation : ""));
        }
        return definitions;
    }

    /** Evaluates expressions over a row of the query that has no values. */
    private static List<String> ask(Connection connection, List<String> expressions, String columnsSql)
            throws SQLException {
        String sql = "SELECT " + String.join(", ", expressions) + " FROM (SELECT 1) one LEFT JOIN (" + columnsSql
                + ") x ON TRUE";
        return Arrays.asList(Asking.rows(connection, sql).get(0));
    }

    /** The type with its modifiers, of which pg_typeof says nothing. */
    private static String modified(String type, int precision, int scale) {
        return switch (type) {
            case "character" ->
                precision > 0 && precision <= LONGEST_VARCHAR ? "character(" + precision + ")" : "bpchar";
            case "character[]" -> "bpchar[]";
            case "bit" -> "bit(" + Math.max(1, precision) + ")";
            case "character varying", "bit varying" ->
                precision > 0 && precision <= LONGEST_VARCHAR ? type + "(" + precision + ")" : type;
            case "timestamp without time zone", "time without time zone" -> fractional(type, "without", scale);
            case "timestamp with time zone", "time with time zone" -> fractional(type, "with", scale);
            case "numeric" -> precision > 0 ? "numeric(" + precision + ", " + scale + ")" : type;
            default -> type;
        };
    }

    private static String fractional(String type, String zone, int digits) {
        return type.replace(" " + zone + " ", "(" + digits + ") " + zone + " ");
    }
}
