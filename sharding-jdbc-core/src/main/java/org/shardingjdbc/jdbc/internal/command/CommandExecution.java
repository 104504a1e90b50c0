package org.shardingjdbc.jdbc.internal.command;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.jdbc.internal.result.LocalColumn;
import org.shardingjdbc.jdbc.internal.result.LocalRows;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.CommandPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes statements about the configuration, where they are allowed. Stateless. */
public final class CommandExecution {
    private static final Logger LOG = LoggerFactory.getLogger(CommandExecution.class);

    private CommandExecution() {}

    /** Whether it changes the configuration and so returns no rows. */
    public static boolean changes(CommandPlan plan) {
        return ((Command) plan.command()).changes();
    }

    /** @throws ShardingException when it is not allowed, or cannot be done */
    public static void execute(LogicStatement statement, ExecutionRequest request, CommandPlan plan)
            throws SQLException {
        Command command = (Command) plan.command();
        CommandTarget target = statement.session().deployments().commandTarget();
        requireAllowed(command, target.configuration().props().text(PropKey.DISTSQL_ALLOWED));
        if (statement.session().transactions().isOpen()) {
            throw new ShardingException(ErrorCode.DISTSQL_IN_TRANSACTION);
        }
        if (command.changes() && statement.session().attributes().readOnly()) {
            throw new ShardingException(ErrorCode.DISTSQL_READ_ONLY);
        }
        if (command.changes()) {
            request.requireCount();
            ShardingConfiguration before = target.configuration();
            command.execute(target);
            warnOfLaterProps(statement, before.props(), target.configuration().props());
            warnOfLeftRows(statement, before, target);
            statement.results().count(0);
            return;
        }
        request.requireRows();
        Answer answer = command.execute(target);
        List<LocalColumn> columns =
                answer.columns().stream().map(LocalColumn::text).toList();
        List<Object[]> rows = new ArrayList<>();
        answer.rows().forEach(row -> rows.add(row.toArray()));
        statement
                .results()
                .show(
                        LocalRows.limited(
                                statement.results(),
                                columns,
                                rows,
                                statement.session().dialect(),
                                statement.options().maxRows),
                        null);
    }

    /** Tells of props that the command changed and that do not count yet. */
    private static void warnOfLaterProps(LogicStatement statement, ShardingProps before, ShardingProps after) {
        for (PropKey prop : PropKey.values()) {
            if (prop.isOfTheStart() && !before.text(prop).equals(after.text(prop))) {
                warn(
                        statement,
                        "'" + prop.key() + "' is " + after.text(prop)
                                + " when the data source is opened the next time");
            }
        }
    }

    /** The change counts, whatever is found, or cannot be. */
    private static void warnOfLeftRows(LogicStatement statement, ShardingConfiguration before, CommandTarget target) {
        try {
            for (CheckFinding finding : MisplacedRows.of(before, target)) {
                // without its sentences, which show values
                LOG.warn(
                        "After a change of a table's rule: {} {}",
                        finding.kind().id(),
                        finding.place());
                warn(statement, finding.place() + ": " + finding.what() + " " + finding.remedy());
            }
        } catch (SQLException | ShardingException e) {
            LOG.warn("Whether a change of rules leaves rows behind could not be found out", e);
            warn(
                    statement,
                    "The change counts; whether it leaves rows behind could not be found out: " + e.getMessage());
        }
    }

    private static void warn(LogicStatement statement, String told) {
        statement.session().warn(new SQLWarning(told, "01000"));
    }

    private static void requireAllowed(Command command, String allowed) {
        if (allowed.equals("none") || command.changes() && !allowed.equals("all")) {
            String needed = command.changes() ? "all" : "read or all";
            throw new ShardingException(ErrorCode.DISTSQL_NOT_ALLOWED, allowed, needed);
        }
    }
}
