package org.shardingjdbc.transaction;

import java.sql.SQLException;
import java.util.Objects;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Makes the errors of coordinators: SQLExceptions with number, state and remedy of an {@link ErrorCode}. Stateless. */
@Incubating
public final class TransactionErrors {
    private TransactionErrors() {}

    /** @param arguments for the places in the code's message */
    public static SQLException of(ErrorCode code, Object... arguments) {
        return new SQLException(message(code, arguments), code.sqlState(), code.number());
    }

    /** As {@link #of}, of an error that another one caused. */
    public static SQLException causedBy(Throwable cause, ErrorCode code, Object... arguments) {
        return new SQLException(message(code, arguments), code.sqlState(), code.number(), cause);
    }

    private static String message(ErrorCode code, Object... arguments) {
        return Objects.requireNonNull(new ShardingException(code, arguments).getMessage());
    }
}
