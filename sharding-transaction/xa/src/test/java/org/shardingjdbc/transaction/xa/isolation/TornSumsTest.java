package org.shardingjdbc.transaction.xa.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * Money goes from one data source to the other and back, while readers sum it up: how many sums are of a state that
 * never was. {@code -Dsums.millis} says for how long each case runs; the figures of docs/isolation.md are of 5,000.
 */
class TornSumsTest {
    private static final int MILLIS = Integer.getInteger("sums.millis", 300);
    private static final int SUM = 400;

    @TempDir
    private Path logs;

    /** How a reader asks. */
    enum Reader {
        /** One statement over both, in autocommit mode. */
        STATEMENT("SELECT SUM(balance) FROM t_account", null),
        /** One statement for each, in a transaction. */
        TRANSACTION("SELECT balance FROM t_account WHERE id = ", "START TRANSACTION"),
        SNAPSHOT("SELECT balance FROM t_account WHERE id = ", "START TRANSACTION WITH CONSISTENT SNAPSHOT"),
        /** Locks all rows. */
        LOCKING("SELECT balance FROM t_account WHERE id = ", "START TRANSACTION");

        private final String sql;
        private final String begin;

        Reader(String sql, String begin) {
            this.sql = sql;
            this.begin = begin;
        }

        int sum(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                if (begin == null) {
                    return number(statement, sql);
                }
                statement.execute(begin);
                int sum = 0;
                for (int id = 0; id < 4; id++) {
                    sum += number(statement, sql + id + (this == LOCKING ? " FOR UPDATE" : ""));
                }
                statement.execute("COMMIT");
                return sum;
            }
        }

        private static int number(Statement statement, String sql) throws SQLException {
            try (ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    /** @param possible whether torn sums may be seen */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, LOCAL, READ_COMMITTED, STATEMENT, true",
        "POSTGRESQL, XA, READ_COMMITTED, STATEMENT, true",
        "POSTGRESQL, LOCAL, REPEATABLE_READ, TRANSACTION, true",
        "POSTGRESQL, XA, SERIALIZABLE, TRANSACTION, true",
        "POSTGRESQL, LOCAL, READ_COMMITTED, LOCKING, false",
        "POSTGRESQL, XA, READ_COMMITTED, LOCKING, false",
        "MARIADB, LOCAL, REPEATABLE_READ, TRANSACTION, true",
        "MARIADB, LOCAL, REPEATABLE_READ, SNAPSHOT, true",
        "MARIADB, XA, REPEATABLE_READ, LOCKING, false"
    })
    void onlyWhoLocksAllRowsSeesOneState(DatabaseKind kind, String type, String level, Reader reader, boolean possible)
            throws Exception {
        TransactionConfiguration transactions =
                type.equals("XA") ? XaProvider.ATOMIKOS.configuration(logs) : TransactionConfiguration.LOCAL;
        int isolation = (int) Connection.class.getField("TRANSACTION_" + level).get(null);
        try (ShardingDataSource dataSource = XaAccounts.create(kind, transactions)) {
            ExecutorService threads = Executors.newFixedThreadPool(2);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
            Future<Integer> transfers = threads.submit(() -> transfer(dataSource, end));
            Future<int[]> sums = threads.submit(() -> read(dataSource, isolation, reader, end));
            threads.shutdown();
            int[] torn = sums.get();
            System.out.printf(
                    Locale.ROOT,
                    "%s, %s, %s, %s: %,d of %,d sums torn beside %,d transfers%n",
                    kind.title(),
                    type,
                    level,
                    reader,
                    torn[0],
                    torn[1],
                    transfers.get());
            assertThat(torn[1]).isPositive();
            if (!possible) {
                assertThat(torn[0]).as("torn sums").isZero();
            }
        }
    }

    private static int transfer(ShardingDataSource dataSource, long end) throws SQLException {
        int count = 0;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (; System.nanoTime() < end; count++) {
                statement.executeUpdate("UPDATE t_account SET balance = balance - 1 WHERE id = " + count % 2);
                statement.executeUpdate("UPDATE t_account SET balance = balance + 1 WHERE id = " + (3 - count % 2));
                connection.commit();
            }
        }
        return count;
    }

    private static int[] read(ShardingDataSource dataSource, int isolation, Reader reader, long end)
            throws SQLException {
        int torn = 0;
        int count = 0;
        try (Connection connection = dataSource.getConnection()) {
            connection.setTransactionIsolation(isolation);
            for (; System.nanoTime() < end; count++) {
                torn += reader.sum(connection) == SUM ? 0 : 1;
            }
        }
        return new int[] {torn, count};
    }
}
