package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** The warnings of open statements. */
public interface OpenWarnings {
    /** Null when there are none. */
    @Nullable
    SQLWarning openWarnings() throws SQLException;

    void clearWarnings() throws SQLException;
}
