package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.Sessions;

/** A session of H2 keeps nothing but settings, and does not count what a new table is filled with. */
final class H2Sessions implements Sessions {
    @Override
    public boolean countsRowsOfNewTables() {
        return false;
    }
}
