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
 * What the application asked of a statement's result sets when it created the statement. Immutable.
 *
 * @param type such as {@link ResultSet#TYPE_FORWARD_ONLY}
 * @param concurrency such as {@link ResultSet#CONCUR_READ_ONLY}
 * @param holdability such as {@link ResultSet#CLOSE_CURSORS_AT_COMMIT}, or -1 when it did not say
 */
public record StatementShape(int type, int concurrency, int holdability) {
    /** Read once, forward. */
    public static final StatementShape DEFAULT =
            new StatementShape(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, -1);

    /** Whether merged rows can be had in this shape as they come. */
    public boolean isForwardReadOnly() {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    /** Whether merged rows are kept, so that the application may scroll. */
    public boolean isScrollable() {
        return type == ResultSet.TYPE_SCROLL_INSENSITIVE && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    /** Whether the application may change the rows that it is shown. */
    public boolean isUpdatable() {
        return concurrency == ResultSet.CONCUR_UPDATABLE;
    }

    /**
     * What an execution of a statement of that class may do: the rows that an updatable result shows may be changed.
     */
    public StatementClass of(StatementClass statementClass) {
        return isUpdatable() && statementClass == StatementClass.READ ? StatementClass.WRITE : statementClass;
    }

    /** The rows of one data node as the application may change them. */
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
