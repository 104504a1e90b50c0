package org.shardingjdbc.proxy.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.parser.internal.SqlParser;

/**
 * What a session of a client has of one logic database: a connection of the library from the first statement on. One
 * thread at a time uses it.
 */
final class SessionDatabase implements AutoCloseable {
    private final String name;
    private final DataSource dataSource;
    private @Nullable Opened opened;

    /** @param session of the connection, which knows of the transaction what JDBC does not tell */
    private record Opened(Connection connection, Session session, SqlParser parser) {}

    SessionDatabase(String name, DataSource dataSource) {
        this.name = name;
        this.dataSource = dataSource;
    }

    String name() {
        return name;
    }

    private Opened opened() throws SQLException {
        Opened now = opened;
        if (now == null) {
            Connection connection = dataSource.getConnection();
            Session session = connection.unwrap(ShardingConnection.class).session();
            now = new Opened(connection, session, new SqlParser(session.dialect()));
            opened = now;
        }
        return now;
    }

    Connection connection() throws SQLException {
        return opened().connection();
    }

    SqlParser parser() throws SQLException {
        return opened().parser();
    }

    Dialect dialect() throws SQLException {
        return opened().session().dialect();
    }

    boolean isInTransaction() {
        Opened now = opened;
        return now != null && now.session().transactions().isOpen();
    }

    boolean isAutoCommit() {
        Opened now = opened;
        return now == null || now.session().transactions().autoCommit();
    }

    /** Rolls back and gives back all; the next statement begins anew. */
    @Override
    public void close() throws SQLException {
        Opened now = opened;
        opened = null;
        if (now != null) {
            now.connection().close();
        }
    }
}
