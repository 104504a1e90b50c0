package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import io.shardingjdbc.jdbc.internal.execute.Deployment;
import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.execute.ShardWork;
import io.shardingjdbc.jdbc.internal.plan.SessionPlan;
import java.sql.SQLException;
import java.sql.SQLWarning;

/** The state behind a logical connection. */
public final class Session {
    /** The configuration that is current now. */
    public Deployment deployment() {
        throw new UnsupportedOperationException();
    }

    public DatabaseDialect dialect() {
        throw new UnsupportedOperationException();
    }

    /**
     * The current plan of a SQL text; ask again for every execution.
     *
     * @throws io.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public Planned plan(String sql) {
        throw new UnsupportedOperationException();
    }

    /** Prepares an execution; nothing happens before {@link ShardRun#execute}. The run must be closed. */
    public ShardRun start(Planned planned, ShardWork work, RunSettings settings) {
        throw new UnsupportedOperationException();
    }

    /**
     * Executes BEGIN, COMMIT, SAVEPOINT, SET, USE and the like.
     *
     * @param parameters the values of its placeholders, 0-based
     */
    public void execute(SessionPlan plan, Object[] parameters) throws SQLException {
        throw new UnsupportedOperationException();
    }

    /**
     * A connection of one data source of {@code deployment}, in the transaction where there is one: for metadata and for objects that only a
     * driver can make.
     */
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** Adds to the warnings of the connection. */
    public void warn(SQLWarning warning) {
        throw new UnsupportedOperationException();
    }

    public boolean isClosed() {
        throw new UnsupportedOperationException();
    }
}
