package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.transaction.base.BaseAccounts.execute;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/**
 * Moves money between two data sources in BASE transactions while a call of a driver fails: afterwards nothing is out
 * or open, no row is locked, no record waits, and no money is lost. It takes long, and is run where the property
 * {@code leaks.rounds} says how often; others are {@code leaks.seed} and {@code leaks.kind}.
 */
@EnabledIfSystemProperty(named = "leaks.rounds", matches = ".+")
class BaseLeakTest {
    private static final int ROUNDS = Integer.getInteger("leaks.rounds", 15);
    private static final long SEED = Long.getLong("leaks.seed", 11);
    private static final DatabaseKind KIND = DatabaseKind.valueOf(System.getProperty("leaks.kind", "POSTGRESQL"));
    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(60);
    private static final List<Fault> FAULTS = List.of(
            Fault.throwing(), Fault.throwing("terminated", "57P01", 7), Fault.dropConnection(), Fault.breaking());

    private final JdbcProbe probe = new JdbcProbe();

    @Test
    void nothingIsLeftWhereverACallFails() throws Exception {
        Random random = new Random(SEED);
        try (ShardingDataSource dataSource = BaseAccounts.createProbed(KIND, probe)) {
            probe.reset();
            transfer(dataSource, true);
            long calls = probe.callCount();
            settle(dataSource, "the first transfer");
            int struck = 0;
            for (int round = 0; round < ROUNDS; round++) {
                int before = balance(dataSource, 0);
                Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
                long call = 1 + random.nextInt((int) calls);
                boolean commits = random.nextInt(4) > 0;
                probe.reset();
                probe.strike(call, fault);
                Throwable thrown = transferFailing(dataSource, commits);
                struck += probe.strikeCount();
                String after = "seed " + SEED + ", round " + round + ", " + fault + " at call " + call + ": " + thrown;
                probe.reset();
                settle(dataSource, after);
                if (thrown == null) {
                    assertThat(balance(dataSource, 0)).as(after).isEqualTo(commits ? before - 1 : before);
                }
            }
            assertThat(struck).as("faults that struck").isGreaterThan(ROUNDS / 2);
        }
        assertThat(probe.open().connections()).as("connections left").isZero();
    }

    private static Throwable transferFailing(ShardingDataSource dataSource, boolean commits) {
        try {
            transfer(dataSource, commits);
            return null;
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    private static void transfer(ShardingDataSource dataSource, boolean commits) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = balance - 1 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 1 WHERE id = 1");
            if (commits) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    private void settle(ShardingDataSource dataSource, String after) throws Exception {
        long deadline = System.nanoTime() + SETTLES_WITHIN.toNanos();
        String left = left(dataSource);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
            left = left(dataSource);
        }
        assertThat(left).as("left after %s", after).isEmpty();
    }

    /** What is not yet as it should be, or nothing. */
    private String left(ShardingDataSource dataSource) throws SQLException {
        StringBuilder left = new StringBuilder();
        int records = BaseAccounts.undoRecords(KIND, BaseAccounts.PROBED);
        if (records > 0) {
            return records + " records in undo_log";
        }
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "UPDATE t_account SET balance = balance + 0");
        } catch (SQLException e) {
            return e.getMessage();
        }
        int sum = balance(dataSource, 0) + balance(dataSource, 1);
        if (sum != 200) {
            left.append("a sum of ").append(sum);
        }
        for (DataSource each : dataSource.dataSources().values()) {
            HikariPoolMXBean pool = each.unwrap(HikariDataSource.class).getHikariPoolMXBean();
            if (pool.getActiveConnections() > 0) {
                left.append(" connections that are out: ").append(pool.getActiveConnections());
            }
        }
        if (probe.open().statements() > 0 || probe.open().resultSets() > 0) {
            left.append(" open: ").append(probe.open());
        }
        return left.toString();
    }

    private static int balance(ShardingDataSource dataSource, int id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return BaseAccounts.balance(connection, id);
        }
    }
}
