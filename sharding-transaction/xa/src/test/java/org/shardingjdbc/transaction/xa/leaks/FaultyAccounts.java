package org.shardingjdbc.transaction.xa.leaks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fault.JdbcProbe.OpenHandles;

/** Accounts 0 and 1 with 100 each, in two data sources behind one probe. For one thread. */
final class FaultyAccounts implements AutoCloseable {
    static final int POOL_SIZE = 3;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final JdbcProbe probe = new JdbcProbe();
    private final String probeName;
    private final TestServer server;
    private final ShardingDataSource dataSource;

    FaultyAccounts(DatabaseKind kind, TransactionConfiguration transactions) throws SQLException {
        probeName = "leaks_" + kind + "_" + transactions.defaultType() + transactions.providerType();
        FaultyDriver.register(probeName, probe);
        server = TestServer.of(kind);
        ShardingConfiguration.Builder builder =
                ShardingConfiguration.builder().databaseName(probeName).transaction(transactions);
        for (int i = 0; i < 2; i++) {
            String real = server.createDatabase(databaseName(i));
            builder.dataSource(
                    "ds_" + i,
                    Map.of(
                            "driverClassName", FaultyDriver.class.getName(),
                            "jdbcUrl", FaultyDriver.url(probeName, "ds_" + i, real),
                            "username", server.user(),
                            "password", server.password(),
                            "maximumPoolSize", String.valueOf(POOL_SIZE),
                            "minimumIdle", String.valueOf(POOL_SIZE)));
        }
        dataSource = ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_account", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                        .build())
                .build());
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "CREATE TABLE t_account (id INT PRIMARY KEY, balance INT)");
            execute(connection, "INSERT INTO t_account VALUES (0, 100), (1, 100)");
        }
    }

    private String databaseName(int dataSource) {
        return probeName.toLowerCase(Locale.ROOT) + dataSource;
    }

    JdbcProbe probe() {
        return probe;
    }

    Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    /** From now on connections are made anew. */
    void evict() throws SQLException {
        for (DataSource each : dataSource.dataSources().values()) {
            pool(each).softEvictConnections();
        }
    }

    int balance(int id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE id = " + id)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    /** What a session of the database itself reads, which none of ours has anything to do with. */
    int committedBalance(int id) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        server.jdbcUrl(databaseName(id)), server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account_" + id)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    void balance(int id, int balance) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "UPDATE t_account SET balance = " + balance + " WHERE id = " + id);
        }
    }

    /** Nothing is out, nothing is open, nothing waits; no transaction holds a row. */
    void assertClean(String after) throws SQLException {
        await(() -> probe.open().statements() == 0 && probe.open().resultSets() == 0);
        OpenHandles open = probe.open();
        assertThat(open.statements()).as("statements open after %s", after).isZero();
        assertThat(open.resultSets()).as("result sets open after %s", after).isZero();
        for (Map.Entry<String, DataSource> each : dataSource.dataSources().entrySet()) {
            HikariPoolMXBean pool = pool(each.getValue());
            await(() -> pool.getActiveConnections() == 0 && pool.getTotalConnections() == POOL_SIZE);
            assertThat(pool.getActiveConnections())
                    .as("connections of %s that are out after %s", each.getKey(), after)
                    .isZero();
            assertThat(pool.getTotalConnections())
                    .as("connections of %s after %s", each.getKey(), after)
                    .isEqualTo(POOL_SIZE);
        }
        await(() -> inDoubt() == 0);
        assertThat(inDoubt()).as("branches in doubt after %s", after).isZero();
        try (Connection connection = dataSource.getConnection()) {
            // waits for who holds a row; what he commits meanwhile stays
            execute(connection, "UPDATE t_account SET balance = balance + 0");
        }
    }

    private int inDoubt() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW SHARDING TRANSACTIONS")) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HikariPoolMXBean pool(DataSource dataSource) throws SQLException {
        return dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean();
    }

    /** Until it is so, for half a minute at most. */
    static void await(BooleanSupplier wanted) {
        await(wanted, PATIENCE_NANOS);
    }

    static void await(BooleanSupplier wanted, long longestNanos) {
        long end = System.nanoTime() + longestNanos;
        while (!wanted.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Override
    public void close() throws SQLException {
        dataSource.close();
        FaultyDriver.unregister(probeName);
        await(() -> probe.open().connections() == 0);
        assertThat(probe.open().connections()).as("connections left").isZero();
    }
}
