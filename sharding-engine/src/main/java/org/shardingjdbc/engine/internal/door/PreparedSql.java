package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;

/** A SQL text that a session has planned and executes any number of times. */
public sealed interface PreparedSql extends AutoCloseable permits DoorStatement {
    /** As it was written. */
    String text();

    /** How many values an execution takes. */
    int parameterCount();

    /** Closes it and what its last execution returned. */
    @Override
    void close() throws SQLException;
}
