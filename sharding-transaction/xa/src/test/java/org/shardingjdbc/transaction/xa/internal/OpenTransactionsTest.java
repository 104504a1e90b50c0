package org.shardingjdbc.transaction.xa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionSource;

/** The clock that ends transactions whose users do not. */
@Timeout(120)
class OpenTransactionsTest {
    private static final TwoPhaseCommit COMMANDS = Dialects.named("H2").twoPhaseCommit();

    private static <T> T answering(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                OpenTransactionsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName())));
    }

    private static final GlobalTransaction GLOBAL = answering(GlobalTransaction.class, method -> switch (method) {
        case "isForeign", "isGivenUp" -> false;
        default -> null;
    });

    private static final TransactionSource SOURCE = answering(TransactionSource.class, method -> switch (method) {
        case "name" -> "ds";
        case "twoPhaseCommit" -> COMMANDS;
        default -> null;
    });

    /** A transaction that ends soon, and its connection, of whose end somebody is told. */
    private static void begin(OpenTransactions open, Runnable aborted) throws SQLException {
        XaTransaction transaction = new XaTransaction("db", GLOBAL, Map.of("ds", SOURCE), 1, open);
        Connection connection = answering(Connection.class, method -> {
            if (method.equals("abort")) {
                aborted.run();
            }
            return method.equals("isClosed") ? true : null;
        });
        transaction.enlist(new TransactionBranch("ds", connection, COMMANDS));
        open.add(transaction);
    }

    @Test
    void aDriverThatFailsStopsNoClock() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        try (OpenTransactions open = new OpenTransactions()) {
            begin(open, () -> {
                failed.countDown();
                throw new IllegalStateException("on demand");
            });
            assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
            begin(open, aborted::countDown);
            assertThat(aborted.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
