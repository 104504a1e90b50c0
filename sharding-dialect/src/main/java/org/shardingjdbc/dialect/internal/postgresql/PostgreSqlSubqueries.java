package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.Subqueries;

/** Texts are equal whatever the collation, but for those that call different texts equal. */
final class PostgreSqlSubqueries implements Subqueries {
    @Override
    public boolean shownTextsKeepType() {
        return true;
    }

    @Override
    public boolean equalInAllCollations() {
        return true;
    }
}
