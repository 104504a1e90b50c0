package org.shardingjdbc.jdbc.internal.command;

import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Consumer;
import org.shardingjdbc.engine.internal.execute.deployment.DataSourceCommands;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands of a data source, as far as its configuration allows them. Safe for all threads. */
public record AllowedCommands(CommandTarget target) implements DataSourceCommands {
    private static final Logger LOG = LoggerFactory.getLogger(AllowedCommands.class);

    @Override
    public boolean changes(CommandPlan plan) {
        return command(plan).changes();
    }

    private static Command command(CommandPlan plan) {
        return ((PlannedCommand) plan.command()).command();
    }

    @Override
    public void requireAllowed(CommandPlan plan) {
        boolean changes = changes(plan);
        String allowed = target.configuration().props().text(PropKey.DISTSQL_ALLOWED);
        if (allowed.equals("none") || changes && !allowed.equals("all")) {
            String needed = changes ? "all" : "read or all";
            throw new ShardingException(ErrorCode.DISTSQL_NOT_ALLOWED, allowed, needed);
        }
    }

    @Override
    public void change(CommandPlan plan, Consumer<String> warnings) throws SQLException {
        ShardingConfiguration before = target.configuration();
        command(plan).execute(target);
        warnOfLaterProps(warnings, before.props(), target.configuration().props());
        warnOfLeftRows(warnings, before);
    }

    @Override
    public Table answer(CommandPlan plan) throws SQLException {
        Answer answer = Objects.requireNonNull(command(plan).execute(target), "a question without rows");
        return new Table(answer.columns(), answer.rows());
    }

    /** Tells of props that the command changed and that do not count yet. */
    private static void warnOfLaterProps(Consumer<String> warnings, ShardingProps before, ShardingProps after) {
        for (PropKey prop : PropKey.values()) {
            if (prop.isOfTheStart() && !before.text(prop).equals(after.text(prop))) {
                warnings.accept("'" + prop.key() + "' is " + after.text(prop)
                        + " when the data source is opened the next time");
            }
        }
    }

    /** The change counts, whatever is found, or cannot be. */
    private void warnOfLeftRows(Consumer<String> warnings, ShardingConfiguration before) {
        try {
            for (CheckFinding finding : MisplacedRows.of(before, target)) {
                // without its sentences, which show values
                LOG.warn(
                        "After a change of a table's rule: {} {}",
                        finding.kind().id(),
                        finding.place());
                warnings.accept(finding.place() + ": " + finding.what() + " " + finding.remedy());
            }
        } catch (SQLException | ShardingException e) {
            LOG.warn("Whether a change of rules leaves rows behind could not be found out", e);
            warnings.accept(
                    "The change counts; whether it leaves rows behind could not be found out: " + e.getMessage());
        }
    }

    /** A command as its plan holds it. Immutable as the command is. */
    public record PlannedCommand(Command command) implements CommandPlan.LanguageCommand {}
}
