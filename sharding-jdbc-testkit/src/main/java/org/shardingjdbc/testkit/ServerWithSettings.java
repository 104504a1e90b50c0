package org.shardingjdbc.testkit;

import java.sql.SQLException;

/** Another server, whose URLs carry settings of the driver; those of H2 start with a semicolon. */
final class ServerWithSettings extends DatabaseServer {
    private final DatabaseServer server;
    private final String settings;

    ServerWithSettings(DatabaseServer server, String settings) {
        super(server.kind());
        this.server = server;
        this.settings = settings;
    }

    @Override
    String user() {
        return server.user();
    }

    @Override
    String password() {
        return server.password();
    }

    @Override
    String jdbcUrl(String name) {
        String url = server.jdbcUrl(name);
        if (settings.startsWith(";")) {
            return url + settings;
        }
        return url + (url.indexOf('?') < 0 ? '?' : '&') + settings;
    }

    @Override
    void createEmpty(String name, String options) throws SQLException {
        server.createEmpty(name, options);
    }

    @Override
    void drop(String name) throws SQLException {
        server.drop(name);
    }

    @Override
    void stop() {
        // The other one ends it.
    }
}
