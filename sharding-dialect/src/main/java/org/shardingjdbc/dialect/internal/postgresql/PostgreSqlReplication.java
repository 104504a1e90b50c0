package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;

/**
 * Streaming replication: positions are those of the write-ahead log, each with its timeline, as {@code 2:0/3000148}.
 * Promoted standbys write another timeline than the primary before them, where the same numbers mean other rows. The
 * time of the last replayed transaction is not asked for, as it grows while nothing is written.
 */
final class PostgreSqlReplication implements Replication {
    private static final long PAGE_BYTES = 8192;
    /** What stands at the beginning of a page that begins no segment. */
    private static final long PAGE_HEADER_BYTES = 24;

    private static final int HEXADECIMAL = 16;
    private static final int HALF_BITS = 32;

    /** The first digits of a file of the log are its timeline. */
    private static final String POSITION =
            "SELECT substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)," + " pg_current_wal_insert_lsn()::text";

    /**
     * The timeline that a standby receives is for those to see who may monitor it; the one of its control file follows
     * when that is written next, which is some minutes after a promotion.
     */
    private static final String REPLAYED =
            "SELECT GREATEST((SELECT received_tli FROM pg_stat_wal_receiver), (SELECT min_recovery_end_timeline FROM"
                    + " pg_control_recovery()), (SELECT timeline_id FROM pg_control_checkpoint())),"
                    + " pg_last_wal_replay_lsn()::text WHERE pg_is_in_recovery()";

    @Override
    public boolean takesWrites(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT NOT pg_is_in_recovery()")) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Where the next record is put, as a commit that does not wait for the disk is not yet written out. */
    @Override
    public @Nullable String position(Connection primary) throws SQLException {
        try (Statement statement = primary.createStatement();
                ResultSet row = statement.executeQuery(POSITION)) {
            return row.next()
                    ? Integer.parseInt(row.getString(1), HEXADECIMAL) + ":" + endOfLastRecord(row.getString(2))
                    : null;
        }
    }

    /**
     * The next record is put behind the header of its page. A record that ends with a page ends before that header, and
     * a replica has all when it is there.
     */
    static String endOfLastRecord(String next) {
        int slash = next.indexOf('/');
        long offset = Long.parseLong(next.substring(slash + 1), HEXADECIMAL);
        return offset % PAGE_BYTES == PAGE_HEADER_BYTES
                ? next.substring(0, slash + 1) + Long.toHexString(offset - PAGE_HEADER_BYTES)
                : next;
    }

    @Override
    public @Nullable String replayed(Connection replica) throws SQLException {
        try (Statement statement = replica.createStatement();
                ResultSet row = statement.executeQuery(REPLAYED)) {
            return row.next() && row.getString(2) != null ? row.getInt(1) + ":" + row.getString(2) : null;
        }
    }

    @Override
    public boolean covers(String replayed, String position) {
        int colon = position.indexOf(':');
        try {
            return colon > 0
                    && replayed.startsWith(position.substring(0, colon + 1))
                    && Long.compareUnsigned(offset(replayed), offset(position)) >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static long offset(String position) {
        int slash = position.indexOf('/');
        if (slash < 0) {
            throw new NumberFormatException(position);
        }
        long high = Long.parseLong(position.substring(position.indexOf(':') + 1, slash), HEXADECIMAL);
        return high << HALF_BITS | Long.parseLong(position.substring(slash + 1), HEXADECIMAL);
    }
}
