package org.shardingjdbc.benchmarks;

import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The server of {@link Backend#POSTGRESQL}: the one that a system property names, or one that is started. */
final class PostgreSql {
    /** A system property: host and port of a server where user postgres needs no password and owns the databases. */
    static final String ADDRESS = "benchmark.postgresql";

    private static final String SCHEME = "jdbc:postgresql://";

    private PostgreSql() {}

    /** Starts it if need be, and says so in the property. */
    static void start() {
        if (System.getProperty(ADDRESS) != null) {
            return;
        }
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = "";
        for (int i = 0; i < Data.DATA_SOURCES; i++) {
            url = server.createDatabase("benchmark_" + i);
        }
        String end = "/benchmark_" + (Data.DATA_SOURCES - 1);
        if (!url.startsWith(SCHEME) || !url.endsWith(end)) {
            throw new IllegalStateException("A server of yours is named by --postgresql here, not " + url);
        }
        System.setProperty(ADDRESS, url.substring(SCHEME.length(), url.length() - end.length()));
    }

    static void stop() {
        TestServer.stopAll();
    }
}
