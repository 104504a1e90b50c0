package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import org.shardingjdbc.jdbc.internal.execute.ExecutionGroup;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Gives an execution of one task its group: what {@link RunPreparation} does, less what only several tasks need.
 * Stateless; used with the session's lock held.
 */
final class OneTaskPreparation {
    private OneTaskPreparation() {}

    /** Takes the connection and makes the group. When it throws, nothing is taken but what the session keeps. */
    static ExecutionGroup group(Session session, ShardRun run) throws SQLException {
        ShardPool pool = run.deployed().deployment().pool(run.work().dataSource(0));
        boolean transaction = session.transactions().isOpen();
        if (run.settings().statementClass() == StatementClass.SESSION_STATE) {
            PhysicalConnection locking = session.supply().ofState(pool);
            return ExecutionGroup.ofOnlyTask(locking, 0, false, ExecutionGroup.Preparation.NONE);
        }
        PhysicalConnection connection = session.supply().one(pool);
        if (transaction) {
            run.inUserTransaction();
        }
        DatabaseDialect dialect = pool.dialect();
        boolean streams = !transaction && ExecutionGroupPlanner.streams(run.settings(), dialect, 1);
        int fetchSize = ExecutionGroupPlanner.fetchSize(run.settings(), dialect, streams, transaction, 1);
        return ExecutionGroup.ofOnlyTask(
                connection,
                fetchSize,
                streams,
                streams ? PhysicalConnection::beginStream : ExecutionGroup.Preparation.NONE);
    }
}
