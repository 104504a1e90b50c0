package org.shardingjdbc.proxy.internal.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.proxy.internal.authority.Grants;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;

/**
 * What a session of a client has of one logic database: a connection of the library from the first statement on. One
 * thread at a time uses it.
 */
final class SessionDatabase implements AutoCloseable {
    private final String name;
    private final DataSource dataSource;
    private final LogicDatabases databases;
    private final ProxyAccount account;
    private @Nullable Opened opened;
    /** Of {@link SettingsSoFar}, which hold here. */
    private int followed;

    /** @param session of the connection, which knows of the transaction what JDBC does not tell */
    private record Opened(Connection connection, Session session, SqlParser parser, Grants grants) {}

    /** @param account whose session it is */
    SessionDatabase(String name, LogicDatabases databases, ProxyAccount account) {
        this.name = name;
        this.databases = databases;
        this.dataSource = databases.get(name);
        this.account = account;
    }

    String name() {
        return name;
    }

    private Opened opened() throws SQLException {
        Opened now = opened;
        if (now == null) {
            now = open();
            opened = now;
        }
        return now;
    }

    private Opened open() throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            ShardingConnection ours = connection.unwrap(ShardingConnection.class);
            Session session = ours.session();
            return new Opened(connection, session, databases.parser(session.dialect()), Grants.give(account, ours));
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    /** @throws SQLException when the user may not execute the statement; no data source has heard of it then */
    void requireGranted(String sql) throws SQLException {
        if (opened().grants().looksAtStatements()) {
            requireGranted(opened().parser().parse(sql));
        }
    }

    /** As {@link #requireGranted(String)}, where the statement is parsed already. */
    void requireGranted(ParsedSql parsed) throws SQLException {
        Grants grants = opened().grants();
        if (parsed.settings() != null) {
            grants.require(parsed.settings());
        }
        grants.require(parsed.statement());
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

    /** A statement of the client was executed of which nobody knows which key is its first. */
    void loseLastKey() throws SQLException {
        opened().session().lastKey().lose();
    }

    int followed() {
        return followed;
    }

    /** What was set until then holds here. */
    void follows(int version) {
        followed = version;
    }

    /** As the databases have it: whether one was begun, or a statement has begun it as autocommit is off. */
    boolean isInTransaction() {
        Opened now = opened;
        return now != null && now.session().transactions().isBegun();
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
