package org.shardingjdbc.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.Deployments;
import org.shardingjdbc.engine.internal.session.JoinedSessions;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Opens the connections that applications get. One per sharding data source; safe for all threads. */
final class LogicConnections {
    private final Deployments deployments;
    private final JoinedSessions joined;

    LogicConnections(Deployments deployments) {
        this.deployments = deployments;
        this.joined = new JoinedSessions(deployments);
    }

    /** One of its own, or one more to the session that a transaction around the thread has. */
    Connection open() throws SQLException {
        Session surrounding = joined.current();
        if (surrounding != null) {
            return ShardingConnection.joining(surrounding);
        }
        Session session = new Session(deployments);
        String type = ShardingHint.current().transactionType();
        if (type != null) {
            session.transactionType(type);
        }
        return new ShardingConnection(session);
    }
}
