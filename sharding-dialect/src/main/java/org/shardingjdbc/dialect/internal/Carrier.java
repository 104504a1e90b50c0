package org.shardingjdbc.dialect.internal;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * How a value travels from a result into a parameter of another statement and is the same there: by which getter it is
 * read, and by which setter it is written. Stateless, safe for all threads.
 */
public interface Carrier {
    /** The value of a column, 1-based, of the current row; it stays valid when the result is closed. Null for NULL. */
    @Nullable
    Object read(ResultSet row, int column) throws SQLException;

    /**
     * Sets a parameter, 1-based.
     *
     * @param value as {@link #read} gave it, not null
     */
    void write(PreparedStatement target, int position, Object value) throws SQLException;
}
