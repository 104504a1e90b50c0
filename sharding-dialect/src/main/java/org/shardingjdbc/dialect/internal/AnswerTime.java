package org.shardingjdbc.dialect.internal;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How long answers of a database are waited for at most. Stateless. */
public final class AnswerTime {
    private AnswerTime() {}

    /**
     * Bounds the wait for each answer on a connection, where its driver can do that. Without the bound, an answer that
     * does not come is waited for as long as the driver is configured to.
     *
     * @return why the wait is not bounded, whatever the driver failed with; null where it is
     */
    public static @Nullable Throwable bound(Connection connection, int millis) {
        try {
            connection.setNetworkTimeout(Runnable::run, millis);
            return null;
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            return e;
        }
    }
}
