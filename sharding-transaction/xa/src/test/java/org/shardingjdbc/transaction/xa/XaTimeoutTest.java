package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Transactions that are open for longer than they may. */
class XaTimeoutTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private static Path logs;

    private static ShardingDataSource accounts(DatabaseKind kind) throws SQLException {
        return XaAccounts.create(
                kind,
                XaProvider.valueOf(System.getProperty("timeout.provider", "ATOMIKOS"))
                        .configuration(logs, "test", Map.of("timeout-seconds", "1")));
    }

    /** Nobody comes back to the connection, and yet others get what it has locked. */
    @ParameterizedTest
    @EnumSource
    void whoIsGoneLocksNothing(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection idle = dataSource.getConnection();
                Connection other = dataSource.getConnection()) {
            idle.setAutoCommit(false);
            begin(
                    idle,
                    "UPDATE t_account SET balance = 1 WHERE id = 0",
                    "UPDATE t_account SET balance = 1 WHERE id = 1");
            executeOnceFree(other, "UPDATE t_account SET balance = 7 WHERE id = 0");
            executeOnceFree(other, "UPDATE t_account SET balance = 7 WHERE id = 1");
            assertThatThrownBy(() -> execute(idle, "UPDATE t_account SET balance = 2 WHERE id = 2"))
                    .hasMessageStartingWith("SHD-6010");
            assertThatThrownBy(idle::commit).isInstanceOf(SQLException.class);
            assertThat(balance(other, 0)).isEqualTo(7);
            assertThat(balance(other, 2)).isEqualTo(100);
            commit(
                    idle,
                    "UPDATE t_account SET balance = 3 WHERE id = 2",
                    "UPDATE t_account SET balance = 3 WHERE id = 3");
            assertThat(balance(other, 2)).isEqualTo(3);
            assertThat(balance(other, 3)).isEqualTo(3);
        }
    }

    /** A statement that is under way when the time is over ends, and what it did is undone. */
    @ParameterizedTest
    @EnumSource
    void whatRunsIsEnded(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection connection = dataSource.getConnection();
                Connection other = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            begin(
                    connection,
                    "UPDATE t_account SET balance = 1 WHERE id = 0",
                    "UPDATE t_account SET balance = 1 WHERE id = 1");
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            assertThatThrownBy(() -> {
                        for (int i = 0; System.nanoTime() < deadline; i++) {
                            execute(connection, "UPDATE t_account SET balance = balance + 1 WHERE id = " + i % 4);
                            Thread.sleep(50);
                        }
                    })
                    .isInstanceOf(SQLException.class);
            connection.rollback();
            for (int id = 0; id < 4; id++) {
                assertThat(balance(other, id)).isEqualTo(100);
            }
            commit(connection, "UPDATE t_account SET balance = 3 WHERE id = 2");
            assertThat(balance(other, 2)).isEqualTo(3);
        }
    }

    /** Executes statements in one transaction, which a busy machine may take longer for than it may be open. */
    static void begin(Connection connection, String... statements) throws SQLException {
        inTime(connection, false, statements);
    }

    /** As {@link #begin}, and commits them. */
    static void commit(Connection connection, String... statements) throws SQLException {
        inTime(connection, true, statements);
    }

    private static void inTime(Connection connection, boolean commits, String... statements) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                for (String sql : statements) {
                    execute(connection, sql);
                }
                if (commits) {
                    connection.commit();
                }
                return;
            } catch (SQLException late) {
                if (!late.getMessage().startsWith("SHD-6010") || System.nanoTime() - deadline > 0) {
                    throw late;
                }
                connection.rollback();
            }
        }
    }

    /** Waits for the lock, also where the database waits for a moment only. */
    private static void executeOnceFree(Connection connection, String sql) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                execute(connection, sql);
                return;
            } catch (SQLException locked) {
                if (System.nanoTime() - deadline > 0) {
                    throw locked;
                }
            }
        }
    }
}
