package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.catalog.ConnectionSource;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;

/**
 * The plans of a transaction that changed definitions, which only that transaction sees. One per session; used by one
 * thread at a time.
 */
public final class TransactionPlans {
    private final ConnectionLease.Lender connections;
    private Deployment.@Nullable PlanSource plans;

    public TransactionPlans(ConnectionLease.Lender connections) {
        this.connections = connections;
    }

    /** The plans of the transaction, made of the definitions that the transaction sees. */
    public Deployment.PlanSource of(
            Deployment deployment, BiFunction<ConnectionSource, Deployment, Deployment.PlanSource> asSeenBy) {
        if (plans == null) {
            plans = asSeenBy.apply(new Sight(connections, deployment), deployment);
        }
        return plans;
    }

    /**
     * Lends the connections of the session's transaction for reading metadata, so that planning sees definitions which
     * are not committed yet and does not wait for the locks of its own transaction. A savepoint keeps a failing query
     * from failing the transaction. One per change of definitions; used by one thread at a time.
     */
    private static final class Sight implements ConnectionSource {
        private record Loan(ConnectionLease lease, Savepoint before) {}

        private final ConnectionLease.Lender connections;
        private final Deployment deployment;
        private final Map<Connection, Loan> loans = new IdentityHashMap<>(2);

        Sight(ConnectionLease.Lender connections, Deployment deployment) {
            this.connections = connections;
            this.deployment = deployment;
        }

        @Override
        public Connection open(int dataSource) throws SQLException {
            ConnectionLease lease = connections.lease(deployment, dataSource);
            boolean lent = false;
            try {
                Connection connection = lease.connection();
                loans.put(connection, new Loan(lease, connection.setSavepoint("sharding_metadata")));
                lent = true;
                return connection;
            } finally {
                if (!lent) {
                    lease.close();
                }
            }
        }

        @Override
        public void giveBack(Connection connection) throws SQLException {
            Loan loan = loans.remove(connection);
            try {
                connection.rollback(loan.before());
                connection.releaseSavepoint(loan.before());
            } finally {
                loan.lease().close();
            }
        }
    }
}
