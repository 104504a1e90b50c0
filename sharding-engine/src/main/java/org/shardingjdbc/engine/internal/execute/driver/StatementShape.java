package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * The kind of result sets that the application asked for when it created the statement. Immutable.
 *
 * @param type such as {@link ResultSet#TYPE_FORWARD_ONLY}
 * @param concurrency such as {@link ResultSet#CONCUR_READ_ONLY}
 * @param holdability such as {@link ResultSet#CLOSE_CURSORS_AT_COMMIT}, or -1 when the application gave none
 */
public record StatementShape(int type, int concurrency, int holdability) {
    /** Rows are read once, forward. */
    public static final StatementShape DEFAULT =
            new StatementShape(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, -1);

    /** Whether merged rows can be returned in this shape as they come. */
    public boolean isForwardReadOnly() {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    /** Whether merged rows are kept in memory, so that the application may scroll. */
    public boolean isScrollable() {
        return type == ResultSet.TYPE_SCROLL_INSENSITIVE && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    /** Whether the application may change the rows in the result set. */
    public boolean isUpdatable() {
        return concurrency == ResultSet.CONCUR_UPDATABLE;
    }

    /** The class of an execution in this shape: a read with an updatable result counts as a write. */
    public StatementClass of(StatementClass statementClass) {
        return isUpdatable() && statementClass == StatementClass.READ ? StatementClass.WRITE : statementClass;
    }

    /** Wraps the rows of one data node so that the application may change them. */
    public ResultSet placed(ResultSet rows, ShardPlan plan, Deployment deployment) throws SQLException {
        return isUpdatable() ? PlacedRows.of(rows, plan, deployment) : rows;
    }

    public Statement create(Connection connection) throws SQLException {
        if (holdability >= 0) {
            return connection.createStatement(type, concurrency, holdability);
        }
        return isForwardReadOnly() ? connection.createStatement() : connection.createStatement(type, concurrency);
    }

    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        if (holdability >= 0) {
            return connection.prepareStatement(sql, type, concurrency, holdability);
        }
        return isForwardReadOnly()
                ? connection.prepareStatement(sql)
                : connection.prepareStatement(sql, type, concurrency);
    }
}
