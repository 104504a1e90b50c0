package org.shardingjdbc.transaction.xa.leaks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * A write to two data sources in autocommit mode that has begun a transaction of its own on their connections, and then
 * does not come about: that transaction is over, and who gets the connections next writes for good.
 */
class AbandonedWritesTest {
    private static final String WRITES_BOTH = "UPDATE t_account SET balance = balance + 0";
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private static Path logs;

    static Stream<Arguments> all() {
        return Stream.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL, DatabaseKind.MARIADB)
                .flatMap(AbandonedWritesTest::types);
    }

    static Stream<Arguments> withLastKeys() {
        return Stream.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB).flatMap(AbandonedWritesTest::types);
    }

    private static Stream<Arguments> types(DatabaseKind kind) {
        return Stream.of(
                Arguments.of(kind, "LOCAL", TransactionConfiguration.LOCAL),
                Arguments.of(kind, "XA by Atomikos", coordinatedBy(XaProvider.ATOMIKOS)),
                Arguments.of(kind, "XA by Narayana", coordinatedBy(XaProvider.NARAYANA)));
    }

    private static TransactionConfiguration coordinatedBy(XaProvider provider) {
        return provider.configuration(logs, "abandoned", Map.of("timeout-seconds", "60"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("withLastKeys")
    void refusedAsNobodyKnowsTheLastKey(DatabaseKind kind, String type, TransactionConfiguration transactions)
            throws SQLException {
        try (FaultyAccounts accounts = new FaultyAccounts(kind, transactions)) {
            try (Connection connection = accounts.connection()) {
                execute(connection, "UPDATE t_account SET balance = LAST_INSERT_ID(balance + 0)");
                accounts.probe().reset();
                assertThatThrownBy(() ->
                                execute(connection, "UPDATE t_account SET balance = LAST_INSERT_ID() WHERE id < 2"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-2116");
                List<JdbcCall> made = accounts.probe().calls();
                writeByEach(List.of(connection));
                assertThat(accounts.committedBalance(0)).isEqualTo(101);
                assertThat(accounts.committedBalance(1)).isEqualTo(101);
                assertEnded(made, "ds_0", "ds_1");
                writesOfOthersStand(accounts, 101);
            }
            accounts.assertClean(type);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void itsSessionIsAbortedMeanwhile(DatabaseKind kind, String type, TransactionConfiguration transactions)
            throws Exception {
        try (FaultyAccounts accounts = new FaultyAccounts(kind, transactions)) {
            write(accounts);
            accounts.probe().reset();
            AtomicBoolean struck = new AtomicBoolean();
            accounts.probe()
                    .strikeWhen(
                            begins(kind, type, "ds_1").and(call -> struck.compareAndSet(false, true)), Fault.hang());
            try (Connection connection = accounts.connection()) {
                CompletableFuture<Void> write = CompletableFuture.runAsync(() -> executeUnchecked(connection));
                assertThat(accounts.probe().awaitHanging(1, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)))
                        .isTrue();
                connection.abort(command -> new Thread(command).start());
                accounts.probe().release();
                assertThatThrownBy(() -> write.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(SQLException.class)
                        .hasStackTraceContaining("closed");
            }
            List<JdbcCall> made = accounts.probe().calls();
            writesOfOthersStand(accounts, 100);
            assertEnded(made, "ds_0", "ds_1");
            accounts.assertClean(type);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void itCannotBeginOnTheSecond(DatabaseKind kind, String type, TransactionConfiguration transactions)
            throws SQLException {
        for (Fault fault : List.of(Fault.throwing(), Fault.breaking(), Fault.afterwards(Fault.throwing()))) {
            try (FaultyAccounts accounts = new FaultyAccounts(kind, transactions)) {
                write(accounts);
                accounts.probe().reset();
                accounts.probe().strikeWhen(begins(kind, type, "ds_1"), fault);
                List<JdbcCall> made;
                try (Connection connection = accounts.connection()) {
                    assertThatThrownBy(() -> execute(connection, WRITES_BOTH)).hasStackTraceContaining("at #");
                    made = accounts.probe().calls();
                    accounts.probe().strikeWhen(call -> false, fault);
                    writeByEach(List.of(connection));
                }
                assertThat(accounts.committedBalance(0)).isEqualTo(101);
                assertThat(accounts.committedBalance(1)).isEqualTo(101);
                assertEnded(made, "ds_0");
                writesOfOthersStand(accounts, 101);
                accounts.assertClean(type + ", " + fault);
            }
        }
    }

    /** Whoever is told that his transaction has not begun writes in autocommit mode. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void snapshotsThatCannotAllBeOpened(DatabaseKind kind) throws SQLException {
        try (FaultyAccounts accounts = new FaultyAccounts(kind, TransactionConfiguration.LOCAL)) {
            write(accounts);
            try (Connection connection = accounts.connection()) {
                accounts.probe().reset();
                accounts.probe()
                        .strikeWhen(
                                call -> call.dataSource().equals("ds_1")
                                        && call.sql().startsWith("START TRANSACTION"),
                                Fault.throwing());
                assertThatThrownBy(() -> execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT"))
                        .hasStackTraceContaining("at #");
                // also by those that are several, and begin their own
                execute(connection, "UPDATE t_account SET balance = balance + 5");
                accounts.probe().reset();
                writeByEach(List.of(connection));
                assertThat(accounts.committedBalance(0)).isEqualTo(106);
                assertThat(accounts.committedBalance(1)).isEqualTo(106);
            }
            writesOfOthersStand(accounts, 106);
            accounts.assertClean("snapshots");
        }
    }

    /** So that connections are warm, and in autocommit mode when the next session gets them. */
    private static void write(FaultyAccounts accounts) throws SQLException {
        try (Connection connection = accounts.connection()) {
            execute(connection, WRITES_BOTH);
        }
    }

    private static void executeUnchecked(Connection connection) {
        try {
            execute(connection, WRITES_BOTH);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    /** The call by which a transaction begins there, which Narayana tries several times. */
    private static Predicate<JdbcCall> begins(DatabaseKind kind, String type, String dataSource) {
        boolean told = kind != DatabaseKind.POSTGRESQL && !type.equals("LOCAL");
        return call -> call.dataSource().equals(dataSource)
                && (told ? call.sql().startsWith("XA START") : call.is("Connection", "setAutoCommit"));
    }

    /** What began on those data sources was rolled back, and nobody had to wait for a time-out. */
    private static void assertEnded(List<JdbcCall> made, String... dataSources) {
        for (String dataSource : dataSources) {
            assertThat(made)
                    .anyMatch(call -> call.dataSource().equals(dataSource)
                            && (call.is("Connection", "rollback") || call.sql().startsWith("XA ROLLBACK")));
        }
    }

    /** As many sessions as get all connections of the pools add one to each account. */
    private static void writesOfOthersStand(FaultyAccounts accounts, int before) throws SQLException {
        List<Connection> sessions = new ArrayList<>();
        try {
            for (int i = 0; i < FaultyAccounts.POOL_SIZE; i++) {
                sessions.add(accounts.connection());
            }
            writeByEach(sessions);
            assertThat(accounts.committedBalance(0)).isEqualTo(before + FaultyAccounts.POOL_SIZE);
            assertThat(accounts.committedBalance(1)).isEqualTo(before + FaultyAccounts.POOL_SIZE);
        } finally {
            for (Connection session : sessions) {
                session.close();
            }
        }
    }

    private static void writeByEach(List<Connection> sessions) throws SQLException {
        for (Connection session : sessions) {
            try (Statement statement = session.createStatement()) {
                for (int id = 0; id < 2; id++) {
                    assertThat(statement.executeUpdate("UPDATE t_account SET balance = balance + 1 WHERE id = " + id))
                            .isOne();
                }
            }
        }
    }
}
