package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;

/** Aliases stay out of expressions, and NULLs are greater than all values. */
final class PostgreSqlQueries implements Queries {
    @Override
    public LimitForm limitForm() {
        return LimitForm.LIMIT;
    }

    @Override
    public boolean aliasesInExpressions() {
        return false;
    }

    @Override
    public boolean nullsFirst(boolean descending) {
        return descending;
    }

    @Override
    public boolean castsKeepLabels() {
        return true;
    }

    @Override
    public boolean locksUnseenRows() {
        return false;
    }

    @Override
    public boolean commonTablesSeeLater() {
        return true;
    }
}
