package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import org.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import org.shardingjdbc.jdbc.internal.execute.Lane;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.jdbc.internal.plan.StatementClass;

/**
 * Gives an execution of one task its lane: what {@link RunPreparation} does, less what only several tasks need.
 * Stateless; used with the session's lock held.
 */
final class SinglePreparation {
    private SinglePreparation() {}

    /** Takes the connection and makes the lane. When it throws, nothing is taken but what the session keeps. */
    static Lane lane(Session session, ShardRun run) throws SQLException {
        ShardPool pool = run.planned().deployment().pool(run.work().dataSource(0));
        boolean transaction = session.transactions().isOpen();
        if (run.settings().statementClass() == StatementClass.SESSION_STATE) {
            PhysicalConnection locking = session.supply().ofState(pool);
            return Lane.ofOnlyTask(locking, 0, false, Lane.Preparation.NONE);
        }
        PhysicalConnection connection = session.supply().one(pool);
        if (transaction) {
            run.inUserTransaction();
        }
        DatabaseDialect dialect = pool.dialect();
        boolean streams = !transaction && LanePlanner.streams(run.settings(), dialect, 1);
        int fetchSize = LanePlanner.fetchSize(run.settings(), dialect, streams, transaction, 1);
        return Lane.ofOnlyTask(
                connection, fetchSize, streams, streams ? PhysicalConnection::beginStream : Lane.Preparation.NONE);
    }
}
