package org.shardingjdbc.engine.door;

import java.sql.SQLException;
import org.shardingjdbc.Incubating;

/** A SQL text that a {@link Door} has planned and executes any number of times. One thread at a time uses it. */
@Incubating
public interface PreparedSql extends AutoCloseable {
    /** As it was written. */
    String text();

    /** How many values an execution takes. */
    int parameterCount();

    /** Closes it and what its last execution returned. */
    @Override
    void close() throws SQLException;
}
