package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;

/** What a statement is told under which another thread closes the data source, or aborts its connection. */
class ClosedDataSourceTest {
    /** A pool does not wake who waits for a connection when it is closed: he waits to the end of his time. */
    private static final int CONNECTION_TIMEOUT_MILLIS = 1_000;

    private static final String ALL = "SELECT order_id, amount FROM t_order ORDER BY order_id";

    /** A driver whose connection is closed under it may fail by whatever it finds: MySQL's by a null. */
    @Test
    void aDriverThatFailsByItIsNoDefect() throws Exception {
        try (FaultyShards shards = new FaultyShards(2);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            AtomicReference<CompletableFuture<Void>> closing = new AtomicReference<>();
            shards.probe()
                    .strikeWhen(
                            call -> call.method().startsWith("execute") && isClosedNow(shards, closing),
                            Fault.breaking());
            Throwable told = catchThrowable(() -> statement.executeQuery(ALL));
            shards.probe().reset();
            assertThat(told)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(ErrorCode.CLOSED.id())
                    .hasMessageContaining("data source")
                    .hasCauseInstanceOf(RuntimeException.class);
            assertThat(((SQLException) told).getSQLState()).isEqualTo("08003");
        }
    }

    /** Has another thread close the data source, and waits until it is on the way. */
    private static synchronized boolean isClosedNow(
            FaultyShards shards, AtomicReference<CompletableFuture<Void>> closing) {
        if (closing.get() == null) {
            closing.set(closed(shards));
        }
        boolean open = true;
        while (open) {
            try (Connection more = shards.connection()) {
                open = !more.isClosed();
            } catch (SQLException e) {
                open = false;
            }
        }
        return true;
    }

    private static CompletableFuture<Void> closed(FaultyShards shards) {
        return CompletableFuture.runAsync(() -> {
            try {
                shards.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A driver whose connection is broken under it may fail by whatever it finds: MySQL's by a null. */
    @Test
    void aDriverThatFailsAsItsConnectionIsAbortedIsNoDefect() throws Exception {
        try (FaultyShards shards = new FaultyShards(2);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            AtomicReference<CompletableFuture<Throwable>> aborting = new AtomicReference<>();
            shards.probe()
                    .strikeWhen(
                            call -> call.method().startsWith("execute") && isAbortedNow(connection, aborting),
                            Fault.breaking());
            Throwable told = catchThrowable(
                    () -> statement.executeQuery("SELECT amount FROM t_order WHERE user_id = 1 AND order_id = 5"));
            shards.probe().reset();
            assertThat(aborting.get().get()).isNull();
            assertThat(told)
                    .isInstanceOfSatisfying(SQLException.class, closed -> assertThat(closed.getSQLState())
                            .isEqualTo("08003"))
                    .hasMessageContaining(ErrorCode.CLOSED.id())
                    .hasMessageContaining("This connection is closed");
        }
    }

    /** Has another thread abort it, and waits until that is on the way. */
    private static boolean isAbortedNow(Connection connection, AtomicReference<CompletableFuture<Throwable>> aborting) {
        if (aborting.get() == null) {
            aborting.set(CompletableFuture.supplyAsync(() -> catchThrowable(() -> connection.abort(Runnable::run))));
        }
        boolean open = true;
        while (open) {
            try {
                open = !connection.isClosed();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        return true;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nobodyIsToldOfADefect(DatabaseKind kind) throws Exception {
        List<Throwable> told = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            List<CompletableFuture<Throwable>> users = new ArrayList<>();
            try (FaultyShards shards = new FaultyShards(kind, 2, CONNECTION_TIMEOUT_MILLIS)) {
                for (int i = 0; i < 3; i++) {
                    users.add(CompletableFuture.supplyAsync(() -> catchThrowable(() -> useUntilItFails(shards))));
                }
                Thread.sleep(50);
            }
            for (CompletableFuture<Throwable> user : users) {
                told.add(user.get());
            }
        }
        assertThat(told).allSatisfy(each -> assertThat(each)
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining(ErrorCode.INTERNAL.id()));
    }

    private static void useUntilItFails(FaultyShards shards) throws SQLException {
        try (Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            while (true) {
                try (ResultSet rows = statement.executeQuery(ALL)) {
                    while (rows.next()) {
                        rows.getInt(2);
                    }
                }
            }
        }
    }
}
