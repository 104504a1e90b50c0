package org.shardingjdbc.engine.internal.result;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** A result set that cannot be updated, and whose getters by label go to those by index. */
abstract class ReadOnlyResultSet extends UnwritableResultSet {
    @Override
    final SQLException refused(String method) {
        return SqlErrors.refuse(
                "ResultSet." + method, "rows of several data nodes are read-only; use UPDATE or DELETE");
    }

    @Override
    public final boolean rowUpdated() {
        return false;
    }

    @Override
    public final boolean rowInserted() {
        return false;
    }

    @Override
    public final boolean rowDeleted() {
        return false;
    }

    @Override
    public final int getConcurrency() {
        return CONCUR_READ_ONLY;
    }
}
