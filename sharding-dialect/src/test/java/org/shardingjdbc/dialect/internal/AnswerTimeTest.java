package org.shardingjdbc.dialect.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Drivers that can bound the wait for answers, and those that fail with what they like. */
class AnswerTimeTest {
    private final List<Object> told = new ArrayList<>();

    private Connection failing(@Nullable Throwable failure) {
        return (Connection) Proxy.newProxyInstance(
                AnswerTimeTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (failure != null) {
                        throw failure;
                    }
                    told.add(arguments[1]);
                    return null;
                });
    }

    @Test
    void theDriverIsTold() {
        assertThat(AnswerTime.bound(failing(null), 700)).isNull();
        assertThat(told).containsExactly(700);
    }

    @Test
    void whateverADriverFailsWithIsReturned() {
        for (Throwable each : List.of(
                new SQLFeatureNotSupportedException(),
                new SQLException("closed"),
                new UnsupportedOperationException(),
                new NullPointerException(),
                new AbstractMethodError())) {
            assertThat(AnswerTime.bound(failing(each), 700)).isSameAs(each);
        }
    }
}
