package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/** Makes the aggregate of a group of its parts, one part per shard's row. Not thread-safe. */
public abstract class Accumulator {
    /** 1-based column of the merged row that it fills. */
    final int column;

    private @Nullable ResultSet only;
    private int parts;

    Accumulator(int column) {
        this.column = column;
    }

    /** Another one like this, with nothing taken yet. */
    abstract Accumulator fresh();

    /**
     * Takes the part of a row.
     *
     * @return false when the part is NULL and counts for nothing
     */
    abstract boolean take(ResultSet row) throws SQLException;

    /** The aggregate over the parts taken, of which there is at least one; in the class of the shards' own. */
    abstract @Nullable Object total();

    /** The aggregate when no part counts. */
    @Nullable
    Object none() {
        return null;
    }

    /** See {@link GroupRows#unroundedAverage}. */
    @Nullable
    UnroundedDecimal unrounded() {
        return null;
    }

    /** Forgets all parts. */
    abstract void forget();

    final void add(ResultSet row) throws SQLException {
        if (take(row)) {
            parts++;
            only = row;
        }
    }

    final void clear() {
        parts = 0;
        only = null;
        forget();
    }

    final int parts() {
        return parts;
    }

    /** The row whose own column is the aggregate, as long as no cursor has moved; null when it must be computed. */
    @Nullable
    ResultSet source() {
        return parts == 1 ? only : null;
    }

    final @Nullable Object value() {
        return parts == 0 ? none() : total();
    }
}
