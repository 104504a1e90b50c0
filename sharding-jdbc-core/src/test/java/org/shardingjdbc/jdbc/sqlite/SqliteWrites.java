package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Writes;

/** One transaction writes to a file at a time: rows need no locks. */
final class SqliteWrites implements Writes {
    @Override
    public String lockingClause() {
        return "";
    }

    @Override
    public String identityOverride() {
        return "";
    }

    @Override
    public boolean copiesWithoutRows() {
        return false;
    }
}
