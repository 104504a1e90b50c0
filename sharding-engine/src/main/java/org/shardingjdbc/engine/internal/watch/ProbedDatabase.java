package org.shardingjdbc.engine.internal.watch;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.AnswerTime;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.rule.watch.DatabaseAwayException;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a database on a connection of its own. A connection that failed is closed, and the next question makes another.
 * One per database and watch; one thread asks at a time.
 */
final class ProbedDatabase implements WatchedDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(ProbedDatabase.class);

    private final ShardPool pool;
    private final Replication replication;
    private final int answerMillis;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    /**
     * @param replication who asks it
     * @param answerMillis how long an answer may take; more than 0
     */
    ProbedDatabase(ShardPool pool, Replication replication, int answerMillis) {
        this.pool = pool;
        this.replication = replication;
        this.answerMillis = answerMillis;
    }

    /** What is asked. */
    @FunctionalInterface
    private interface Question<T> {
        @Nullable
        T ask(Connection connection) throws SQLException;
    }

    @Override
    public String name() {
        return pool.name();
    }

    @Override
    public boolean takesWrites() {
        return Boolean.TRUE.equals(answer(replication::takesWrites));
    }

    @Override
    public @Nullable String position() {
        return answer(replication::position);
    }

    @Override
    public @Nullable String replayed() {
        return answer(replication::replayed);
    }

    @Override
    public boolean covers(String replayed, String position) {
        return replication.covers(replayed, position);
    }

    @Override
    public void awaitPool() {
        try {
            pool.openAside().close();
        } catch (SQLException | RuntimeException e) {
            throw new DatabaseAwayException(String.valueOf(e.getMessage()), e);
        }
    }

    private <T> @Nullable T answer(Question<T> question) {
        try {
            return question.ask(connected());
        } catch (SQLException | RuntimeException e) {
            disconnect();
            throw new DatabaseAwayException(String.valueOf(e.getMessage()), e);
        } finally {
            if (closed || !pool.isOwned()) {
                // an application's own DataSource may be a pool of few connections
                disconnect();
            }
        }
    }

    private Connection connected() throws SQLException {
        Connection known = connection;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new SQLException("The watch is closed");
        }
        Connection made = pool.openKept();
        connection = made;
        if (pool.isOwned()) {
            if (!made.getAutoCommit()) {
                made.setAutoCommit(true);
            }
            Throwable unbounded = AnswerTime.bound(made, answerMillis);
            if (unbounded != null) {
                LOG.debug("Answers of data source {} cannot be bounded", pool.name(), unbounded);
            }
        }
        return made;
    }

    private void disconnect() {
        Connection known = connection;
        connection = null;
        if (known != null) {
            try {
                known.close();
            } catch (SQLException e) {
                LOG.debug("A connection of data source {} could not be closed", pool.name(), e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
