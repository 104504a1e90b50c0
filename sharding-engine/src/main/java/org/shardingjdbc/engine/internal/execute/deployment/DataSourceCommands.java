package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;

/** Executes statements about the configuration; implemented by what makes the data source. Safe for all threads. */
public interface DataSourceCommands {
    /** The rows that such a statement returns. */
    record Table(List<String> columns, List<List<String>> rows) {}

    /** Whether the statement changes the configuration and so returns no rows. */
    boolean changes(CommandPlan plan);

    /**
     * @throws SQLException when the session may not execute such statements
     * @throws org.shardingjdbc.error.ShardingException when the configuration does not allow them
     */
    void requireAllowed(CommandPlan plan) throws SQLException;

    /**
     * Changes the configuration.
     *
     * @param warnings receives what is not in effect yet, or is left behind
     * @throws SQLException when a database cannot be asked or connected to; then nothing has changed
     * @throws org.shardingjdbc.error.ShardingException when the change cannot be made; then nothing has changed
     */
    void change(CommandPlan plan, Consumer<String> warnings) throws SQLException;

    /**
     * Answers a statement that changes nothing.
     *
     * @throws SQLException when a database cannot be asked
     * @throws org.shardingjdbc.error.ShardingException when there is no answer
     */
    Table answer(CommandPlan plan) throws SQLException;
}
