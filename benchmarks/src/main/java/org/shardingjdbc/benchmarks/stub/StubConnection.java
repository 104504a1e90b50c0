package org.shardingjdbc.benchmarks.stub;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;

/** A connection to H2 whose reads and writes of {@code t_order} are answered by the stub. Not thread-safe. */
final class StubConnection extends DelegatingConnection {
    private boolean autoCommit = true;

    StubConnection(Connection h2) {
        super(h2);
    }

    @Override
    public void clearWarnings() throws SQLException {
        // There are none.
    }

    @Override
    public void commit() throws SQLException {
        // Nothing was changed.
    }

    @Override
    public Statement createStatement() throws SQLException {
        return new StubStatement(this, null);
    }

    @Override
    public Statement createStatement(int a0, int a1, int a2) throws SQLException {
        return new StubStatement(this, null);
    }

    @Override
    public Statement createStatement(int a0, int a1) throws SQLException {
        return new StubStatement(this, null);
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return autoCommit;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return null;
    }

    @Override
    public boolean isValid(int a0) throws SQLException {
        return true;
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int[] a1) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, String[] a1) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2, int a3) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0, a1, a2, a3);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1, int a2) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0, a1, a2);
    }

    @Override
    public PreparedStatement prepareStatement(String a0, int a1) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0, a1);
    }

    @Override
    public PreparedStatement prepareStatement(String a0) throws SQLException {
        return Answer.isFor(a0) ? new StubStatement(this, a0) : real.prepareStatement(a0);
    }

    @Override
    public void releaseSavepoint(Savepoint a0) throws SQLException {
        // Nothing was changed since.
    }

    @Override
    public void rollback() throws SQLException {
        // Nothing was changed.
    }

    @Override
    public void rollback(Savepoint a0) throws SQLException {
        // Nothing was changed since.
    }

    @Override
    public void setAutoCommit(boolean a0) throws SQLException {
        autoCommit = a0;
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        return new StubSavepoint(null);
    }

    @Override
    public Savepoint setSavepoint(String a0) throws SQLException {
        return new StubSavepoint(a0);
    }

    /** A point before which nothing was changed either. */
    private record StubSavepoint(String name) implements Savepoint {
        @Override
        public int getSavepointId() {
            return 0;
        }

        @Override
        public String getSavepointName() {
            return name;
        }
    }
}
