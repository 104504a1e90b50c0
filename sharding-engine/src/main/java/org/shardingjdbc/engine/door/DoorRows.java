package org.shardingjdbc.engine.door;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * Rows that are read once, forward, as they come from the databases. A value is of the class that the driver of its
 * data node gives, or of the engine's where the engine computed it. Not thread-safe. To be closed before the session
 * executes its next statement, which closes them otherwise.
 */
@Incubating
public non-sealed interface DoorRows extends Reply, AutoCloseable {
    /** What each row consists of, in the order of the columns; the same list at each call, never empty. */
    List<RowColumn> columns() throws SQLException;

    /** Goes to the next row; false when there is none. Before the first call there is no row. */
    boolean next() throws SQLException;

    /**
     * A value of the current row.
     *
     * @param column 1-based
     * @return null for NULL
     * @throws SQLException when there is no such column, no current row, or the rows are closed
     */
    @Nullable
    Object value(int column) throws SQLException;

    /** Gives back what they are read from. Doing it twice changes nothing. */
    @Override
    void close() throws SQLException;
}
