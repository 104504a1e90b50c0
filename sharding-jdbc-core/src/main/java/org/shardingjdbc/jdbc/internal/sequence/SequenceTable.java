package org.shardingjdbc.jdbc.internal.sequence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.NumberBlocks;

/**
 * Blocks of numbers from a table with one row for each sequence, which says the first number that nobody has. A block
 * is taken in one short transaction on a connection of its own: the row is raised, which locks it, then read. Stateless
 * but for what opens connections.
 */
public final class SequenceTable implements NumberBlocks {
    /** How often a block is tried for that others take at the same moment. */
    private static final int TRIES = 20;

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
            connection.setAutoCommit(true);
            if (mayBegin) {
                create(connection, sequence);
            }
            connection.setAutoCommit(false);
            try {
                return taken(connection, sequence, mayBegin);
            } finally {
                connection.setAutoCommit(autoCommit);
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

    private static long taken(Connection connection, Sequence sequence, boolean mayBegin) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                long first = tried(connection, sequence, mayBegin);
                connection.commit();
                return first;
            } catch (SQLException e) {
                rollback(connection, e);
                if (tries == TRIES || !isOvertaken(e)) {
                    throw e;
                }
                pause();
            } catch (RuntimeException | Error e) {
                rollback(connection, e);
                throw e;
            }
        }
    }

    private static long tried(Connection connection, Sequence sequence, boolean mayBegin) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE " + sequence.table() + " SET next_number = next_number + ? WHERE name = ?")) {
            raise.setLong(1, sequence.width());
            raise.setString(2, sequence.name());
            if (raise.executeUpdate() == 0) {
                begin(connection, sequence, mayBegin);
                return sequence.start();
            }
        }
        try (PreparedStatement read =
                connection.prepareStatement("SELECT next_number FROM " + sequence.table() + " WHERE name = ?")) {
            read.setString(1, sequence.name());
            try (ResultSet row = read.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the row of the sequence that was just raised is not there", "02000");
                }
                return row.getLong(1) - sequence.width();
            }
        }
    }

    private static void begin(Connection connection, Sequence sequence, boolean mayBegin) throws SQLException {
        if (!mayBegin) {
            throw new ShardingException(
                    ErrorCode.KEY_SEQUENCE_LOST, sequence.name(), "its row in " + sequence.table() + " is gone");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + sequence.table() + " (name, next_number) VALUES (?, ?)")) {
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

    private static void rollback(Connection connection, Throwable failed) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failed.addSuppressed(e);
        }
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
