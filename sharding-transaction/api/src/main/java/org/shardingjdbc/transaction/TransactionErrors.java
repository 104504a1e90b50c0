package org.shardingjdbc.transaction;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Makes the errors of coordinators: SQLExceptions with number, state and remedy of an {@link ErrorCode}. Stateless. */
public final class TransactionErrors {
    private TransactionErrors() {}

    /** @param arguments for the places in the code's message */
    public static SQLException of(ErrorCode code, Object... arguments) {
        return causedBy(null, code, arguments);
    }

    /**
     * As {@link #of}.
     *
     * @param cause may be null
     */
    public static SQLException causedBy(Throwable cause, ErrorCode code, Object... arguments) {
        String message = new ShardingException(code, arguments).getMessage();
        return new SQLException(message, code.sqlState(), code.number(), cause);
    }
}
