package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.pool.SideStatements;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;

/**
 * Gives an execution its group on a connection of its own. A session that holds other connections, in a transaction or
 * while results are read, does not wait for the new one: sessions that have the others might wait for what this session
 * holds. One per execution; used with the session's lock held.
 */
final class AsidePreparation {
    private final SessionState state;
    private final SessionTransactions transactions;
    private final ConnectionSupply supply;
    private final GroupedRun run;

    AsidePreparation(SessionState state, ConnectionSupply supply, GroupedRun run) {
        this.state = state;
        this.supply = supply;
        this.transactions = supply.transactions();
        this.run = run;
    }

    /** Takes the connection and makes the group. When it throws, nothing is taken. */
    ExecutionGroup group() throws SQLException {
        ShardPool pool = supply.choice()
                .chosen(run.deployed(), run.work().dataSource(0), run.settings().statementClass());
        PhysicalConnection connection = supply.another(pool, run);
        boolean done = false;
        try {
            apply(connection);
            done = true;
        } finally {
            if (!done) {
                connection.leaveUnused();
                connection.unfit();
                state.held.giveBack(connection);
            }
        }
        int[] tasks = new int[run.work().size()];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = i;
        }
        return new ExecutionGroup(connection, tasks, fetchSize(pool.dialect()), true, this::prepare);
    }

    private void apply(PhysicalConnection connection) throws SQLException {
        if (state.settings.any) {
            try {
                state.settings.applyButReadOnlyTo(
                        connection, state.dialect().sessions().readOnlySettings());
            } catch (SQLException e) {
                throw SqlErrors.onDataSource(e, connection.dataSourceName());
            }
        }
        connection.prepared();
    }

    private void prepare(PhysicalConnection connection) throws SQLException {
        connection.beginTables(
                Objects.requireNonNull(run.aside(), "it runs aside").removal());
        for (String sql : opening()) {
            SideStatements.run(connection.jdbc(), sql);
        }
    }

    /** The settings of the transaction by SET LOCAL. */
    private List<String> opening() {
        LogicTransaction current = transactions.current();
        return current == null ? List.of() : current.localSettings();
    }

    /** The connection serves nothing else, so rows can be read in portions. */
    private int fetchSize(Dialect dialect) {
        int asked = run.settings().fetchSize();
        return run.settings().merged()
                ? dialect.drivers().streamFetchSize(asked)
                : dialect.drivers().bufferFetchSize(asked);
    }
}
