package org.shardingjdbc.governance.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** What tests ask of data sources that a registry governs, and how long they wait for what a registry brings about. */
public final class Governed {
    /** Only used up when it fails. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private Governed() {}

    /** Waits until something is so; whether it came to that. */
    public static boolean until(BooleanSupplier so) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return true;
    }

    /** On a connection of its own. */
    public static void execute(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first that a query returns. */
    public static long number(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The version of the configuration by which it runs. */
    public static long version(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().version();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether it reaches its registry. */
    public static boolean connected(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().isConnected();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many instances the registry knows; 0 while it does not answer. */
    public static int known(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().instances().size();
        } catch (SQLException e) {
            return 0;
        }
    }
}
