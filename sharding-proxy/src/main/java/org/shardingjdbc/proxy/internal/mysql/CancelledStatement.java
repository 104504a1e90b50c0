package org.shardingjdbc.proxy.internal.mysql;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;

/** What databases, drivers and the library say of a statement that was cancelled, or ran for too long. Stateless. */
final class CancelledStatement {
    private static final int TIMED_OUT = 3024;
    private static final int TIMED_OUT_IN_MARIADB = 1969;

    private CancelledStatement() {}

    /** Whether a statement failed by its cancel. */
    static boolean isCause(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (DriverSettings.isCancellation(each)) {
                return true;
            }
            if (each instanceof SQLException error) {
                String state = error.getSQLState();
                int number = Replies.number(error);
                if (MySqlError.INTERRUPTED.state().equals(state)
                        || ErrorCode.CANCELLED.sqlState().equals(state)
                        || number == MySqlError.INTERRUPTED.number()
                        || number == TIMED_OUT
                        || number == TIMED_OUT_IN_MARIADB) {
                    return true;
                }
            }
        }
        return false;
    }
}
