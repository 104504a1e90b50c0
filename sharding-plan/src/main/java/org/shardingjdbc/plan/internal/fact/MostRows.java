package org.shardingjdbc.plan.internal.fact;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;

/**
 * How many rows a statement returns of each data node at most, whatever its parameters are. It is found when an
 * execution that might read rows as a stream wants to know: keys of tables are looked for, which the others need not
 * wait for. Safe for all threads; when two find it at the same time, either result serves.
 */
public final class MostRows {
    /** Of what nobody knows. */
    public static final MostRows UNKNOWN = new MostRows(null);

    private static final long NOBODY_KNOWS = -1;

    /** Null when it was found. It is kept as long as the plan, so it holds no part of the statement's tree. */
    private volatile @Nullable LongSupplier search;

    private long found = NOBODY_KNOWS;

    /** @param search returns -1 where nobody knows */
    public MostRows(@Nullable LongSupplier search) {
        this.search = search;
    }

    /** Of what tells it by itself. */
    public static MostRows of(long rows) {
        MostRows known = new MostRows(null);
        known.found = rows;
        return known;
    }

    /**
     * The number; -1 where nobody knows.
     *
     * @throws ShardingException when tables cannot be read now
     */
    public long get() {
        LongSupplier now = search;
        if (now != null) {
            found = now.getAsLong();
            search = null;
        }
        return found;
    }
}
