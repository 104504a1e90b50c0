package org.shardingjdbc.engine.internal.watch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is told of replication by a table that is replicated too: whoever looks at the primary counts the beat of its
 * only row up, and a replica that shows that beat has what was committed before it, where it applies transactions in
 * the order of their commits. Several processes count the same beat. Used by one thread at a time.
 */
final class Heartbeat implements Replication {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final String ROW = " WHERE id = 1";

    private final Replication database;
    private final String table;
    private boolean failed;

    /**
     * @param database knows who takes writes
     * @param table as SQL names it
     */
    Heartbeat(Replication database, String table) {
        this.database = database;
        this.table = table;
    }

    @Override
    public boolean takesWrites(Connection connection) throws SQLException {
        return database.takesWrites(connection);
    }

    @Override
    public @Nullable String position(Connection primary) throws SQLException {
        try (Statement statement = primary.createStatement()) {
            statement.executeUpdate("UPDATE " + table + " SET beat = beat + 1" + ROW);
            if (!primary.getAutoCommit()) {
                primary.commit();
            }
            return beat(statement);
        } catch (SQLException e) {
            return unknown(e);
        }
    }

    @Override
    public @Nullable String replayed(Connection replica) throws SQLException {
        try (Statement statement = replica.createStatement()) {
            return beat(statement);
        } catch (SQLException e) {
            return unknown(e);
        }
    }

    private String beat(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT beat FROM " + table + ROW)) {
            if (!row.next()) {
                throw new SQLException("It has no row with id 1");
            }
            long beat = row.getLong(1);
            failed = false;
            return Long.toString(beat);
        }
    }

    /** A table that is not there, or not for this user, is no reason to leave a database out that answers. */
    private @Nullable String unknown(SQLException error) throws SQLException {
        if (SqlErrors.isLost(error)) {
            throw error;
        }
        if (!failed) {
            failed = true;
            LOG.warn("The heartbeat table {} tells nothing: {}", table, error.getMessage());
        }
        return null;
    }

    @Override
    public boolean covers(String replayed, String position) {
        try {
            return Long.parseLong(replayed) >= Long.parseLong(position);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
