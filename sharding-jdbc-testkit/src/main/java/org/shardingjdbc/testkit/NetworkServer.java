package org.shardingjdbc.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A server that is reached by TCP, and that understands CREATE DATABASE. */
class NetworkServer extends DatabaseServer {
    private final ServerAddress address;
    private final String namePrefix;

    /**
     * @param namePrefix put before each database name; not empty on a server that others use, so that nothing of theirs
     *     is dropped
     */
    NetworkServer(DatabaseKind kind, ServerAddress address, String namePrefix) {
        super(kind);
        this.address = address;
        this.namePrefix = namePrefix;
    }

    @Override
    boolean isExternal() {
        return !namePrefix.isEmpty();
    }

    /** Where it is now. */
    ServerAddress address() {
        return address;
    }

    @Override
    String user() {
        return address().user();
    }

    @Override
    String password() {
        return address().password();
    }

    @Override
    String jdbcUrl(String name) {
        return address().jdbcUrl(namePrefix + name);
    }

    @Override
    void createEmpty(String name, String options) throws SQLException {
        run(administrationUrl(), "CREATE DATABASE " + namePrefix + name + " " + options);
    }

    @Override
    void drop(String name) throws SQLException {
        String force = kind() == DatabaseKind.POSTGRESQL ? " WITH (FORCE)" : "";
        run(administrationUrl(), "DROP DATABASE IF EXISTS " + namePrefix + name + force);
    }

    @Override
    void stop() {
        // The server belongs to someone else.
    }

    /** Drops a database by its whole name, whatever it is; waits for locks no longer than some seconds. */
    void dropAsNamed(String name) throws SQLException {
        boolean mySql = kind().speaksMySql();
        String mark = mySql ? "`" : "\"";
        String quoted = mark + name.replace(mark, mark + mark) + mark;
        try (Connection connection = DriverManager.getConnection(administrationUrl(), user(), password());
                Statement statement = connection.createStatement()) {
            statement.execute(mySql ? "SET lock_wait_timeout = 10" : "SET lock_timeout = '10s'");
            statement.execute("DROP DATABASE IF EXISTS " + quoted + (mySql ? "" : " WITH (FORCE)"));
        }
    }

    /** Where statements are run that concern the whole server. */
    String administrationUrl() {
        return address().jdbcUrl(kind() == DatabaseKind.POSTGRESQL ? "postgres" : "");
    }
}
