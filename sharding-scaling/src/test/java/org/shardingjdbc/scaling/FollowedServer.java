package org.shardingjdbc.scaling;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A PostgreSQL server whose log can be followed. One for all tests of this module. */
final class FollowedServer {
    private static final TestServer SERVER = started();

    private FollowedServer() {}

    static TestServer server() {
        return SERVER;
    }

    private static TestServer started() {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("postgres"), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET wal_level = 'logical'");
            statement.execute("ALTER SYSTEM SET max_replication_slots = 50");
            statement.execute("ALTER SYSTEM SET max_wal_senders = 50");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        server.kill();
        server.restart();
        return server;
    }
}
