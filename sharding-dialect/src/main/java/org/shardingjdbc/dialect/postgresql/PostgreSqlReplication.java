package org.shardingjdbc.dialect.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.dialect.replication.Replication;

/**
 * Streaming replication: positions are those of the write-ahead log. The time of the last replayed transaction is not
 * asked for, as it grows while nothing is written.
 */
final class PostgreSqlReplication implements Replication {
    private static final long PAGE_BYTES = 8192;
    /** What stands at the beginning of a page that begins no segment. */
    private static final long PAGE_HEADER_BYTES = 24;

    @Override
    public boolean takesWrites(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT NOT pg_is_in_recovery()")) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Where the next record is put, as a commit that does not wait for the disk is not yet written out. */
    @Override
    public String position(Connection primary) throws SQLException {
        try (Statement statement = primary.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()::text")) {
            return row.next() ? endOfLastRecord(row.getString(1)) : null;
        }
    }

    /**
     * The next record is put behind the header of its page. A record that ends with a page ends before that header, and
     * a replica has all when it is there.
     */
    static String endOfLastRecord(String next) {
        int slash = next.indexOf('/');
        long offset = Long.parseLong(next.substring(slash + 1), 16);
        return offset % PAGE_BYTES == PAGE_HEADER_BYTES
                ? next.substring(0, slash + 1) + Long.toHexString(offset - PAGE_HEADER_BYTES)
                : next;
    }

    @Override
    public boolean hasReplayed(Connection replica, String position) throws SQLException {
        try (PreparedStatement statement = replica.prepareStatement(
                "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(? AS pg_lsn)")) {
            statement.setString(1, position);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
