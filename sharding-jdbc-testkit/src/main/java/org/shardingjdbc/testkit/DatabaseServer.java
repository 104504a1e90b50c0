package org.shardingjdbc.testkit;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** What a {@link TestServer} does by the kind of its database and the way in which the server was started. */
abstract class DatabaseServer {
    private final DatabaseKind kind;

    DatabaseServer(DatabaseKind kind) {
        this.kind = kind;
    }

    final DatabaseKind kind() {
        return kind;
    }

    /** A user who may create databases. */
    abstract String user();

    /** The password of {@link #user()}; may be empty, never null. */
    abstract String password();

    /** The JDBC URL of a database, whether it exists or not. */
    abstract String jdbcUrl(String name);

    /** Creates a database; none of that name exists. */
    abstract void createEmpty(String name, String options) throws SQLException;

    /** Drops a database if it exists. */
    abstract void drop(String name) throws SQLException;

    /** Whether it outlives the tests, so that what they created is dropped when they end. */
    boolean isExternal() {
        return false;
    }

    /** Ends the server process, if this object started one. */
    abstract void stop();

    /** Kills the server process, whatever it does. */
    void kill() throws IOException {
        throw new UnsupportedOperationException(kind.title() + " cannot be killed");
    }

    /** Starts the process that was killed again, on the same port, with the same data. */
    void restart() throws IOException {
        throw new UnsupportedOperationException(kind.title() + " cannot be restarted");
    }

    /** Puts a server in the place of one that has ended; its address may be another, and its databases are gone. */
    void replace() throws IOException {
        restart();
    }

    /** Starts one more server that follows this one, which stops for a moment; for databases that copy files. */
    DatabaseServer startStandby() throws IOException {
        throw new UnsupportedOperationException(kind.title() + " makes no standby of files");
    }

    /** Runs one statement on a new connection. */
    final void run(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user(), password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
