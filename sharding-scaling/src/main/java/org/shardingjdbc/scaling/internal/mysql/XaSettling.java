package org.shardingjdbc.scaling.internal.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;

/**
 * The XA transactions of a server that are prepared. Their rows stand in the log where they were prepared, and are
 * there for others when they are committed, which may be much later: who reads the log from a place between does not
 * learn of them. So whoever begins to read waits until those have ended that were prepared then, and reads rows
 * afterwards.
 */
public final class XaSettling {
    /** What is told where the server does not say which there are. */
    static final String RIGHT = "the user of the data source may have no right to see it (MySQL: XA_RECOVER_ADMIN)";

    /** For how long they are waited for. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long LISTED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_MILLIS = 20;
    private static final int NO_PRIVILEGE = 1227;
    /** Who may not ask. */
    private static final int NOT_ALLOWED = 1401;

    private XaSettling() {}

    /** All of them, each by what {@link #id} makes of it; null where the user may not ask. */
    public static @Nullable Set<String> of(Connection connection) throws SQLException {
        return of(connection, BinlogDatabase.isMariaDb(connection));
    }

    private static @Nullable Set<String> of(Connection connection, boolean mariaDb) throws SQLException {
        Set<String> found = new LinkedHashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(mariaDb ? "XA RECOVER" : "XA RECOVER CONVERT XID")) {
            while (rows.next()) {
                String data = mariaDb
                        ? HexFormat.of().formatHex(rows.getBytes(4))
                        : rows.getString(4).substring("0x".length());
                int global = 2 * rows.getInt(2);
                found.add(id(
                        "X'" + data.substring(0, global) + "',X'" + data.substring(global) + "'," + rows.getLong(1)));
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_PRIVILEGE && e.getErrorCode() != NOT_ALLOWED) {
                throw e;
            }
            return null;
        }
        return found;
    }

    /** One text for one transaction, of {@code X'67',X'62',1}. */
    static String id(String text) {
        return text.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns when all have ended that were prepared when it was called. One is written to the log before it is listed,
     * so it looks for a moment, where there are any.
     *
     * @param patience it fails when that takes longer
     * @return whether that is known; false where the user may not ask which there are
     */
    public static boolean settle(Connection connection, Duration patience) throws SQLException {
        boolean mariaDb = BinlogDatabase.isMariaDb(connection);
        Set<String> left = of(connection, mariaDb);
        if (left == null) {
            return false;
        }
        String prepared = Asking.rows(connection, "SHOW GLOBAL STATUS LIKE 'Com_xa_prepare'")
                .get(0)[1];
        if (left.isEmpty() && prepared.equals("0")) {
            return true;
        }
        long begin = System.nanoTime();
        while (true) {
            Set<String> now = of(connection, mariaDb);
            if (now == null) {
                return false;
            }
            long waited = System.nanoTime() - begin;
            if (waited < LISTED_NANOS) {
                left.addAll(now);
            } else {
                left.retainAll(now);
                if (left.isEmpty()) {
                    return true;
                }
            }
            if (waited > patience.toNanos()) {
                throw new SQLException("XA transactions stay prepared, and their rows would be missed: "
                        + String.join("; ", left)
                        + ". Let their coordinator end them, or XA COMMIT or XA ROLLBACK them, and try again");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted while XA transactions were to end", e);
            }
        }
    }
}
