package org.shardingjdbc.feature.encrypt.backfill;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/**
 * A column of the primary key, whose values are read so that they find their row again, and that rows behind them are
 * those that ORDER BY puts there. What drivers make of some types does neither: they cut a TIME to seconds and a
 * TINYINT(1) to true and false, and a text that is compared with an ENUM has the order of texts. Immutable.
 *
 * @param name quoted, with its table
 * @param read the expression that is selected
 * @param untyped whether the database makes of the text of a value what the column needs
 */
record KeyColumn(String name, String read, boolean untyped) {
    /**
     * A column as the database tells it.
     *
     * @param product the database, as its driver calls it
     * @param type the name of its type
     */
    static KeyColumn of(String name, String product, String type) {
        String database = product.toLowerCase(Locale.ROOT);
        if (database.contains("postgresql")) {
            return new KeyColumn(name, "CAST(" + name + " AS TEXT)", true);
        }
        boolean mysql = database.contains("mysql") || database.contains("mariadb");
        return new KeyColumn(name, mysql ? ofMySql(name, type.toUpperCase(Locale.ROOT)) : name, false);
    }

    private static String ofMySql(String name, String type) {
        int end = type.indexOf(' ') < 0 ? type.length() : type.indexOf(' ');
        return switch (type.substring(0, end)) {
            case "ENUM", "SET" -> "CAST(" + name + " AS UNSIGNED)";
            case "BIT", "TINYINT", "BOOLEAN" -> name + " + 0";
            case "FLOAT" -> name + " + 0E0";
            case "DATE", "DATETIME", "TIME", "TIMESTAMP" -> "CAST(" + name + " AS CHAR)";
            default -> name;
        };
    }

    Object value(ResultSet rows, int column) throws SQLException {
        return untyped ? rows.getString(column) : rows.getObject(column);
    }

    void set(PreparedStatement statement, int parameter, Object value) throws SQLException {
        if (untyped) {
            statement.setObject(parameter, value, Types.OTHER);
        } else {
            statement.setObject(parameter, value);
        }
    }
}
