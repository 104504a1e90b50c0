package org.shardingjdbc.proxy.internal.postgresql;

import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgConnection;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.Protocol;
import org.shardingjdbc.proxy.internal.server.ServerLimits;

/**
 * PostgreSQL's protocol, version 3.0, over logic databases whose data nodes are of PostgreSQL. Safe for all threads.
 */
public final class PostgreSqlProtocol implements Protocol {
    private final Map<String, ServedDatabase> databases = new LinkedHashMap<>();
    private final Users users;
    private final ServerLimits limits;

    /**
     * @throws SQLException when a data source does not answer, or its driver does not hand out values as the database
     *     writes them
     */
    public PostgreSqlProtocol(LogicDatabases served, Users users, ServerLimits limits) throws SQLException {
        this.users = users;
        this.limits = limits;
        for (String name : served.names()) {
            ShardingDataSource dataSource = served.get(name);
            for (Map.Entry<String, DataSource> each : dataSource.dataSources().entrySet()) {
                requireTexts(each.getKey(), each.getValue());
            }
            databases.put(name, new ServedDatabase(name, dataSource));
        }
    }

    /** Values that the driver reads in binary form come back in another text than the database's. */
    private static void requireTexts(String name, DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            PgConnection driver = connection.unwrap(PgConnection.class);
            if (driver.getPrepareThreshold() != 0 && driver.getQueryExecutor().useBinaryForReceive(Oid.TIMESTAMPTZ)) {
                throw new SQLException(
                        "The proxy hands on values as the database writes them, and the driver of data source " + name
                                + " would write some in its own way. Add binaryTransfer=false to its URL",
                        "0A000");
            }
        }
    }

    @Override
    public ByteToMessageDecoder decoder(Client client) {
        return new MessageDecoder(client, limits);
    }

    @Override
    public byte[] tooMany() {
        byte[] fields =
                "SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0".getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(fields.length + 5)
                .put((byte) 'E')
                .putInt(fields.length + 4)
                .put(fields)
                .array();
    }

    @Override
    public Conversation converse(Client client) {
        return new PostgreSqlConversation(client, databases, users);
    }
}
