package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Subqueries;

/**
 * MySQL and MariaDB refuse some subqueries themselves, and lose rows by others, which values in their place would not.
 */
final class MySqlSubqueries implements Subqueries {
    /** MySQL itself refuses what MariaDB then answers. */
    @Override
    public boolean forgetsOrderWhereSought() {
        return true;
    }

    @Override
    public boolean losesRowsOfNegatedLists() {
        return true;
    }

    @Override
    public boolean returnsCountOfNoRows() {
        return true;
    }

    @Override
    public boolean readsInsertTarget() {
        return false;
    }

    @Override
    public boolean limitsInLists() {
        return false;
    }
}
