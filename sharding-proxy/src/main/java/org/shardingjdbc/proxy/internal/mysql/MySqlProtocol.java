package org.shardingjdbc.proxy.internal.mysql;

import io.netty.handler.codec.ByteToMessageDecoder;
import java.sql.SQLException;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.Protocol;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/** The protocol of MySQL and MariaDB. Safe for all threads. */
public final class MySqlProtocol implements Protocol {
    private final MySqlServer server;

    /**
     * @param localFiles whether clients may have files of theirs loaded
     * @throws SQLException when a database does not say its version, which clients are told, or its driver would read
     *     files of this machine for them
     */
    public MySqlProtocol(LogicDatabases databases, Users users, ServerLimits limits, boolean localFiles)
            throws SQLException {
        this.server = new MySqlServer(databases, users, limits, localFiles);
    }

    @Override
    public ByteToMessageDecoder decoder(Client client) {
        return new PacketDecoder(client, server.limits());
    }

    @Override
    public Conversation converse(Client client) {
        return new MySqlSession(client, server);
    }
}
