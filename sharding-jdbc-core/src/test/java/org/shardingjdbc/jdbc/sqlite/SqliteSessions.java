package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Sessions;

/** Definitions belong to transactions, and a reader does not wait for a writer. */
final class SqliteSessions implements Sessions {
    @Override
    public boolean transactionalDefinitions() {
        return true;
    }

    @Override
    public boolean countsRowsOfNewTables() {
        return false;
    }
}
