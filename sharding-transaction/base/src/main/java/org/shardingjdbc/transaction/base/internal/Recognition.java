package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import java.util.List;
import org.apache.seata.rm.datasource.sql.SQLVisitorFactory;
import org.apache.seata.sqlparser.SQLRecognizer;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/** What Seata makes of a statement: it records what it knows, and executes what it does not know. Stateless. */
final class Recognition {
    private Recognition() {}

    /**
     * Whether it records what the statement does.
     *
     * @throws SQLException when it says that it cannot
     */
    static boolean isRecorded(String sql, String databaseType) throws SQLException {
        try {
            List<SQLRecognizer> found = SQLVisitorFactory.get(sql, databaseType);
            return found != null && !found.isEmpty();
        } catch (RuntimeException e) {
            throw TransactionErrors.causedBy(e, ErrorCode.BASE_NOT_UNDOABLE, sql + " (" + e.getMessage() + ")");
        }
    }
}
