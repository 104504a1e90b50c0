package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Subqueries;

/** One collation for all texts; lists have one type, and labels count placeholders. */
final class H2Subqueries implements Subqueries {
    @Override
    public boolean textsCompareAlike() {
        return true;
    }

    @Override
    public boolean listsWidenTypes() {
        return true;
    }

    @Override
    public boolean failsToSeekBeyondType() {
        return true;
    }

    @Override
    public boolean labelsCountPlaceholders() {
        return true;
    }
}
