package org.shardingjdbc.governance.testkit.instances;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A registry in a database of the PostgreSQL that all tests share, and that therefore nobody ends. */
final class PostgresRegistry implements RegistryServers {
    private static final TestServer SERVER = TestServer.of(DatabaseKind.POSTGRESQL);

    private final String name;
    private final String url;

    PostgresRegistry(String name) {
        this.name = name;
        this.url = SERVER.createDatabase(name);
    }

    /** Props of a repository, a line each. */
    static List<String> props(String name, String addresses, String namespace) {
        return List.of(
                "jdbc_url: 'jdbc:postgresql://" + addresses + "/" + name + "'",
                "username: " + SERVER.user(),
                "password: " + SERVER.password(),
                "namespace: " + namespace);
    }

    @Override
    public List<String> addresses() {
        return List.of(url.substring(url.indexOf("//") + 2, url.lastIndexOf('/')));
    }

    @Override
    public void kill(int member) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public void restart(int member) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public void close() {
        // the server is that of all tests
    }
}
