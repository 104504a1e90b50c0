package org.shardingjdbc.transaction.xa.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.transaction.ConnectionLoss;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a branch does on its connection. A driver's unchecked exception breaks the connection off, so that nothing stays
 * in a state that nobody knows, and counts as its loss. As safe for threads as the driver.
 */
final class BranchConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BranchConnection.class);

    private final Connection jdbc;

    BranchConnection(Connection jdbc) {
        this.jdbc = jdbc;
    }

    private interface Call {
        void make() throws SQLException;
    }

    /** What the database has answered stands, though the statement cannot be closed afterwards. */
    void run(String sql) throws SQLException {
        make(() -> {
            boolean done = false;
            try (Statement statement = jdbc.createStatement()) {
                statement.execute(sql);
                done = true;
            } catch (SQLException e) {
                if (!done) {
                    throw e;
                }
                LOG.debug("A statement of a branch could not be closed", e);
            }
        });
    }

    void commit() throws SQLException {
        make(jdbc::commit);
    }

    void rollback() throws SQLException {
        make(jdbc::rollback);
    }

    void leaveAutoCommit() throws SQLException {
        make(() -> jdbc.setAutoCommit(false));
    }

    void enterAutoCommit() throws SQLException {
        make(() -> {
            if (!jdbc.getAutoCommit()) {
                jdbc.setAutoCommit(true);
            }
        });
    }

    /** Closes it for good, without a word to its database. */
    void drop() {
        try {
            jdbc.abort(Runnable::run);
            // not all drivers do something
            jdbc.unwrap(Connection.class).close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of a prepared branch could not be closed", e);
        }
    }

    private void make(Call call) throws SQLException {
        try {
            call.make();
        } catch (RuntimeException e) {
            SQLException loss = ConnectionLoss.by(e);
            try {
                jdbc.abort(Runnable::run);
            } catch (SQLException | RuntimeException second) {
                loss.addSuppressed(second);
            }
            throw loss;
        }
    }
}
