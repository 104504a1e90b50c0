package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;

/**
 * Reads what a database's catalog says of functions: of all, or of those that users have made. Immutable, safe for all
 * threads.
 */
final class FunctionReader {
    private final String asked;

    FunctionReader(Dialect dialect) {
        asked = dialect.catalogs().functions();
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#function}. */
    FunctionNature of(Connection connection, String name) throws SQLException {
        if (asked == null) {
            return FunctionNature.UNKNOWN;
        }
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
