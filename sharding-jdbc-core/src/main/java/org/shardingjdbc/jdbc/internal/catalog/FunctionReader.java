package org.shardingjdbc.jdbc.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;

/**
 * Reads what a database's catalog says of functions: PostgreSQL's knows all, those of the others know what users have
 * made, MySQL's and MariaDB's without telling which are aggregates. Immutable, safe for all threads.
 */
final class FunctionReader {
    private static final String POSTGRESQL = """
            SELECT CASE WHEN prokind IN ('a', 'w') THEN 'AGGREGATE'
                        WHEN proretset THEN CASE provolatile WHEN 'i' THEN 'ROWS' ELSE 'UNKNOWN' END
                        WHEN prokind = 'f' THEN CASE provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE'
                                                ELSE 'VOLATILE' END
                        ELSE 'UNKNOWN' END
              FROM pg_catalog.pg_proc WHERE proname = ? OR proname = lower(?)""";

    private static final String H2 = """
            SELECT CASE ROUTINE_TYPE WHEN 'AGGREGATE' THEN 'AGGREGATE'
                        WHEN 'FUNCTION' THEN CASE IS_DETERMINISTIC WHEN 'YES' THEN 'IMMUTABLE' ELSE 'VOLATILE' END
                        ELSE 'UNKNOWN' END
              FROM INFORMATION_SCHEMA.ROUTINES WHERE UPPER(ROUTINE_NAME) = UPPER(?) OR ROUTINE_NAME = ?""";

    private static final String MYSQL = """
            SELECT CASE WHEN IS_DETERMINISTIC = 'YES' AND SQL_DATA_ACCESS IN ('NO SQL', 'CONTAINS SQL') THEN 'IMMUTABLE'
                        ELSE 'VOLATILE' END
              FROM INFORMATION_SCHEMA.ROUTINES
             WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = DATABASE() AND (ROUTINE_NAME = ? OR ROUTINE_NAME = ?)""";

    private final String asked;

    FunctionReader(Dialect dialect) {
        asked = dialect.mySqlFamily() ? MYSQL : dialect.postgreSqlFamily() ? POSTGRESQL : H2;
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#function}. */
    FunctionNature of(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(asked)) {
            statement.setString(1, name);
            statement.setString(2, name);
            try (ResultSet rows = statement.executeQuery()) {
                FunctionNature nature = null;
                while (rows.next()) {
                    FunctionNature next =
                            FunctionNature.valueOf(rows.getString(1).trim().toUpperCase(Locale.ROOT));
                    nature = nature == null ? next : together(nature, next);
                }
                return nature == null ? FunctionNature.UNKNOWN : nature;
            }
        }
    }

    /** Of two functions of one name. */
    private static FunctionNature together(FunctionNature one, FunctionNature other) {
        boolean unknown = one == FunctionNature.UNKNOWN || other == FunctionNature.UNKNOWN;
        return unknown ? FunctionNature.UNKNOWN : one.compareTo(other) < 0 ? other : one;
    }
}
