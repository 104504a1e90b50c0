package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.ExecutionGroup;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** Gives an execution of one task its execution group, less what only several tasks need. Stateless. */
final class OneTaskPreparation {
    private OneTaskPreparation() {}

    /** The group. When it throws, nothing is taken but what the session keeps. */
    static ExecutionGroup group(ConnectionSupply supply, ShardRun run) throws SQLException {
        boolean transaction = supply.transactions.isOpen();
        ShardPool pool = supply.choice()
                .chosen(run.deployed(), run.work().dataSource(0), run.settings().statementClass());
        if (run.settings().statementClass() == StatementClass.SESSION_STATE) {
            PhysicalConnection locking = supply.ofState(pool);
            return ExecutionGroup.ofOnlyTask(locking, 0, false, ExecutionGroup.Preparation.NONE);
        }
        PhysicalConnection connection = supply.one(pool);
        if (transaction) {
            run.inUserTransaction();
        }
        Dialect dialect = pool.dialect();
        boolean streams = !transaction && ExecutionGroupPlanner.streams(run.settings(), dialect, 1);
        int fetchSize = ExecutionGroupPlanner.fetchSize(run.settings(), dialect, streams, transaction, 1);
        return ExecutionGroup.ofOnlyTask(
                connection,
                fetchSize,
                streams,
                streams ? PhysicalConnection::beginStream : ExecutionGroup.Preparation.NONE);
    }
}
