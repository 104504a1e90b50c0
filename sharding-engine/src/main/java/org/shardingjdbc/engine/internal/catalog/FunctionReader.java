package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;

/**
 * Reads what a database's catalog says of functions: of all, or of those that users have made. Immutable, safe for all
 * threads.
 */
final class FunctionReader {
    private final String asked;
    /** Null where none is told. */
    private final @Nullable String installed;

    FunctionReader(Dialect dialect) {
        asked = dialect.catalogs().functions();
        installed = dialect.catalogs().installedFunctions();
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#installedFunctions}. */
    Set<InstalledFunction> installed(Connection connection) throws SQLException {
        Set<InstalledFunction> functions = new HashSet<>();
        if (installed == null) {
            return functions;
        }
        try (PreparedStatement statement = connection.prepareStatement(installed);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                functions.add(new InstalledFunction(
                        rows.getString(1).toLowerCase(Locale.ROOT), nature(rows.getString(2)), rows.getBoolean(3)));
            }
        }
        return functions;
    }

    private static FunctionNature nature(String word) {
        return FunctionNature.valueOf(word.trim().toUpperCase(Locale.ROOT));
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
                    FunctionNature next = nature(rows.getString(1));
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
