package org.shardingjdbc.engine.internal.error;

import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** Warnings of several that are told as one chain. Stateless. */
public final class WarningChains {
    private WarningChains() {}

    /**
     * All warnings of both, the first ones first. Where both have some these are copies: a driver tells the chain that
     * it has again when it is asked again, so that nothing may be hung on that.
     *
     * @return null where neither has any
     */
    public static @Nullable SQLWarning of(@Nullable SQLWarning first, @Nullable SQLWarning second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        SQLWarning head = copy(first);
        SQLWarning last = copied(first.getNextWarning(), head);
        copied(second, last);
        return head;
    }

    /** Hangs copies on that one; returns the last of them. */
    private static SQLWarning copied(@Nullable SQLWarning from, SQLWarning on) {
        SQLWarning last = on;
        for (SQLWarning each = from; each != null; each = each.getNextWarning()) {
            SQLWarning copy = copy(each);
            last.setNextWarning(copy);
            last = copy;
        }
        return last;
    }

    private static SQLWarning copy(SQLWarning warning) {
        return new SQLWarning(warning.getMessage(), warning.getSQLState(), warning.getErrorCode(), warning);
    }
}
