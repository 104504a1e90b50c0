package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.Subqueries;

/** Equal texts are the same texts in every collation, unless it is one that takes different texts for equal. */
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
