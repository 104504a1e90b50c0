package org.shardingjdbc.testkit;

/** Another server, whose URLs carry settings of the driver. */
final class ServerWithSettings extends TestServer {
    private final TestServer server;
    private final String settings;

    ServerWithSettings(TestServer server, String settings) {
        super(server.kind());
        this.server = server;
        this.settings = settings;
    }

    @Override
    public String user() {
        return server.user();
    }

    @Override
    public String password() {
        return server.password();
    }

    @Override
    public String jdbcUrl(String name) {
        String url = server.jdbcUrl(name);
        return url + (url.indexOf('?') < 0 ? '?' : '&') + settings;
    }

    @Override
    void createEmpty(String name, String options) {
        server.createDatabase(name, options);
    }

    @Override
    void drop(String name) {
        server.dropDatabase(name);
    }

    @Override
    void stop() {
        // The other one ends it.
    }
}
