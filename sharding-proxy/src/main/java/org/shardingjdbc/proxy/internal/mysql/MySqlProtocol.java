package org.shardingjdbc.proxy.internal.mysql;

import io.netty.handler.codec.ByteToMessageDecoder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.Protocol;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/** The protocol of MySQL and MariaDB, and its sessions by their numbers. Safe for all threads; one per server. */
public final class MySqlProtocol implements Protocol {
    private final LogicDatabases databases;
    private final Users users;
    private final ServerLimits limits;
    private final String version;
    private final boolean foundRows;
    private final Map<Integer, MySqlSession> sessions = new ConcurrentHashMap<>();
    private final long started = System.nanoTime();

    /**
     * @throws SQLException when a database does not say its version, which clients are told, or its driver would read
     *     files of this machine for them
     */
    public MySqlProtocol(LogicDatabases databases, Users users, ServerLimits limits) throws SQLException {
        this.databases = databases;
        this.users = users;
        this.limits = limits;
        this.foundRows = DriverSettings.requireSafe(databases);
        try (Connection connection = databases.first().getConnection()) {
            this.version = connection.getMetaData().getDatabaseProductVersion();
        }
    }

    @Override
    public ByteToMessageDecoder decoder(Client client) {
        return new PacketDecoder(client, limits);
    }

    @Override
    public Conversation converse(Client client) {
        return new MySqlSession(client, this);
    }

    LogicDatabases databases() {
        return databases;
    }

    boolean hasSeveralDatabases() {
        return databases.names().size() > 1;
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

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** Nanoseconds. */
    long uptime() {
        return System.nanoTime() - started;
    }

    // ---- sessions

    void add(MySqlSession session) {
        sessions.put(session.id(), session);
    }

    void remove(MySqlSession session) {
        sessions.remove(session.id(), session);
    }

    /** Null where there is none of that number. */
    @Nullable
    MySqlSession session(int id) {
        return sessions.get(id);
    }

    /** In the order of their numbers. */
    List<MySqlSession> sessions() {
        return sessions.values().stream()
                .sorted((left, right) -> Integer.compare(left.id(), right.id()))
                .toList();
    }
}
