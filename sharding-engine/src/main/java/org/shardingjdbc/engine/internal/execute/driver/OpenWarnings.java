package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** What statements warn of that are still open. */
public interface OpenWarnings {
    /** Null when they warn of nothing. */
    @Nullable
    SQLWarning openWarnings() throws SQLException;

    void clearWarnings() throws SQLException;
}
