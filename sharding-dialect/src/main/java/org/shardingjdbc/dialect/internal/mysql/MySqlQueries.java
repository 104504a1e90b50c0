package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;

/** Texts are labels, and aliases are seen nearly everywhere. */
class MySqlQueries implements Queries {
    @Override
    public LimitForm limitForm() {
        return LimitForm.LIMIT;
    }

    @Override
    public StarOrder starOrder() {
        return StarOrder.COMMON_FIRST_AS_KEPT;
    }

    @Override
    public boolean labelsAreTexts() {
        return true;
    }

    @Override
    public boolean aliasesInGroups() {
        return true;
    }

    @Override
    public boolean maintenanceReturnsRows() {
        return true;
    }

    @Override
    public boolean callsReturnRows() {
        return false;
    }

    @Override
    public boolean ordersNulls() {
        return false;
    }

    /** Where it sorts tables without a key, as those of pulled rows are. */
    @Override
    public String keepingComputedValues() {
        return " LIMIT 18446744073709551615";
    }

    @Override
    public String keepingApart() {
        return " LIMIT 18446744073709551615";
    }

    @Override
    public boolean havingMakesGroup() {
        return false;
    }

    @Override
    public boolean aliasesInSubqueries() {
        return true;
    }
}
