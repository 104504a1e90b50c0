package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.result.LocalRows;

/**
 * The result sets of generated keys that the application was given. They are closed with the statement and before its
 * next execution; only MariaDB's driver leaves them open. The drivers of H2 and PostgreSQL have only one such result
 * set. One per statement, not thread-safe.
 */
final class GeneratedKeyResults {
    private final LocalRows.Closing closed;
    private List<ResultSet> shown = new ArrayList<>(1);
    private boolean closing;

    /** @param closed called when the application has closed keys */
    GeneratedKeyResults(LocalRows.Closing closed) {
        this.closed = closed;
    }

    /** A result set of keys. */
    ResultSet show(GeneratedKeyRows made, @Nullable Statement statement, Dialect dialect) throws SQLException {
        if (dialect.drivers().leavesKeysOpen()) {
            return made.show(statement, dialect);
        }
        ResultSet last = shown.isEmpty() ? null : shown.get(shown.size() - 1);
        if (last != null && !last.isClosed() && dialect.drivers().hasOneResultOfKeys()) {
            return last;
        }
        ResultSet next = made.show(statement, dialect, result -> {
            if (!closing) {
                closed.closed(result);
            }
        });
        shown.add(next);
        return next;
    }

    /** Closes all result sets. */
    void close() throws SQLException {
        List<ResultSet> left = shown;
        shown = new ArrayList<>(1);
        closing = true;
        try {
            for (ResultSet each : left) {
                each.close();
            }
        } finally {
            closing = false;
        }
    }
}
