package org.shardingjdbc.benchmarks.macro;

import java.sql.ResultSet;
import java.sql.SQLException;

/** A number made of all that was read, in its order. One thread uses it. */
final class Digest {
    private long value;

    long value() {
        return value;
    }

    void add(long read) {
        value = value * 31 + read;
    }

    /** All columns of the current row. */
    void add(ResultSet row, int columns) throws SQLException {
        for (int i = 1; i <= columns; i++) {
            add(String.valueOf(row.getString(i)).hashCode());
        }
    }
}
