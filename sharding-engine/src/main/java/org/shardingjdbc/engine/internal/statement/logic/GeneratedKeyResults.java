package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.result.LocalRows;

/**
 * The generated keys that the application was given. They are closed with the statement and before its next execution,
 * but for MariaDB's driver, which leaves them. H2's and PostgreSQL's have one result set of them only. One per
 * statement, not thread-safe.
 */
final class GeneratedKeyResults {
    private final LocalRows.Closing closed;
    private List<ResultSet> shown = new ArrayList<>(1);
    private boolean closing;

    /** @param closed told when the application closed keys */
    GeneratedKeyResults(LocalRows.Closing closed) {
        this.closed = closed;
    }

    /** A result set of keys. */
    ResultSet show(GeneratedKeyRows made, Statement statement, Dialect dialect) throws SQLException {
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

    /** Closes them all. */
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
