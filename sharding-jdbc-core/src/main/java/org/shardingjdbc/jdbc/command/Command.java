package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** What a statement about the configuration says. Immutable, shared by all threads, kept with the plans. */
@Incubating
public interface Command {
    /** Whether it changes something; then it answers no rows. */
    boolean changes();

    /**
     * Does it, or nothing of it.
     *
     * @return the rows; null when it changes something
     * @throws SQLException when a database cannot be asked or connected to
     * @throws org.shardingjdbc.error.ShardingException when it cannot be done
     */
    @Nullable
    Answer execute(CommandTarget target) throws SQLException;
}
