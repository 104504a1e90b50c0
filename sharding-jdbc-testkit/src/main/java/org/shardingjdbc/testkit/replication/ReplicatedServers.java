package org.shardingjdbc.testkit.replication;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * A primary and its standbys: servers of their own that nobody else uses, on free ports, gone with {@link #close}.
 * Standbys only read; changes reach them within some milliseconds, unless {@link ReplicatedServer#pause} holds them up.
 * Not thread-safe; one {@link ReplicatedServer} may be used by several threads.
 */
public final class ReplicatedServers implements AutoCloseable {
    private final List<ReplicatedServer> servers = new ArrayList<>();

    private ReplicatedServers() {}

    /**
     * Starts them.
     *
     * @param standbys how many follow the primary, 0 or more
     * @throws org.opentest4j.TestAbortedException when this machine has no such servers, or they do not replicate (H2)
     */
    public static ReplicatedServers start(DatabaseKind kind, int standbys) {
        ReplicatedServers started = new ReplicatedServers();
        boolean done = false;
        try {
            ReplicatedServer primary = ReplicatedServer.of(TestServer.followed(kind, 1));
            started.servers.add(primary);
            for (int i = 0; i < standbys; i++) {
                started.addStandby(primary, i + 2);
            }
            primary.addUser();
            done = true;
            return started;
        } catch (SQLException e) {
            throw new IllegalStateException("The servers do not replicate", e);
        } finally {
            if (!done) {
                started.close();
            }
        }
    }

    private void addStandby(ReplicatedServer primary, int id) throws SQLException {
        boolean copied = primary.kind() == DatabaseKind.POSTGRESQL;
        TestServer server = copied ? primary.server().startStandby() : TestServer.followed(primary.kind(), id);
        ReplicatedServer standby = ReplicatedServer.of(server);
        servers.add(standby);
        if (!copied) {
            standby.follow(primary);
        }
        standby.readOnly(true);
    }

    /** The one that was the primary when they started. */
    public ReplicatedServer primary() {
        return servers.get(0);
    }

    /** One that followed the primary when they started, from 0. */
    public ReplicatedServer standby(int index) {
        return servers.get(index + 1);
    }

    /** The primary, then the standbys. */
    public List<ReplicatedServer> all() {
        return List.copyOf(servers);
    }

    @Override
    public void close() {
        for (int i = servers.size() - 1; i >= 0; i--) {
            servers.get(i).server().end();
        }
    }
}
