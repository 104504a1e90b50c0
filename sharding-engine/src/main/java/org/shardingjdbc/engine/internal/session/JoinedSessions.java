package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.ShardingTransaction.TransactionEnd;
import org.shardingjdbc.transaction.TransactionProvider;

/**
 * The sessions that take part in transactions of the application's coordinator, one for each transaction. All who ask
 * for a connection in the same transaction share its branches, and see what was written there. Safe for all threads.
 */
public final class JoinedSessions {
    private final Deployments deployments;
    private final Map<Object, Session> sessions = new ConcurrentHashMap<>();

    public JoinedSessions(Deployments deployments) {
        this.deployments = deployments;
    }

    /**
     * The session of the transaction in which the calling thread is.
     *
     * @return null when the thread is in none
     * @throws SQLException when its coordinator refuses
     */
    public @Nullable Session current() throws SQLException {
        TransactionProvider provider = deployments.transactions().byDefault();
        Optional<Object> surrounding = provider.surrounding();
        if (surrounding.isEmpty()) {
            return null;
        }
        Session known = sessions.get(surrounding.get());
        return known == null ? joined(provider, surrounding.get()) : known;
    }

    private synchronized Session joined(TransactionProvider provider, Object surrounding) throws SQLException {
        Session known = sessions.get(surrounding);
        if (known != null) {
            return known;
        }
        ShardingTransaction part = provider.join();
        Session made = new Session(deployments);
        made.transactions().join(new LogicTransaction(part, List.of(), SessionVariables.NONE), surrounding);
        sessions.put(surrounding, made);
        boolean told = false;
        try {
            part.beforeCommit(made.transactions()::refusesCommit);
            part.whenOver(end -> {
                sessions.remove(surrounding);
                made.over(end != TransactionEnd.UNKNOWN);
            });
            told = true;
            return made;
        } finally {
            if (!told) {
                sessions.remove(surrounding);
            }
        }
    }
}
