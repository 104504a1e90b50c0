package org.shardingjdbc.benchmarks.proxy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The PostgreSQL server behind all middles, with pgbench's tables in one database, and sharded by their keys over four.
 * One per run.
 */
final class ServedServer implements AutoCloseable {
    static final String PLAIN = "plain";
    static final int SHARDS = 4;
    private static final int ACCOUNTS = 100_000;
    private static final int TELLERS = 10;

    private final EmbeddedPostgres server;
    private final int scale;

    private ServedServer(EmbeddedPostgres server, int scale) {
        this.server = server;
        this.scale = scale;
    }

    /** @param scale as pgbench has it: so many branches, each with ten tellers and 100,000 accounts */
    static ServedServer start(int scale, boolean sharded) throws IOException, SQLException {
        ServedServer started = new ServedServer(
                EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "600")
                        .setServerConfig("shared_buffers", "512MB")
                        .setServerConfig("fsync", "off")
                        .setServerConfig("synchronous_commit", "off")
                        .setServerConfig("full_page_writes", "off")
                        .setServerConfig("max_wal_size", "8GB")
                        .start(),
                scale);
        started.create(PLAIN, 1, 0);
        for (int i = 0; sharded && i < SHARDS; i++) {
            started.create(shard(i), SHARDS, i);
        }
        return started;
    }

    private static String shard(int number) {
        return "shard_" + number;
    }

    int port() {
        return server.getPort();
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    }

    private void create(String database, int of, int rest) throws SQLException {
        execute("postgres", "CREATE DATABASE " + database);
        execute(
                database,
                "CREATE TABLE pgbench_branches (bid int NOT NULL PRIMARY KEY, bbalance int, filler char(88))"
                        + " WITH (fillfactor = 50)",
                "CREATE TABLE pgbench_tellers (tid int NOT NULL PRIMARY KEY, bid int, tbalance int, filler char(84))"
                        + " WITH (fillfactor = 50)",
                "CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84))"
                        + " WITH (fillfactor = 90)",
                "CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp,"
                        + " filler char(22))",
                "INSERT INTO pgbench_branches SELECT n, 0, '' FROM generate_series(1, " + scale + ") AS s(n) WHERE n % "
                        + of + " = " + rest,
                "INSERT INTO pgbench_tellers SELECT n, (n - 1) / " + TELLERS
                        + " + 1, 0, '' FROM generate_series(1, " + scale * TELLERS + ") AS s(n) WHERE n % " + of + " = "
                        + rest,
                "INSERT INTO pgbench_accounts SELECT n, (n - 1) / " + ACCOUNTS
                        + " + 1, 0, '' FROM generate_series(1, " + scale * ACCOUNTS + ") AS s(n) WHERE n % " + of
                        + " = " + rest,
                "ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid)",
                "VACUUM ANALYZE");
    }

    void execute(String database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** What serves the database that is not sharded, by ours and by ShardingSphere. */
    String yaml(String extra, int connections) {
        return """
                databaseName: plain
                dataSources:
                  ds_0:
                    jdbcUrl: %s%s
                    username: postgres
                    password: postgres
                    maximumPoolSize: %d
                rules:
                - !SINGLE
                  tables: ["*.*"]
                """.formatted(url(PLAIN), extra, connections);
    }

    /** What serves the same tables over four databases. */
    String shardedYaml(int connections) {
        List<String> lines = new ArrayList<>();
        lines.add("databaseName: plain");
        lines.add("dataSources:");
        for (int i = 0; i < SHARDS; i++) {
            lines.add("  ds_%d: {jdbcUrl: '%s?binaryTransfer=false', username: postgres, password: postgres,"
                            .formatted(i, url(shard(i)))
                    + " maximumPoolSize: " + connections + "}");
        }
        lines.add("rules:");
        lines.add("- !SHARDING");
        lines.add("  tables:");
        for (String[] each :
                new String[][] {{"accounts", "aid"}, {"branches", "bid"}, {"tellers", "tid"}, {"history", "aid"}}) {
            lines.add("    pgbench_" + each[0] + ": {actualDataNodes: 'ds_${0..3}.pgbench_" + each[0]
                    + "', databaseStrategy: {standard: {shardingColumn: " + each[1]
                    + ", shardingAlgorithmName: quarters}}}");
        }
        lines.add("  shardingAlgorithms:");
        lines.add("    quarters: {type: MOD, props: {sharding-count: " + SHARDS + "}}");
        return String.join("\n", lines) + "\n";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
