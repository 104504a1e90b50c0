package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Drivers;

/**
 * PostgreSQL's driver reads in portions only inside a transaction and with a fetch size; any number of such results may
 * be open on one connection. It cancels by a timer of its own.
 */
final class PostgreSqlDrivers implements Drivers {
    /** The SQLState of a table that is not there. */
    static final String UNDEFINED_TABLE = "42P01";

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
}
