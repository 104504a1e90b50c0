package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;

/** Does what statements about the configuration say; given by who made the data source. Safe for all threads. */
public interface DataSourceCommands {
    /** Rows that such a statement answers. */
    record Table(List<String> columns, List<List<String>> rows) {}

    /** Whether it changes the configuration and so returns no rows. */
    boolean changes(CommandPlan plan);

    /** @throws org.shardingjdbc.error.ShardingException when the configuration does not allow such statements */
    void requireAllowed(CommandPlan plan);

    /**
     * Changes the configuration.
     *
     * @param warnings told of what does not count yet, or is left behind
     * @throws SQLException when a database cannot be asked or connected to; then nothing has changed
     * @throws org.shardingjdbc.error.ShardingException when it cannot be done; then nothing has changed
     */
    void change(CommandPlan plan, Consumer<String> warnings) throws SQLException;

    /**
     * Answers what changes nothing.
     *
     * @throws SQLException when a database cannot be asked
     * @throws org.shardingjdbc.error.ShardingException when it cannot be done
     */
    Table answer(CommandPlan plan) throws SQLException;
}
