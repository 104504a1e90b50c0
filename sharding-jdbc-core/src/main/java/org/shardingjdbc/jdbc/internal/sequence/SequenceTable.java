package org.shardingjdbc.jdbc.internal.sequence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks of numbers from a table with one row for each sequence, which says the first number that nobody has. A block
 * is taken on a connection of its own: the row is read, and raised if nobody has raised it since. Stateless but for
 * what opens connections.
 */
public final class SequenceTable implements NumberBlocks {
    /** How often a block is tried for that others take at the same moment. */
    private static final int TRIES = 200;
    /** For each of its statements. */
    private static final int TIMEOUT_SECONDS = 30;

    private static final Logger LOG = LoggerFactory.getLogger(SequenceTable.class);

    private static final int MAX_PAUSE_MILLIS = 50;

    private final Connections connections;

    /** Opens connections to data sources by their configured names; each is closed after one block. */
    @FunctionalInterface
    public interface Connections {
        /** A connection of its own, not part of anybody's transaction. */
        Connection open(String dataSource) throws SQLException;
    }

    public SequenceTable(Connections connections) {
        this.connections = connections;
    }

    @Override
    public long take(Sequence sequence, boolean mayBegin) {
        try (Connection connection = connections.open(String.valueOf(sequence.dataSource()))) {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            try {
                if (mayBegin) {
                    create(connection, sequence);
                }
                return taken(connection, sequence, mayBegin);
            } finally {
                if (!autoCommit) {
                    leave(connection);
                }
            }
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.KEY_SEQUENCE_UNAVAILABLE,
                    sequence.name(),
                    e.getMessage() + "; its table is " + definition(sequence));
        }
    }

    private static String definition(Sequence sequence) {
        return "CREATE TABLE " + sequence.table()
                + " (name VARCHAR(64) NOT NULL PRIMARY KEY, next_number BIGINT NOT NULL)";
    }

    /** Makes the table where it is not there; without the right to do so the statements behind it tell. */
    private static void create(Connection connection, Sequence sequence) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                statement
                        .executeQuery("SELECT next_number FROM " + sequence.table() + " WHERE 1 = 0")
                        .close();
            } catch (SQLException missing) {
                createOf(statement, sequence, missing);
            }
        }
    }

    private static void createOf(Statement statement, Sequence sequence, SQLException missing) throws SQLException {
        try {
            statement.execute(definition(sequence));
        } catch (SQLException e) {
            // another process may have made it at the same moment
            try {
                statement
                        .executeQuery("SELECT next_number FROM " + sequence.table() + " WHERE 1 = 0")
                        .close();
            } catch (SQLException again) {
                missing.addSuppressed(e);
                throw missing;
            }
        }
    }

    /** As the pool gave it. */
    private static void leave(Connection connection) {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            // it is broken, as is told already, or its pool finds out
            LOG.debug("A connection could not be set back", e);
        }
    }

    /**
     * Compares what was read when it raises it, each by itself: that holds in tables without transactions as well, as a
     * database may make them by default.
     */
    private static long taken(Connection connection, Sequence sequence, boolean mayBegin) throws SQLException {
        SQLException last = null;
        for (int tries = 1; tries < TRIES; tries++) {
            try {
                Long next = read(connection, sequence);
                if (next == null) {
                    begin(connection, sequence, mayBegin);
                    return sequence.start();
                }
                if (sequence.isOver(next)) {
                    throw new ShardingException(
                            ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), "it has no numbers left");
                }
                if (raise(connection, sequence, next)) {
                    return next;
                }
            } catch (SQLException e) {
                if (!isOvertaken(e)) {
                    throw e;
                }
                last = e;
            }
            pause();
        }
        throw new SQLTransientException("others took a block each time, " + TRIES + " times", "40001", last);
    }

    private static @Nullable Long read(Connection connection, Sequence sequence) throws SQLException {
        try (PreparedStatement read =
                connection.prepareStatement("SELECT next_number FROM " + sequence.table() + " WHERE name = ?")) {
            read.setQueryTimeout(TIMEOUT_SECONDS);
            read.setString(1, sequence.name());
            try (ResultSet row = read.executeQuery()) {
                return row.next() ? row.getLong(1) : null;
            }
        }
    }

    private static boolean raise(Connection connection, Sequence sequence, long from) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE " + sequence.table() + " SET next_number = ? WHERE name = ? AND next_number = ?")) {
            raise.setQueryTimeout(TIMEOUT_SECONDS);
            raise.setLong(1, from + sequence.width());
            raise.setString(2, sequence.name());
            raise.setLong(3, from);
            return raise.executeUpdate() == 1;
        }
    }

    private static void begin(Connection connection, Sequence sequence, boolean mayBegin) throws SQLException {
        if (!mayBegin) {
            throw new ShardingException(
                    ErrorCode.KEY_SEQUENCE_LOST, sequence.name(), "its row in " + sequence.table() + " is gone");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + sequence.table() + " (name, next_number) VALUES (?, ?)")) {
            insert.setQueryTimeout(TIMEOUT_SECONDS);
            insert.setString(1, sequence.name());
            insert.setLong(2, sequence.start() + sequence.width());
            insert.executeUpdate();
        }
    }

    /** Whether somebody else added or raised the row at the same moment. */
    private static boolean isOvertaken(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("23") || state.startsWith("40") || state.equals("90131"));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(1, MAX_PAUSE_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for a row of the table of sequences");
        }
    }
}
