package org.shardingjdbc.engine.internal.execute.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.engine.internal.run.Models;

/** Who aborts or cancels on a connection, against who gives it back or begins a transaction there. */
class PhysicalConnectionTest {
    private final ShardPool pool = new ShardPool(0, "ds_0", Dialects.H2, new JdbcDataSource(), false);
    private final List<String> calls = new ArrayList<>();
    /** What another thread does while a call is made; by the call's name. */
    private final Map<String, Runnable> meanwhile = new HashMap<>();

    private final PhysicalConnection connection = new PhysicalConnection(pool, noting("used"), noting("given"), true);

    private Connection noting(String name) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    calls.add(name + "." + method.getName());
                    Runnable then = meanwhile.remove(method.getName());
                    if (then != null) {
                        then.run();
                    }
                    return method.getReturnType() == boolean.class ? false : null;
                });
    }

    @Test
    void whatWasGivenBackIsAbortedNoMore() {
        connection.release();
        connection.abort();
        assertThat(calls).containsExactly("used.isClosed", "used.close");
    }

    /** The pool may have lent it to another one before its close returns. */
    @Test
    void whatIsBeingGivenBackIsAbortedNoMore() {
        meanwhile.put("close", connection::abort);
        connection.release();
        assertThat(calls).containsExactly("used.isClosed", "used.close");
    }

    @Test
    void whatIsAbortedAtTheLastLookDoesNotGoToTheNextUser() {
        meanwhile.put("isClosed", connection::abort);
        connection.release();
        assertThat(calls).startsWith("used.isClosed", "used.abort").containsOnlyOnce("given.abort");
    }

    /** Its pool throws it away, so nobody is struck, and who hangs in what is done with it is freed. */
    @Test
    void whatIsKnownToBeBrokenMayBeAbortedAtAnyTime() {
        connection.unfit();
        meanwhile.put("close", connection::abort);
        connection.release();
        assertThat(calls).containsExactly("given.abort", "used.close", "used.abort");
    }

    private static PhysicalConnection joinedOf(Dialect dialect) {
        PhysicalConnection joined = new PhysicalConnection(
                new ShardPool(0, "ds_0", dialect, new JdbcDataSource(), false), Models.idle(Connection.class), true);
        joined.joined();
        return joined;
    }

    @Test
    void aCancelWaitsForWhatBeginsATransactionBeforeAWrite() {
        PhysicalConnection joined = joinedOf(Dialects.POSTGRESQL);
        joined.aboutToWrite();
        assertThat(joined.cancelWaitsMillis(System.nanoTime())).isZero();
        joined.sends();
        long sent = System.nanoTime();
        assertThat(joined.cancelWaitsMillis(sent)).isPositive();
        assertThat(joined.cancelWaitsMillis(sent + TimeUnit.MILLISECONDS.toNanos(CancelTimes.BEGINS_MILLIS)))
                .isZero();
        joined.sends();
        assertThat(joined.cancelWaitsMillis(sent)).isZero();
    }

    @Test
    void aCancelDoesNotWaitForAReadNorWhereTheTransactionHasBegun() {
        PhysicalConnection reading = joinedOf(Dialects.POSTGRESQL);
        reading.sends();
        assertThat(reading.cancelWaitsMillis(System.nanoTime())).isZero();
        reading.aboutToWrite();
        reading.sends();
        assertThat(reading.cancelWaitsMillis(System.nanoTime())).isZero();
        PhysicalConnection other = joinedOf(Dialects.H2);
        other.aboutToWrite();
        other.sends();
        assertThat(other.cancelWaitsMillis(System.nanoTime())).isZero();
    }

    /** A cancel may have struck what begins it, and then the driver sends that along with the next one again. */
    @Test
    void afterAStatementThatFailedTheNextOneBeginsTheTransaction() {
        PhysicalConnection joined = joinedOf(Dialects.POSTGRESQL);
        joined.sends();
        assertThat(joined.ranWithoutBeginning(new SQLException("cancelled"))).isFalse();
        joined.aboutToWrite();
        joined.sends();
        assertThat(joined.cancelWaitsMillis(System.nanoTime())).isPositive();
    }
}
