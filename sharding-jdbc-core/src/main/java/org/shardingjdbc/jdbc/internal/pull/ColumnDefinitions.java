package org.shardingjdbc.jdbc.internal.pull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;

/**
 * Asks a data source for the definitions of a query's columns, so that a table like it can be made on another one.
 * Stateless.
 */
public final class ColumnDefinitions {
    private static final int LONGEST_VARCHAR = 10_485_760;
    /** The temporary table that is asked for its columns and dropped. */
    private static final String TOLD = "shd_columns";

    private ColumnDefinitions() {}

    /**
     * The columns as CREATE TABLE wants them, parentheses included.
     *
     * @param columnsSql a query of one table that returns no row
     */
    public static String of(Dialect dialect, Connection connection, String columnsSql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(columnsSql)) {
            ResultSetMetaData columns = rows.getMetaData();
            List<String> definitions = dialect.postgreSqlFamily()
                    ? ofPostgreSql(connection, columns, columnsSql)
                    : ofCatalog(dialect, connection, columns, columnsSql);
            return "(" + String.join(", ", definitions) + ")";
        }
    }

    // ---- H2, MySQL and MariaDB tell what the definition of a table says

    private static List<String> ofCatalog(
            Dialect dialect, Connection connection, ResultSetMetaData columns, String columnsSql) throws SQLException {
        boolean mySql = dialect.mySqlFamily();
        String question = mySql
                ? "SELECT COLUMN_TYPE, COLLATION_NAME FROM INFORMATION_SCHEMA.COLUMNS"
                        + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?"
                : "SELECT DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER), NULL"
                        + " FROM INFORMATION_SCHEMA.COLUMNS"
                        + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?";
        List<String> definitions = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement(question)) {
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String label = columns.getColumnLabel(i);
                ask.setString(1, mySql ? columns.getCatalogName(i) : columns.getSchemaName(i));
                ask.setString(2, columns.getTableName(i));
                ask.setString(3, columns.getColumnName(i));
                try (ResultSet told = ask.executeQuery()) {
                    if (!told.next()) {
                        if (mySql) {
                            return ofTemporaryTable(connection, columnsSql);
                        }
                        throw SqlErrors.of(ErrorCode.CATALOG_UNREADABLE, columns.getTableName(i) + "." + label);
                    }
                    String type = told.getString(1);
                    // MariaDB says what JSON is made of
                    boolean json = mySql && columns.getColumnTypeName(i).equals("JSON");
                    String collation = json ? null : told.getString(2);
                    definitions.add(
                            mySql ? ofMySql(label, json ? "JSON" : type, collation) : quoted(label, '"') + " " + type);
                }
            }
        }
        return definitions;
    }

    /** Of a view that groups, MySQL and MariaDB tell no columns of tables: a table that is made of it does. */
    private static List<String> ofTemporaryTable(Connection connection, String columnsSql) throws SQLException {
        List<String> definitions = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE " + TOLD + " AS " + columnsSql);
            try (ResultSet columns = statement.executeQuery("SHOW FULL COLUMNS FROM " + TOLD)) {
                while (columns.next()) {
                    definitions.add(ofMySql(columns.getString(1), columns.getString(2), columns.getString(3)));
                }
            } finally {
                statement.execute("DROP TEMPORARY TABLE IF EXISTS " + TOLD);
            }
        }
        return definitions;
    }

    private static String ofMySql(String name, String type, String collation) {
        return quoted(name, '`') + " " + type + (collation == null ? "" : " COLLATE " + collation) + " NULL";
    }

    // ---- PostgreSQL tells the type and the collation of any expression

    private static List<String> ofPostgreSql(Connection connection, ResultSetMetaData columns, String columnsSql)
            throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> questions = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = quoted(columns.getColumnName(i), '"');
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
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= expressions.size(); i++) {
                values.add(row.getString(i));
            }
            return values;
        }
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

    private static String quoted(String name, char mark) {
        String text = String.valueOf(mark);
        return text + name.replace(text, text + text) + text;
    }
}
