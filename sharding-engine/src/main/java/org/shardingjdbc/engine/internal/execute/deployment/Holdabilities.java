package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a driver returns for a holdability that an application sets: many accept it and return another one, for
 * connections and for statements. Each is a constant of {@link ResultSet}. Immutable.
 *
 * @param unset when the application sets none
 * @param held when it sets {@link ResultSet#HOLD_CURSORS_OVER_COMMIT}
 * @param closed when it sets {@link ResultSet#CLOSE_CURSORS_AT_COMMIT}
 */
public record Holdabilities(Answers unset, Answers held, Answers closed) {
    /** No holdability was set. */
    public static final int UNSET = -1;

    /**
     * The driver's answers for one holdability.
     *
     * @param ofConnection of a connection on which it is set
     * @param ofStatement of a statement that is created with it
     */
    private record Answers(int ofConnection, int ofStatement) {}

    /** Asks a connection, which is unchanged afterwards. */
    static Holdabilities of(Connection connection) throws SQLException {
        int before = connection.getHoldability();
        try (Statement statement = connection.createStatement()) {
            return new Holdabilities(
                    new Answers(before, statement.getResultSetHoldability()),
                    answers(connection, ResultSet.HOLD_CURSORS_OVER_COMMIT),
                    answers(connection, ResultSet.CLOSE_CURSORS_AT_COMMIT));
        } finally {
            connection.setHoldability(before);
        }
    }

    private static Answers answers(Connection connection, int wanted) {
        return new Answers(ofConnection(connection, wanted), ofStatement(connection, wanted));
    }

    /** A driver that refuses the holdability has no other answer. */
    private static int ofConnection(Connection connection, int wanted) {
        try {
            connection.setHoldability(wanted);
            return connection.getHoldability();
        } catch (SQLException refused) {
            return wanted;
        }
    }

    private static int ofStatement(Connection connection, int wanted) {
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, wanted)) {
            return statement.getResultSetHoldability();
        } catch (SQLException refused) {
            return wanted;
        }
    }

    private Answers of(int wanted) {
        if (wanted == UNSET) {
            return unset;
        }
        return wanted == ResultSet.HOLD_CURSORS_OVER_COMMIT ? held : closed;
    }

    /** What a connection returns after that was set, or after {@link #UNSET}. */
    public int ofConnection(int set) {
        return of(set).ofConnection;
    }

    /** What a statement returns that was created with that, or with {@link #UNSET}. */
    public int ofStatement(int wanted) {
        return of(wanted).ofStatement;
    }
}
