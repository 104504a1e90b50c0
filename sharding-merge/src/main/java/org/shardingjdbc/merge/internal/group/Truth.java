package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;

/** BOOL_AND and BOOL_OR; NULL parts count for nothing. */
final class Truth extends Accumulator {
    private final boolean all;
    private boolean truth;

    /** @param all true for BOOL_AND, false for BOOL_OR */
    Truth(int column, boolean all) {
        super(column);
        this.all = all;
        truth = all;
    }

    @Override
    Accumulator fresh() {
        return new Truth(column, all);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        boolean part = row.getBoolean(column);
        if (row.wasNull()) {
            return false;
        }
        truth = all ? truth && part : truth || part;
        return true;
    }

    @Override
    Object total() {
        return truth;
    }

    @Override
    void forget() {
        truth = all;
    }
}
