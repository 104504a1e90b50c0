package org.shardingjdbc.engine.internal.error;

import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Warnings of several that are told as one chain, the first ones first. The chain of a driver is told as it is while
 * nobody else has warnings, and copied as soon as another one has: a driver tells the chain that it has again when it
 * is asked again, so that nothing may be hung on that. Used by one thread at a time.
 */
public final class WarningChain {
    private @Nullable SQLWarning first;
    /** On which the next one is hung; null where there is none, or where all are a driver's. */
    private @Nullable SQLWarning last;

    /**
     * Adds all warnings of a chain that somebody else has, such as a driver.
     *
     * @param chain null for none
     */
    public void add(@Nullable SQLWarning chain) {
        if (chain == null) {
            return;
        }
        if (first == null) {
            first = chain;
            return;
        }
        own();
        addCopies(chain);
    }

    /** Adds a warning that was made for this chain. */
    public void addMade(SQLWarning made) {
        if (first != null) {
            own();
        }
        hang(made);
    }

    /** The first of all, or null. */
    public @Nullable SQLWarning first() {
        return first;
    }

    /** All of them can be added to from now on. */
    private void own() {
        if (last == null) {
            SQLWarning lent = first;
            first = null;
            addCopies(lent);
        }
    }

    private void addCopies(@Nullable SQLWarning chain) {
        for (SQLWarning each = chain; each != null; each = each.getNextWarning()) {
            hang(new SQLWarning(each.getMessage(), each.getSQLState(), each.getErrorCode(), each));
        }
    }

    private void hang(SQLWarning own) {
        if (last == null) {
            first = own;
        } else {
            last.setNextWarning(own);
        }
        last = own;
    }
}
