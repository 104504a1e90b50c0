package org.shardingjdbc.engine.internal.unit;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.execute.PhysicalConnection;

/**
 * Prepared statements of drivers that keep a closed one and hand it out again, for the same text, with all that was set
 * on it: a limit of rows or a stream that some execution before wanted. Stateless.
 */
public final class ReusedStatements {
    private ReusedStatements() {}

    /** The statement, with nothing set on it. */
    public static PreparedStatement asNew(PreparedStatement prepared, PhysicalConnection on) throws SQLException {
        if (!on.pool().drivers().handsOutClosedStatements()) {
            return prepared;
        }
        if (prepared.getMaxRows() > 0) {
            prepared.setMaxRows(0);
        }
        if (prepared.getFetchSize() < 0) {
            try (Statement fresh = on.jdbc().createStatement()) {
                prepared.setFetchSize(fresh.getFetchSize());
            }
        }
        return prepared;
    }
}
