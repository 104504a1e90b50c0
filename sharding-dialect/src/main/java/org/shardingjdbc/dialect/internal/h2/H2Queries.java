package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;

/** A name means an output of the query, or a table, before anything else of that name. */
final class H2Queries implements Queries {
    @Override
    public LimitForm limitForm() {
        return LimitForm.LIMIT;
    }

    @Override
    public StarOrder starOrder() {
        return StarOrder.BY_TABLE;
    }

    @Override
    public boolean outputsFirst() {
        return true;
    }

    @Override
    public boolean tablesBeforeCommonTables() {
        return true;
    }

    @Override
    public boolean listsMatchNulls() {
        return true;
    }

    @Override
    public boolean branchesKeepTypes() {
        return true;
    }

    @Override
    public boolean labelsArePrinted() {
        return true;
    }

    @Override
    public boolean callsProcedures() {
        return false;
    }

    @Override
    public boolean locksUnseenRows() {
        return false;
    }

    @Override
    public boolean locksNamedTablesOnly() {
        return false;
    }

    @Override
    public boolean losesLimitsOfSets() {
        return true;
    }
}
