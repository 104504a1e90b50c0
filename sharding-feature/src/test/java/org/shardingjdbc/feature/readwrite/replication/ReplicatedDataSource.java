package org.shardingjdbc.feature.readwrite.replication;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** A sharding data source over a group {@code ds} of real servers: {@code primary}, {@code r_0}, {@code r_1}, ... */
final class ReplicatedDataSource {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private ReplicatedDataSource() {}

    /** Makes the database and the table, empty, everywhere. */
    static void prepare(ReplicatedServers servers) throws SQLException {
        servers.primary().run("CREATE DATABASE app");
        awaitAll(servers);
        try (ShardingDataSource dataSource = open(servers, "")) {
            execute(dataSource, "CREATE TABLE t (id INT PRIMARY KEY, amount INT)");
        }
        awaitAll(servers);
    }

    private static void awaitAll(ReplicatedServers servers) throws SQLException {
        for (int i = 0; i < servers.all().size() - 1; i++) {
            servers.standby(i).awaitAllOf(servers.primary());
        }
    }

    /** @param terms further keys of the group, each line indented by six blanks */
    static ShardingDataSource open(ReplicatedServers servers, String terms) throws SQLException {
        return ShardingDataSourceFactory.create(configuration(servers, terms));
    }

    /** @param rest further keys of the configuration */
    static ShardingDataSource open(ReplicatedServers servers, String terms, String rest) throws SQLException {
        return ShardingDataSourceFactory.create(configuration(servers.all(), terms, rest));
    }

    /** As {@link #open}, of a primary and its replicas. */
    static ShardingDataSource open(String terms, ReplicatedServer... servers) throws SQLException {
        return ShardingDataSourceFactory.create(configuration(List.of(servers), terms, ""));
    }

    static ShardingConfiguration configuration(ReplicatedServers servers, String terms) {
        return configuration(servers.all(), terms, "");
    }

    /** A configuration of no servers, as far as it can be read. */
    static ShardingConfiguration parse(String terms) {
        return configuration(List.of(), terms, "");
    }

    private static ShardingConfiguration configuration(List<ReplicatedServer> servers, String terms, String rest) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        StringBuilder replicas = new StringBuilder();
        for (int i = 0; i < servers.size(); i++) {
            String name = i == 0 ? "primary" : "r_" + (i - 1);
            ReplicatedServer server = servers.get(i);
            yaml.append("  " + name + ": {jdbcUrl: '" + server.jdbcUrl("app") + "', username: " + server.user()
                    + ", password: " + server.password() + "}\n");
            replicas.append(i == 0 ? "" : replicas.isEmpty() ? name : ", " + name);
        }
        yaml.append("rules:\n- !READWRITE_SPLITTING\n  dataSourceGroups:\n    ds:\n      writeDataSourceName: primary\n"
                + "      readDataSourceNames: [" + replicas + "]\n" + terms + "- !SINGLE\n  tables: ['*.*']\n" + rest);
        return YamlConfigurations.parse(yaml.toString(), "replicated", PlaceholderType.NONE);
    }

    /** A configuration of that server alone. */
    static ShardingConfiguration ofOne(String name, ReplicatedServer server) {
        return ShardingConfiguration.builder()
                .dataSource(
                        name,
                        Map.of(
                                "jdbcUrl", server.jdbcUrl("app"),
                                "username", server.user(),
                                "password", server.password()))
                .rule(new SingleRuleConfiguration(List.of("*.*"), null))
                .build();
    }

    static void execute(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static int number(ShardingDataSource dataSource, String query) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return number(connection, query);
        }
    }

    static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** The database that would answer a read now. */
    static String answering(ShardingDataSource dataSource) {
        try {
            String explained = dataSource.explain("SELECT COUNT(*) FROM t").toString();
            int found = explained.indexOf(" for ds");
            return found < 0 ? "primary" : explained.substring(explained.lastIndexOf(' ', found - 1) + 1, found);
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    /**
     * Returns when a replica was seen to have all, and so to take no writes: whoever was promoted before is not known
     * to be so.
     */
    static void awaitSeen(ShardingDataSource dataSource, String replica) throws SQLException {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.seeWrites(dataSource.writesToken());
            await(() -> answering(dataSource).equals(replica));
        }
    }

    /** Executes it again and again until it does not fail. */
    static void awaitExecuted(ShardingDataSource dataSource, String sql) {
        awaitExecuted(dataSource, () -> {}, sql);
    }

    /** As {@link #awaitExecuted(ShardingDataSource, String)}, doing that before each try. */
    static void awaitExecuted(ShardingDataSource dataSource, Preparation before, String sql) {
        AtomicReference<SQLException> last = new AtomicReference<>();
        try {
            await(() -> {
                try {
                    before.run();
                    execute(dataSource, sql);
                    return true;
                } catch (SQLException e) {
                    last.set(e);
                    return false;
                }
            });
        } catch (AssertionError e) {
            throw new AssertionError(sql + " is not executed", last.get());
        }
    }

    /** Returns when that is so. */
    static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("It does not come to pass");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    /** What is done before a statement. */
    interface Preparation {
        /** Does it. */
        void run() throws SQLException;
    }
}
