package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** A parsed statement about the configuration. Immutable, shared by all threads, kept with the plans. */
@Incubating
public interface Command {
    /** Whether it changes something; then it returns no rows. */
    boolean changes();

    /**
     * Executes it, completely or not at all.
     *
     * @return the rows; null when it changes something
     * @throws SQLException when a database cannot be asked or connected to
     * @throws org.shardingjdbc.error.ShardingException when it cannot be done
     */
    @Nullable
    Answer execute(CommandTarget target) throws SQLException;
}
