package org.shardingjdbc.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.Deployments;
import org.shardingjdbc.engine.internal.session.JoinedSessions;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Opens the connections that applications get. One per sharding data source; safe for all threads. */
public final class LogicConnections {
    private final Deployments deployments;
    /** Null where threads cannot be in transactions of the application's coordinator. */
    private final @Nullable JoinedSessions joined;

    public LogicConnections(Deployments deployments) {
        this.deployments = deployments;
        this.joined = deployments.mayJoin() ? new JoinedSessions(deployments) : null;
    }

    /**
     * One of its own, or one more to the session that a transaction around the thread has.
     *
     * @throws SQLException when the data source is closed
     */
    public Connection open() throws SQLException {
        if (deployments.areClosed()) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        Session surrounding = joined == null ? null : joined.current();
        if (surrounding != null) {
            return new ShardingConnection(surrounding, true);
        }
        Session session = new Session(deployments);
        HintValues hints = ShardingHint.current();
        if (hints != HintValues.NONE && hints.transactionType() != null) {
            session.transactionType(hints.transactionType());
        }
        return new ShardingConnection(session, false);
    }
}
