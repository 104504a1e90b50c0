package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.Locale;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;

/** Whether equal values of a column look equal too, so that it does not matter which of them is shown. */
public final class Canonical {
    private Canonical() {}

    public static boolean column(ColumnModel column, DatabaseKind kind) {
        String type = column.type().toUpperCase(Locale.ROOT);
        return switch (column.kind()) {
            case INTEGER, LONG, DATE, TIMESTAMP, BOOLEAN, UUID, BINARY -> true;
            case DECIMAL -> type.contains("(");
            case TEXT, CHAR -> tellsApart(type, kind);
            case DOUBLE, TIMESTAMP_WITH_ZONE, JSON -> false;
        };
    }

    /** PostgreSQL's and H2's own collations tell all different strings apart; a column may say otherwise. */
    private static boolean tellsApart(String type, DatabaseKind kind) {
        boolean usual = kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.H2;
        return usual && !type.contains("COLLATE") && !type.contains("IGNORECASE") && !type.contains("CITEXT");
    }
}
