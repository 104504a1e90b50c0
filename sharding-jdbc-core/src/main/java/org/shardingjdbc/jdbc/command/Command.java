package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** A parsed statement about the configuration. Immutable; the plan cache keeps it for all threads. */
@Incubating
public interface Command {
    /** Whether executing it changes something; if so, it returns no rows. */
    boolean changes();

    /**
     * Executes it. When it throws, it has changed nothing.
     *
     * @return the rows; null when {@link #changes} is true
     * @throws SQLException when a database cannot be asked or connected to
     * @throws org.shardingjdbc.error.ShardingException when it cannot be done
     */
    @Nullable
    Answer execute(CommandTarget target) throws SQLException;
}
