package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.Writes;

/** MERGE INTO ... KEY replaces by columns that it names. */
final class H2Writes implements Writes {
    @Override
    public boolean replacesByNamedColumns() {
        return true;
    }

    /** It does in some of its modes, and refuses NULL in the others. */
    @Override
    public boolean makesValueForNull() {
        return true;
    }

    @Override
    public boolean evaluatesNewViews() {
        return true;
    }
}
