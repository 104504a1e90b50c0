package org.shardingjdbc.transaction.xa.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.transaction.IncompleteCommitException;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * Moves money between two data sources while a call of a driver fails, any call in any way: afterwards nothing is out
 * or open, no branch waits, the caller knows why, and money is lost only where a LOCAL commit says so. Properties:
 * {@code leaks.rounds} (of each type), {@code leaks.seed}, {@code leaks.kind} (a {@link DatabaseKind}). Pools are warm,
 * and threads counted, after a tenth of the rounds; at the end there are no more of any name.
 */
class TransactionLeakTest {
    private static final int ROUNDS = Integer.getInteger("leaks.rounds", 30);
    private static final long SEED = Long.getLong("leaks.seed", 11);
    private static final DatabaseKind KIND = DatabaseKind.valueOf(System.getProperty("leaks.kind", "H2"));
    /** Workers without work live for a minute; a thread that is leaked lives longer. */
    private static final long IDLE_THREADS_GO_NANOS = TimeUnit.SECONDS.toNanos(90);

    private static final List<Fault> FAULTS = List.of(
            Fault.throwing(),
            Fault.throwing("terminated", "57P01", 7),
            Fault.dropConnection(),
            Fault.breaking(),
            Fault.afterwards(Fault.throwing()),
            Fault.afterwards(Fault.dropConnection()),
            Fault.afterwards(Fault.breaking()));

    @TempDir
    private static Path logs;

    static Stream<Arguments> types() {
        // BASE has a test of its own beside its provider
        return Stream.of(
                Arguments.of("LOCAL", TransactionConfiguration.LOCAL),
                Arguments.of("XA by Atomikos", coordinatedBy(XaProvider.ATOMIKOS)),
                Arguments.of("XA by Narayana", coordinatedBy(XaProvider.NARAYANA)));
    }

    private static TransactionConfiguration coordinatedBy(XaProvider provider) {
        return provider.configuration(logs, "leaks", Map.of("timeout-seconds", "2"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void nothingIsLeftWhereverACallFails(String type, TransactionConfiguration transactions) throws SQLException {
        Random random = new Random(SEED);
        try (FaultyAccounts accounts = new FaultyAccounts(KIND, transactions)) {
            accounts.probe().reset();
            transfer(accounts, true, true);
            long calls = accounts.probe().callCount();
            accounts.balance(0, 100);
            accounts.balance(1, 100);
            accounts.assertClean("the first transfer");
            Map<String, Integer> threads = Map.of();
            int struck = 0;
            for (int round = 0; round < ROUNDS; round++) {
                if (round == ROUNDS / 10) {
                    threads = RunningThreads.byName();
                }
                Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
                long call = 1 + random.nextInt((int) calls);
                boolean commits = random.nextInt(4) > 0;
                boolean pointed = random.nextBoolean();
                if (random.nextInt(10) == 0) {
                    accounts.evict();
                }
                accounts.probe().reset();
                accounts.probe().strike(call, fault);
                Throwable thrown = transferFailing(accounts, commits, pointed);
                List<JdbcCall> made = accounts.probe().calls();
                boolean hit = accounts.probe().strikeCount() > 0;
                accounts.probe().reset();
                String after = type + ", seed " + SEED + ", round " + round + ", " + fault + " at "
                        + (made.size() < call ? "no call" : made.get((int) call - 1));
                struck += hit ? 1 : 0;
                try {
                    accounts.assertClean(after);
                    assertOutcome(accounts, type, commits, thrown, fault, after);
                } catch (SQLException e) {
                    throw new AssertionError("after " + after + ", and " + thrown, e);
                }
                if (thrown != null) {
                    assertThat(hit && tells(thrown, 0))
                            .as("the cause after %s: %s", after, thrown)
                            .isTrue();
                }
            }
            assertThat(struck).as("faults that struck").isGreaterThan(ROUNDS / 2);
            Map<String, Integer> warm = threads;
            FaultyAccounts.await(() -> RunningThreads.beyond(warm).isEmpty(), IDLE_THREADS_GO_NANOS);
            assertThat(RunningThreads.beyond(warm))
                    .as("threads more than %s", warm)
                    .isEmpty();
        }
    }

    /** Its database has answered, and what it did is known. */
    @ParameterizedTest
    @MethodSource("coordinated")
    void whatIsDoneIsDoneThoughItsStatementCannotBeClosed(String type, TransactionConfiguration transactions)
            throws SQLException {
        try (FaultyAccounts accounts = new FaultyAccounts(KIND, transactions)) {
            int struck = 0;
            // which call is which may differ from one transfer to the next, above all from the first
            for (int pass = 0; pass < 10 && struck < 4; pass++) {
                accounts.probe().reset();
                transfer(accounts, true, false);
                List<JdbcCall> whole = accounts.probe().calls();
                for (int call = 1; call <= whole.size(); call++) {
                    if (endsBranch(whole, call)) {
                        struck += transferStruckAt(accounts, type, call, Fault.throwing());
                        struck += transferStruckAt(accounts, type, call, Fault.afterwards(Fault.throwing()));
                    }
                }
            }
            assertThat(struck).isPositive();
        }
    }

    /** Returns 1 where that call was the end of a statement that ends a branch, else 0. */
    private static int transferStruckAt(FaultyAccounts accounts, String type, int call, Fault fault)
            throws SQLException {
        accounts.balance(0, 100);
        accounts.balance(1, 100);
        accounts.probe().reset();
        accounts.probe().strike(call, fault);
        Throwable thrown = transferFailing(accounts, true, false);
        List<JdbcCall> made = accounts.probe().calls();
        accounts.probe().reset();
        if (!endsBranch(made, call)) {
            // something else was struck, and what is in doubt holds its rows until it is recovered
            accounts.assertClean(type + ", " + fault + " at another call");
            return 0;
        }
        String after = type + ", " + fault + " at " + made.get(call - 1);
        assertThat(thrown).as(after).isNull();
        accounts.assertClean(after);
        assertOutcome(accounts, type, true, null, fault, after);
        return 1;
    }

    static Stream<Arguments> coordinated() {
        return types().skip(1);
    }

    private static boolean endsBranch(List<JdbcCall> made, int number) {
        JdbcCall closed = made.size() < number ? null : made.get(number - 1);
        return closed != null
                && closed.is("Statement", "close")
                && made.stream()
                        .anyMatch(each -> each.handle() == closed.handle()
                                && (each.sql().startsWith("PREPARE COMMIT")
                                        || each.sql().startsWith("COMMIT TRANSACTION")));
    }

    private static void assertOutcome(
            FaultyAccounts accounts, String type, boolean commits, Throwable thrown, Fault fault, String after)
            throws SQLException {
        int first = accounts.balance(0);
        int second = accounts.balance(1);
        if (thrown == null) {
            assertThat(List.of(first, second))
                    .as("balances after %s", after)
                    .isEqualTo(commits ? List.of(99, 101) : List.of(100, 100));
        } else if (first + second != 200) {
            // a driver that says of a commit that it failed, and it did not, cannot be found out
            boolean lied = fault.equals(Fault.afterwards(Fault.throwing()));
            assertThat(type.equals("LOCAL") && (lied || thrown instanceof IncompleteCommitException))
                    .as("balances %s and %s after %s, and %s", first, second, after, thrown)
                    .isTrue();
        }
        accounts.balance(0, 100);
        accounts.balance(1, 100);
    }

    private static Throwable transferFailing(FaultyAccounts accounts, boolean commits, boolean pointed) {
        try {
            transfer(accounts, commits, pointed);
            return null;
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    /** Commits or rolls back at the end, and rolls back when something fails before, as applications do. */
    private static void transfer(FaultyAccounts accounts, boolean commits, boolean pointed) throws SQLException {
        try (Connection connection = accounts.connection()) {
            connection.setAutoCommit(false);
            try {
                move(connection, pointed);
            } catch (SQLException | RuntimeException e) {
                try {
                    connection.rollback();
                } catch (SQLException | RuntimeException suppressed) {
                    e.addSuppressed(suppressed);
                }
                throw e;
            }
            if (commits) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    private static void move(Connection connection, boolean pointed) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_account SET balance = balance + ? WHERE id = ?")) {
            add(update, 0, -1);
            Savepoint savepoint = pointed ? connection.setSavepoint("before") : null;
            add(update, 1, 1);
            if (savepoint != null) {
                connection.rollback(savepoint);
                add(update, 1, 1);
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account ORDER BY id")) {
            int sum = 0;
            while (rows.next()) {
                sum += rows.getInt(1);
            }
            assertThat(sum).isEqualTo(200);
        }
    }

    private static void add(PreparedStatement update, int id, int amount) throws SQLException {
        update.setInt(1, amount);
        update.setInt(2, id);
        assertThat(update.executeUpdate()).isOne();
    }

    /** Whether the fault is among what the exception came from. */
    private static boolean tells(Throwable thrown, int depth) {
        if (thrown == null || depth > 12) {
            return false;
        }
        String message = String.valueOf(thrown.getMessage());
        return message.contains("on demand at #")
                || message.contains("terminated at #")
                || message.contains("dropped at #")
                || message.contains("driver at #")
                || tells(thrown.getCause(), depth + 1)
                || Arrays.stream(thrown.getSuppressed()).anyMatch(each -> tells(each, depth + 1))
                || thrown instanceof SQLException sql && tells(sql.getNextException(), depth + 1);
    }
}
