package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLWarning;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** Hands on the warnings of data nodes and of ours. */
final class Notices {
    private static final String WARNING = "01000";

    private Notices() {}

    /**
     * @param first of a chain; null for none
     * @param once whether all data nodes did the same, so that what several of them say is said once
     */
    static void send(@Nullable SQLWarning first, boolean once, MessageWriter out) {
        Set<String> said = new HashSet<>();
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            ServerErrorMessage told = each instanceof PSQLWarning driver ? driver.getServerErrorMessage() : null;
            String state = each.getSQLState();
            String usual = state != null && state.startsWith("00") ? "NOTICE" : "WARNING";
            String severity = told == null || told.getSeverity() == null ? usual : told.getSeverity();
            String message =
                    String.valueOf(told == null || told.getMessage() == null ? each.getMessage() : told.getMessage());
            if (once && !said.add(message)) {
                continue;
            }
            out.notice(severity, state == null || state.length() != 5 ? WARNING : state, message);
        }
    }
}
