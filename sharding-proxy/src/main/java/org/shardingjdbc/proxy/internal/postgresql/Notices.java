package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** Hands on the warnings of data nodes and of ours. */
final class Notices {
    private static final String WARNING = "01000";

    private Notices() {}

    /** @param first of a chain; null for none */
    static void send(@Nullable SQLWarning first, MessageWriter out) {
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            ServerErrorMessage told = each instanceof PSQLWarning driver ? driver.getServerErrorMessage() : null;
            String state = each.getSQLState();
            String severity = told == null || told.getSeverity() == null ? "WARNING" : told.getSeverity();
            String message = told == null || told.getMessage() == null ? each.getMessage() : told.getMessage();
            out.notice(severity, state == null || state.length() != 5 ? WARNING : state, String.valueOf(message));
        }
    }
}
