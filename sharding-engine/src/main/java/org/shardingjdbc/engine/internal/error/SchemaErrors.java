package org.shardingjdbc.engine.internal.error;

import java.sql.SQLException;

/** Recognises errors that smell of definitions changed behind our back. Stateless. */
public final class SchemaErrors {
    private static final String NOT_SUPPORTED = "0A000";

    private SchemaErrors() {}

    /** Whether tables or columns are not as the statement expects them, which may be the mistake of its author too. */
    public static boolean isSchemaError(SQLException error) {
        String state = error.getSQLState();
        if (state == null) {
            return false;
        }
        return switch (state) {
            // The syntax and the rights do not depend on definitions.
            case "42000", "42001", "42501", "42601", "42602" -> false;
            case "21S01", "21S02" -> true;
            // So fails a view of several data nodes that is read in one data source, by who does not know it yet.
            case "21000", "22018" -> true;
            default -> state.startsWith("42");
        };
    }

    /** Whether PostgreSQL says that the result type of a statement which the driver keeps has changed. */
    public static boolean isOfKeptStatement(SQLException error) {
        return NOT_SUPPORTED.equals(error.getSQLState())
                && error.getMessage() != null
                && error.getMessage().contains("cached plan must not change result type");
    }
}
