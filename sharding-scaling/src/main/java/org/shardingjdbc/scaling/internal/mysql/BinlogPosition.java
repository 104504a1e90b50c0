package org.shardingjdbc.scaling.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;

/**
 * A place in the binary log, between two transactions. Immutable.
 *
 * @param file as the server calls it
 * @param offset of the first byte behind
 */
record BinlogPosition(String file, long offset) {
    private static final int RENAMED_MAJOR = 8;
    private static final int RENAMED_MINOR = 4;

    /** Where the log ends now; null where the server writes none. */
    static @Nullable BinlogPosition now(Connection connection) throws SQLException {
        List<String[]> rows =
                Asking.rows(connection, isRenamed(connection) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS");
        return rows.isEmpty() ? null : new BinlogPosition(rows.get(0)[0], Long.parseLong(rows.get(0)[1]));
    }

    private static boolean isRenamed(Connection connection) throws SQLException {
        if (BinlogDatabase.isMariaDb(connection)) {
            return false;
        }
        int major = connection.getMetaData().getDatabaseMajorVersion();
        int minor = connection.getMetaData().getDatabaseMinorVersion();
        return major > RENAMED_MAJOR || major == RENAMED_MAJOR && minor >= RENAMED_MINOR;
    }

    /** How many bytes of the log are behind it; -1 where its file is not there any more. */
    long bytesBehind(Connection connection) throws SQLException {
        long bytes = -1;
        for (String[] row : Asking.rows(connection, "SHOW BINARY LOGS")) {
            if (row[0].equals(file)) {
                bytes = Math.max(0, Long.parseLong(row[1]) - offset);
            } else if (bytes >= 0) {
                bytes += Long.parseLong(row[1]);
            }
        }
        return bytes;
    }

    /** The place of the same file at that offset, or this one if it is behind that. */
    BinlogPosition upTo(long next) {
        return next > offset ? new BinlogPosition(file, next) : this;
    }

    /** Whether it is there or before; false where the other is null, or of a log that is called otherwise. */
    boolean isUpTo(@Nullable BinlogPosition other) {
        if (other == null) {
            return false;
        }
        if (file.equals(other.file)) {
            return offset <= other.offset;
        }
        int number = file.lastIndexOf('.') + 1;
        return file.regionMatches(0, other.file, 0, number)
                && other.file.indexOf('.', number) < 0
                && Long.parseLong(file.substring(number)) < Long.parseLong(other.file.substring(number));
    }
}
