package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a row of a COPY, and which row it was. */
final class CopyFailure extends SQLException {
    private static final long serialVersionUID = 1L;

    private final String where;
    private final @Nullable String hint;

    /** @param where as a client is told it, such as {@code COPY t, line 3} */
    CopyFailure(SQLException cause, String where) {
        super(cause.getMessage(), cause.getSQLState(), cause);
        this.where = where;
        this.hint = null;
    }

    /** @param hint what to do; null for nothing */
    CopyFailure(String message, String state, @Nullable String hint) {
        super(message, state);
        this.where = "";
        this.hint = hint;
    }

    String where() {
        return where;
    }

    /** What to do; null where nothing is said. */
    @Nullable
    String hint() {
        return hint;
    }
}
