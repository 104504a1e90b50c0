package org.shardingjdbc.engine.internal.task;

import java.sql.SQLException;
import java.sql.SQLWarning;

/** What statements warn of that are still open. */
public interface OpenWarnings {
    /** Null when they warn of nothing. */
    SQLWarning openWarnings() throws SQLException;

    void clearWarnings() throws SQLException;
}
