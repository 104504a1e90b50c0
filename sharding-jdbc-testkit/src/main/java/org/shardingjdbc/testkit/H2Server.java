package org.shardingjdbc.testkit;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** H2 in memory: a database lives from its creation until it is dropped or the JVM ends. */
final class H2Server extends DatabaseServer {
    private final Map<String, String> settings = new ConcurrentHashMap<>();

    H2Server() {
        super(DatabaseKind.H2);
    }

    @Override
    String user() {
        return "sa";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String jdbcUrl(String name) {
        return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1" + settings.getOrDefault(name, "");
    }

    @Override
    void createEmpty(String name, String options) throws SQLException {
        settings.put(name, options);
        run(jdbcUrl(name), "SELECT 1");
    }

    @Override
    void drop(String name) throws SQLException {
        run(jdbcUrl(name), "SHUTDOWN");
        settings.remove(name);
    }

    @Override
    void stop() {
        // Ends with the JVM.
    }
}
