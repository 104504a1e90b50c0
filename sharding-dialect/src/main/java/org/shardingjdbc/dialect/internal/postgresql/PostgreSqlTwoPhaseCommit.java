package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * Prepared transactions. A branch is an ordinary transaction until it is prepared under a name, which is written as
 * pgjdbc writes it: the format, the transaction and the branch, both in Base64, with underscores between them.
 */
final class PostgreSqlTwoPhaseCommit implements TwoPhaseCommit {
    private static final String UNDEFINED_OBJECT = "42704";
    private static final Set<String> NOTIFICATIONS = Set.of("LISTEN", "NOTIFY", "UNLISTEN");
    private static final Set<String> CHANGES = Set.of("CREATE", "DROP");
    private static final Set<String> SERVER_OBJECTS = Set.of("DATABASE", "TABLESPACE");
    private static final Set<String> OUTSIDE = Set.of("ALTER", "VACUUM");
    private static final int PARTS = 3;

    @Override
    public String prepare(BranchId branch) {
        return "PREPARE TRANSACTION " + name(branch);
    }

    @Override
    public @Nullable String refuses(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        String second = words.size() > 1 ? words.get(1) : "";
        if (first.equals("CREATE") && (words.contains("TEMP") || words.contains("TEMPORARY"))) {
            return "a transaction that has used temporary objects cannot be prepared";
        }
        if (NOTIFICATIONS.contains(first)) {
            return "a transaction that has executed it cannot be prepared";
        }
        boolean ofServer = SERVER_OBJECTS.contains(second) && CHANGES.contains(first);
        return ofServer || OUTSIDE.contains(first) && !(first.equals("ALTER") && !second.equals("SYSTEM"))
                ? "it cannot be executed in a transaction"
                : null;
    }

    @Override
    public boolean endsPreparedInAutoCommit() {
        return true;
    }

    @Override
    public String commitPrepared(BranchId branch) {
        return "COMMIT PREPARED " + name(branch);
    }

    @Override
    public String rollbackPrepared(BranchId branch) {
        return "ROLLBACK PREPARED " + name(branch);
    }

    private static String name(BranchId branch) {
        Base64.Encoder base64 = Base64.getEncoder();
        return "'" + branch.formatId() + "_" + base64.encodeToString(branch.global()) + "_"
                + base64.encodeToString(branch.branch()) + "'";
    }

    @Override
    public String prepared() {
        return "SELECT gid, prepared FROM pg_prepared_xacts WHERE database = current_database() ORDER BY prepared";
    }

    @Override
    public @Nullable BranchId prepared(ResultSet row) throws SQLException {
        String[] parts = row.getString(1).split("_", -1);
        if (parts.length != PARTS) {
            return null;
        }
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            return new BranchId(Integer.parseInt(parts[0]), base64.decode(parts[1]), base64.decode(parts[2]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public Instant preparedSince(ResultSet row) throws SQLException {
        return row.getTimestamp(2).toInstant();
    }

    @Override
    public boolean isUnknownBranch(SQLException error) {
        return UNDEFINED_OBJECT.equals(error.getSQLState());
    }

    @Override
    public String asksWhatIsMissing() {
        return "SELECT 'max_prepared_transactions is 0: set it to at least max_connections in postgresql.conf and restart"
                + " the server' WHERE current_setting('max_prepared_transactions')::int = 0";
    }
}
