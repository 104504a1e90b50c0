package org.shardingjdbc.proxy.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/** What all sessions have in common, and they themselves by their numbers. Safe for all threads; one per server. */
final class MySqlServer {
    private final LogicDatabases databases;
    private final Users users;
    private final ServerLimits limits;
    private final boolean localFiles;
    private final String version;
    private final boolean foundRows;
    private final Map<Integer, LiveSession> sessions = new ConcurrentHashMap<>();
    private final CursorFiles cursorFiles = new CursorFiles(CursorFiles.MOST_OF_SERVER, null);
    private final long started = System.nanoTime();

    /**
     * @param localFiles whether clients may have files of theirs loaded
     * @throws SQLException when a database does not say its version, which clients are told, or its driver would read
     *     files of this machine for them
     */
    MySqlServer(LogicDatabases databases, Users users, ServerLimits limits, boolean localFiles) throws SQLException {
        this.databases = databases;
        this.users = users;
        this.limits = limits;
        this.localFiles = localFiles;
        this.foundRows = DriverSettings.requireSafe(databases);
        try (Connection connection = databases.first().getConnection()) {
            this.version = connection.getMetaData().getDatabaseProductVersion();
        }
    }

    LogicDatabases databases() {
        return databases;
    }

    boolean hasSeveralDatabases() {
        return databases.names().size() > 1;
    }

    /** Those of all sessions. */
    CursorFiles cursorFiles() {
        return cursorFiles;
    }

    Users users() {
        return users;
    }

    ServerLimits limits() {
        return limits;
    }

    /** That of the databases, as they tell it to clients. */
    String version() {
        return version;
    }

    /** Whether the count of an UPDATE is that of the rows found. */
    boolean countsFoundRows() {
        return foundRows;
    }

    /** Whether clients may have files of theirs loaded. */
    boolean loadsLocalFiles() {
        return localFiles;
    }

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** Nanoseconds. */
    long uptime() {
        return System.nanoTime() - started;
    }

    // ---- sessions

    void add(LiveSession session) {
        sessions.put(session.id(), session);
    }

    void remove(LiveSession session) {
        sessions.remove(session.id(), session);
    }

    /** Null where there is none of that number. */
    @Nullable
    LiveSession session(int id) {
        return sessions.get(id);
    }

    /** In the order of their numbers. */
    List<LiveSession> sessions() {
        return sessions.values().stream()
                .sorted((left, right) -> Integer.compare(left.id(), right.id()))
                .toList();
    }
}
