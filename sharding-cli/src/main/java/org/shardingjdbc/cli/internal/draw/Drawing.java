package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A result that is drawn a line at a time. */
public interface Drawing {
    /** The next line, or null behind the last. */
    @Nullable
    String nextLine() throws SQLException;

    /** How many rows its lines so far have shown. */
    long rowCount();

    /** Whether a value was cut to fit. */
    boolean isCut();
}
