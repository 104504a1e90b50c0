package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.SeveralStatements;

/**
 * PostgreSQL's driver reads in portions only inside a transaction and with a fetch size; any number of such results may
 * be open on one connection. It cancels by a timer of its own.
 */
final class PostgreSqlDrivers implements Drivers {
    private static final SeveralStatements SEVERAL = new SeveralStatements(
            null,
            null,
            SeveralStatements.Unity.TRANSACTION,
            SeveralStatements.Results.ALL_ALIKE,
            SeveralStatements.Keys.REFUSED,
            SeveralStatements.BatchCount.REFUSED,
            SeveralStatements.Gaps.PASSED_OVER);

    /** The SQLState of a table that is not there. */
    static final String UNDEFINED_TABLE = "42P01";

    private static final String PROTOCOL_VIOLATION = "08P01";

    @Override
    public String subprotocol() {
        return "postgresql";
    }

    @Override
    public String artifact() {
        return "org.postgresql:postgresql";
    }

    @Override
    public String productName() {
        return "PostgreSQL";
    }

    @Override
    public boolean streamsInTransactionOnly() {
        return true;
    }

    @Override
    public boolean answersSeveralStatementsAtOnce() {
        return true;
    }

    @Override
    public String cancelTimeoutProperty() {
        return "cancelSignalTimeout";
    }

    @Override
    public boolean returnsRowsAsKeys() {
        return true;
    }

    /** By a savepoint before each statement. */
    @Override
    public boolean undoesFailedStatements(Connection connection) {
        return autosave(connection).equals("ALWAYS");
    }

    /** By the same, in a transaction. */
    @Override
    public boolean repeatsForgottenStatements(Connection connection) {
        return !autosave(connection).equals("NEVER");
    }

    private static String autosave(Connection connection) {
        ClassLoader[] loaders = {
            Thread.currentThread().getContextClassLoader(), PostgreSqlDrivers.class.getClassLoader()
        };
        for (ClassLoader loader : loaders) {
            try {
                Class<?> type = Class.forName("org.postgresql.PGConnection", false, loader);
                // what stands around a connection may unwrap it to what it likes
                Object driver = connection.isWrapperFor(type) ? connection.unwrap(type) : null;
                if (type.isInstance(driver)) {
                    return String.valueOf(type.getMethod("getAutosave").invoke(driver));
                }
            } catch (ReflectiveOperationException | SQLException e) {
                // perhaps by the other loader
            }
        }
        return "NEVER";
    }

    /** BEGIN is a simple query, whatever the mode of the connection, and what follows is not. */
    @Override
    public boolean beginsAlongWithStatement() {
        return true;
    }

    /**
     * Behind what the server said of BEGIN the driver wonders that the status of a command is not that of BEGIN, which
     * pools take for the end of the connection. It does not where a statement has rows, but for these it asks before.
     */
    @Override
    public boolean ranWithoutBeginning(SQLException error) {
        for (SQLException next = error.getNextException(); next != null; next = next.getNextException()) {
            if (PROTOCOL_VIOLATION.equals(next.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** The whole row. */
    @Override
    public boolean tellsMoreThanKeys() {
        return true;
    }

    @Override
    public boolean isOfMissingTable(@Nullable String sqlState) {
        return UNDEFINED_TABLE.equals(sqlState);
    }

    @Override
    public boolean keepsPreparedTexts() {
        return true;
    }

    @Override
    public boolean readsFasterInUnions() {
        return true;
    }

    @Override
    public boolean tellsLabelsAsNames() {
        return true;
    }

    @Override
    public SeveralStatements severalStatements() {
        return SEVERAL;
    }
}
