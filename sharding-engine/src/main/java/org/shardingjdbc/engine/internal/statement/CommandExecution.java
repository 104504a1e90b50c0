package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.DataSourceCommands;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;

/** Executes statements about the configuration, where the session allows them. Stateless. */
final class CommandExecution {
    private CommandExecution() {}

    /** @throws ShardingException when the command is not allowed, or cannot be done */
    static void execute(LogicStatement statement, ExecutionRequest request, CommandPlan plan) throws SQLException {
        Session session = statement.session();
        DataSourceCommands commands = session.commands();
        commands.requireAllowed(plan);
        if (session.transactions().isOpen()) {
            throw new ShardingException(ErrorCode.DISTSQL_IN_TRANSACTION);
        }
        boolean changes = commands.changes(plan);
        if (changes && session.attributes().readOnly()) {
            throw new ShardingException(ErrorCode.DISTSQL_READ_ONLY);
        }
        if (changes) {
            request.requireCount();
            commands.change(plan, warning -> session.warn(new SQLWarning(warning, "01000")));
            statement.results().count(0);
            return;
        }
        request.requireRows();
        DataSourceCommands.Table answer = commands.answer(plan);
        List<LocalColumn> columns =
                answer.columns().stream().map(LocalColumn::text).toList();
        List<Object[]> rows = answer.rows().stream().map(List::toArray).toList();
        statement
                .results()
                .show(
                        LocalRows.limited(
                                statement.results(), columns, rows, session.dialect(), statement.options().maxRows),
                        null);
    }
}
