package org.shardingjdbc.merge.internal.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Skips the first rows and ends after a number of them, without asking for more. */
public final class LimitedRows implements MergedRows {
    private final MergedRows rows;
    private long toSkip;
    private long toReturn;

    /**
     * @param offset rows to skip
     * @param count rows to return at most
     */
    public LimitedRows(MergedRows rows, long offset, long count) {
        this.rows = rows;
        toSkip = offset;
        toReturn = count;
    }

    @Override
    public boolean next() throws SQLException {
        if (toReturn == 0) {
            return false;
        }
        for (; toSkip > 0; toSkip--) {
            if (!rows.next()) {
                toReturn = 0;
                return false;
            }
        }
        if (!rows.next()) {
            toReturn = 0;
            return false;
        }
        toReturn--;
        return true;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return rows.source(column);
    }

    @Override
    public Object value(int column) {
        return rows.value(column);
    }
}
