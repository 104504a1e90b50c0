package org.shardingjdbc.benchmarks.macro;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The databases on one server: one for who does not shard, and the data sources of who does. The server runs until the
 * JVM ends.
 */
final class Site {
    static final String RAW = "macro_raw";
    static final String SHARD = "macro_shard_";

    private final TestServer server;

    Site(DatabaseKind kind) {
        this.server = TestServer.of(kind);
    }

    /** Empties all databases, which nobody may be connected to. */
    void clear() {
        server.createDatabase(RAW);
        for (int i = 0; i < Layout.DATA_SOURCES; i++) {
            server.createDatabase(SHARD + i);
        }
    }

    String driver() {
        return server.driverClassName();
    }

    String user() {
        return server.user();
    }

    String password() {
        return server.password();
    }

    String url(String database) {
        String url = server.jdbcUrl(database);
        return server.kind() == DatabaseKind.POSTGRESQL
                ? url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true"
                : url;
    }

    /**
     * What each connection starts with. Transactions over two databases may wait for each other, which no server sees:
     * the wait has an end, and all servers isolate alike.
     */
    String initSql() {
        return switch (server.kind()) {
            case POSTGRESQL -> "SET lock_timeout = 1000";
            case H2 -> "SET LOCK_TIMEOUT 1000";
            case MARIADB, MYSQL -> "SET SESSION innodb_lock_wait_timeout = 1, transaction_isolation = 'READ-COMMITTED'";
        };
    }

    /** How long the server has worked. */
    ServerTime time() throws SQLException {
        return ServerTime.of(server.kind(), server.dataSource(RAW));
    }

    /** Where the rows are that a contender sees. */
    List<DataNode> nodes(boolean sharded) {
        List<DataNode> nodes = new ArrayList<>();
        if (!sharded) {
            nodes.add(new DataNode(server.dataSource(RAW), ""));
            return nodes;
        }
        for (int i = 0; i < Layout.TABLES; i++) {
            nodes.add(new DataNode(server.dataSource(SHARD + i % Layout.DATA_SOURCES), "_" + i));
        }
        return nodes;
    }
}
