package org.shardingjdbc.jdbc.internal.statement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.statement.ClientStatement;
import org.shardingjdbc.engine.internal.unit.StatementOptions;
import org.shardingjdbc.engine.internal.unit.StatementShape;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The settings of a JDBC Statement: each is checked and kept for the shards' statements. Not thread-safe, as JDBC
 * statements are not.
 */
abstract class AdjustableStatement extends ClientStatement implements Statement {
    /** Where it was opened. */
    final StatementHome opener;

    private boolean closeOnCompletion;

    AdjustableStatement(StatementHome home, StatementShape shape, StatementOptions options) {
        super(home.session(), shape, options);
        opener = home;
    }

    @Override
    public final Statement face() {
        return this;
    }

    @Override
    public final HintValues hints() {
        return opener.hints();
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    @Override
    public final void completed() throws SQLException {
        if (closeOnCompletion) {
            close();
        }
    }

    /** A setting changed: what was made with the old one is not used again. */
    void optionsChanged() throws SQLException {
        // Nothing here is kept between executions.
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return options().maxFieldSize;
    }

    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        requireNatural("setMaxFieldSize", max);
        changed().maxFieldSize = max;
        optionsChanged();
    }

    @Override
    public int getMaxRows() throws SQLException {
        checkOpen();
        return options().maxRows > Integer.MAX_VALUE ? 0 : (int) options().maxRows;
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        setLargeMaxRows(max);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return options().maxRows;
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        requireNatural("setMaxRows", max);
        changed().maxRows = max;
        optionsChanged();
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        changed().setEscapeProcessing(enable);
        optionsChanged();
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return options().queryTimeoutSeconds;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        requireNatural("setQueryTimeout", seconds);
        changed().queryTimeoutSeconds = seconds;
        optionsChanged();
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
        throw SqlErrors.refuse(
                "setCursorName", "the rows of several shards have no common cursor; update rows by their primary key");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != ResultSet.FETCH_FORWARD
                && (direction != ResultSet.FETCH_REVERSE && direction != ResultSet.FETCH_UNKNOWN
                        || shape().type() == ResultSet.TYPE_FORWARD_ONLY)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setFetchDirection", direction);
        }
        changed().fetchDirection = direction;
        optionsChanged();
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return options().fetchDirection;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (!session().dialect().drivers().takesFetchSize(rows)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setFetchSize", rows);
        }
        changed().fetchSize = rows;
        optionsChanged();
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return options().fetchSize;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return shape().concurrency();
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return shape().type();
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return session().deployment().holdabilities().ofStatement(shape().holdability());
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        changed().setPoolable(poolable);
        optionsChanged();
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return options().poolable;
    }

    private void requireNatural(String method, long value) throws SQLException {
        checkOpen();
        if (value < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, method, value);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return opener.connection();
    }
}
