package io.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;

/** Recognises errors that smell of definitions changed behind our back. Stateless. */
final class SchemaErrors {
    private SchemaErrors() {}

    static boolean isSchemaError(SQLException error) {
        String state = error.getSQLState();
        if (state == null) {
            return false;
        }
        return switch (state) {
            // Undefined table and column of the standard, of PostgreSQL; a changed result type under a prepared
            // statement.
            case "42S02", "42S22", "42S03", "42S04", "42P01", "42703", "0A000", "42102", "42122" -> true;
            default -> false;
        };
    }
}
