package org.shardingjdbc.engine.internal.task;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.observe.UnitListener;

/**
 * The steps that combine pulled rows on one connection; the last step returns the rows of the answer. One per
 * execution; see {@link ShardWork} about threads.
 */
public final class CombinedWork implements ShardWork, OpenWarnings {
    /** A statement and what is done with it. */
    public interface Step {
        /** For logs. */
        String sql();

        /** The values of its parameters for logs. */
        default List<Object> parameters() {
            return List.of();
        }

        Statement open(PhysicalConnection connection) throws SQLException;

        void execute(Statement statement) throws SQLException;

        /** How many rows the step writes; -1 when it writes none. */
        default long changes() {
            return -1;
        }

        /** How many statements the step sends. */
        default int roundTrips() {
            return 1;
        }
    }

    private final int dataSource;
    private final List<Step> steps;

    @SuppressWarnings("NullAway.Init")
    private Statement last;
    /** Null when nobody listens. */
    private @Nullable UnitListener listener;

    public CombinedWork(int dataSource, List<Step> steps) {
        this.dataSource = dataSource;
        this.steps = List.copyOf(steps);
    }

    @Override
    public int size() {
        return steps.size();
    }

    @Override
    public int dataSource(int task) {
        return dataSource;
    }

    @Override
    public String sql(int task) {
        return steps.get(task).sql();
    }

    @Override
    public List<Object> parameters(int task) {
        return steps.get(task).parameters();
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        Statement opened = steps.get(task).open(connection);
        if (task == steps.size() - 1) {
            last = opened;
        }
        return opened;
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        steps.get(task).execute(statement);
    }

    /** The rows of the last step. */
    public ResultSet rows() throws SQLException {
        return Objects.requireNonNull(
                ObservedRows.of(last.getResultSet(), listener, steps.size() - 1), "the last step is a query");
    }

    @Override
    public void tellTo(UnitListener told) {
        listener = told;
    }

    @Override
    public long changed(int task) {
        return steps.get(task).changes();
    }

    @Override
    public int roundTrips(int task) {
        return steps.get(task).roundTrips();
    }

    /** The schema where tables are made that are not temporary; null where the driver does not say. */
    public String schema() throws SQLException {
        return last.getConnection().getSchema();
    }

    @Override
    public SQLWarning openWarnings() throws SQLException {
        return last.getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        last.clearWarnings();
    }
}
