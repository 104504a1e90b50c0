package org.shardingjdbc.testkit.isolation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What JDBC lets an application say about a transaction, and what comes of it: one row of a table. Account 0 is in one
 * data source, account 1 in another, with 100 each at first. For one thread.
 */
public final class TransactionCells {
    private static final int START = 100;

    private final DataSource dataSource;

    public TransactionCells(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The cells, as a line of Markdown: savepoints, read-only, isolation, time-out of a statement. */
    public String line(String head) throws SQLException {
        return "| " + head + " | " + savepoint() + " | " + readOnly() + " | " + isolation() + " | " + statementTimeout()
                + " |";
    }

    /** A rollback to a savepoint undoes what came after it on both data sources, and nothing else. */
    private String savepoint() throws SQLException {
        reset();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            add(connection, 0, 1);
            Savepoint savepoint = connection.setSavepoint("half");
            add(connection, 0, 10);
            add(connection, 1, 10);
            connection.rollback(savepoint);
            add(connection, 1, 1);
            connection.commit();
        }
        return balance(0) == START + 1 && balance(1) == START + 1 ? "work on all data sources" : "do not work";
    }

    private String readOnly() throws SQLException {
        reset();
        try (Connection connection = dataSource.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            int refused = 0;
            for (int id = 0; id < 2; id++) {
                try {
                    add(connection, id, 1);
                } catch (SQLException e) {
                    refused++;
                    connection.rollback();
                }
            }
            connection.rollback();
            return refused == 2 ? "writes are refused" : refused == 0 ? "a hint: writes pass" : "differs";
        }
    }

    /** What both data sources showed stays as it was, and the level is gone with its transaction's connection. */
    private String isolation() throws SQLException {
        reset();
        boolean holds;
        try (Connection reader = dataSource.getConnection();
                Connection writer = dataSource.getConnection()) {
            int usual = reader.getTransactionIsolation();
            reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            reader.setAutoCommit(false);
            int before = balance(reader, 0) + balance(reader, 1);
            add(writer, 0, 1);
            add(writer, 1, 1);
            holds = before == 2 * START && balance(reader, 0) + balance(reader, 1) == before;
            reader.commit();
            holds &= balance(reader, 0) + balance(reader, 1) == before + 2;
            reader.rollback();
            reader.setTransactionIsolation(usual);
        }
        return holds ? "on each data source" : "does not count";
    }

    /** It ends the statement that waits for a lock; the transaction can be rolled back, and its connection used on. */
    private String statementTimeout() throws SQLException {
        reset();
        try (Connection holder = dataSource.getConnection();
                Connection waiting = dataSource.getConnection()) {
            holder.setAutoCommit(false);
            add(holder, 1, 1);
            waiting.setAutoCommit(false);
            add(waiting, 0, 1);
            boolean ended = false;
            try (Statement statement = waiting.createStatement()) {
                statement.setQueryTimeout(1);
                statement.executeUpdate("UPDATE t_account SET balance = 0 WHERE id = 1");
            } catch (SQLException e) {
                ended = true;
            }
            waiting.rollback();
            holder.rollback();
            add(waiting, 1, 1);
            waiting.commit();
            return ended && balance(0) == START && balance(1) == START + 1
                    ? "ends the statement; then roll back"
                    : "does not end it";
        }
    }

    private void reset() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            for (int id = 0; id < 2; id++) {
                execute(connection, "UPDATE t_account SET balance = " + START + " WHERE id = " + id);
            }
        }
    }

    private static void add(Connection connection, int id, int amount) throws SQLException {
        execute(connection, "UPDATE t_account SET balance = balance + " + amount + " WHERE id = " + id);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private int balance(int id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return balance(connection, id);
        }
    }

    private static int balance(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE id = " + id)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
