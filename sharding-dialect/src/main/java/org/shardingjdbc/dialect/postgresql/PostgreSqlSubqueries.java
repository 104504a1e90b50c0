package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.Subqueries;

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
