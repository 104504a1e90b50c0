package org.shardingjdbc.benchmarks.transaction;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two PostgreSQL servers that lose nothing they have committed, each with its own files. One per run. */
final class Servers implements AutoCloseable {
    static final int COUNT = 2;

    /** Of each data source; from 0, the even ones in the first, the odd ones in the second. */
    static final int ACCOUNTS = 10_000;

    private static final int BALANCE = 1_000;

    /** A system property: the servers' ports, with commas between. */
    static final String PORTS = "benchmark.transactions.ports";

    private final List<EmbeddedPostgres> servers = new ArrayList<>();

    private Servers() {}

    /** Starts them, and says their ports in the property. */
    static Servers start() throws IOException, SQLException {
        Servers started = new Servers();
        for (int i = 0; i < COUNT; i++) {
            started.servers.add(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("max_prepared_transactions", "200")
                    .start());
        }
        System.setProperty(
                PORTS,
                started.servers.stream()
                        .map(server -> String.valueOf(server.getPort()))
                        .collect(Collectors.joining(",")));
        for (int i = 0; i < COUNT; i++) {
            execute(
                    i,
                    "CREATE TABLE t_account_" + i + " (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)"
                            + " WITH (fillfactor = 50)");
        }
        return started;
    }

    static String url(int dataSource) {
        return "jdbc:postgresql://localhost:" + System.getProperty(PORTS).split(",")[dataSource] + "/postgres";
    }

    /** All accounts as they were at first. */
    void fill() throws SQLException {
        for (int i = 0; i < COUNT; i++) {
            execute(i, "TRUNCATE t_account_" + i);
            execute(
                    i,
                    "INSERT INTO t_account_" + i + " SELECT x * " + COUNT + " + " + i + ", " + BALANCE
                            + " FROM generate_series(0, " + (ACCOUNTS - 1) + ") AS s(x)");
            execute(i, "VACUUM ANALYZE t_account_" + i);
            execute(i, "CHECKPOINT");
        }
    }

    /** @throws IllegalStateException when money is lost or made, or a transaction is left */
    void check() throws SQLException {
        long sum = 0;
        long prepared = 0;
        for (int i = 0; i < COUNT; i++) {
            sum += number(i, "SELECT SUM(balance) FROM t_account_" + i);
            prepared += number(i, "SELECT COUNT(*) FROM pg_prepared_xacts");
        }
        if (sum != (long) COUNT * ACCOUNTS * BALANCE || prepared > 0) {
            throw new IllegalStateException("balances are " + sum + ", prepared transactions " + prepared);
        }
    }

    private static void execute(int dataSource, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(dataSource), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(int dataSource, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(dataSource), "postgres", "postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        for (EmbeddedPostgres server : servers) {
            server.close();
        }
    }
}
