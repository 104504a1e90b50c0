package org.shardingjdbc.examples.governance;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;

/** The tour: three instances, here in one process, change their rules, switch a database off, lose the registry. */
public final class ThreeInstances {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final TestingServer registry;
    private final List<ShardingDataSource> instances;

    private ThreeInstances(TestingServer registry, List<ShardingDataSource> instances) {
        this.registry = registry;
        this.instances = instances;
    }

    /** @param arguments none */
    public static void main(String... arguments) throws Exception {
        try (TestingServer registry = new TestingServer()) {
            System.setProperty("registry", registry.getConnectString());
            try (ShardingDataSource first = open();
                    ShardingDataSource second = open();
                    ShardingDataSource third = open()) {
                new ThreeInstances(registry, List.of(first, second, third)).tour();
            }
        }
    }

    private static ShardingDataSource open() throws SQLException, IOException {
        try (InputStream yaml = ThreeInstances.class.getResourceAsStream("/sharding.yaml")) {
            return ShardingDataSourceFactory.create(yaml, PlaceholderType.SYSTEM_PROPS);
        }
    }

    private void tour() throws Exception {
        awaitVersion(1);
        execute(
                0,
                "CREATE SHARDING TABLE RULE t_order (STORAGE_UNITS(ds_0, ds_1), SHARDING_COLUMN=order_id,"
                        + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='4')))");
        awaitVersion(2);
        execute(1, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
        execute(1, "INSERT INTO t_order VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')");
        say(2, "t_order has " + count(2) + " rows on " + instances.get(2).dataNodes("t_order"));

        instances.get(2).governance().disable("ds_1");
        await(() -> !instances.get(0).governance().switches().disabled().isEmpty());
        say(0, "t_order cannot be read while ds_1 is off: " + refusal(() -> count(0)));
        instances.get(0).governance().enable("ds_1");
        await(() -> instances.get(1).governance().switches().disabled().isEmpty());
        say(1, "ds_1 is on again: " + count(1) + " rows");

        registry.stop();
        await(() -> !instances.get(0).governance().isConnected());
        say(
                0,
                "the registry is away: " + count(0) + " rows, and a change is refused: "
                        + refusal(() -> execute(0, "CREATE BROADCAST TABLE RULE t_country")));
        registry.restart();
        await(() -> instances.get(0).governance().isConnected());
        execute(0, "CREATE BROADCAST TABLE RULE t_country");
        awaitVersion(3);
    }

    /** Until each instance says so. */
    private void awaitVersion(long version) throws Exception {
        await(() -> {
            for (ShardingDataSource each : instances) {
                if (each.governance().version() != version) {
                    return false;
                }
            }
            return true;
        });
        List<Long> versions = new ArrayList<>();
        for (ShardingDataSource each : instances) {
            versions.add(each.governance().version());
        }
        System.out.println("all: running on versions " + versions);
    }

    private void execute(int instance, String sql) throws SQLException {
        try (Connection connection = instances.get(instance).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            say(instance, sql.length() > 60 ? sql.substring(0, 60) + "..." : sql);
        }
    }

    private long count(int instance) throws SQLException {
        try (Connection connection = instances.get(instance).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void say(int instance, String what) {
        System.out.println((instance + 1) + ":   " + what);
    }

    /** Something that may fail. */
    private interface Try {
        void run() throws Exception;
    }

    /** Something that comes to be so. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static String refusal(Try tried) throws Exception {
        try {
            tried.run();
            return "no, it is not";
        } catch (SQLException e) {
            return e.getMessage().substring(0, "SHD-0000".length());
        }
    }

    private static void await(Condition condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("It does not come to be so");
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
