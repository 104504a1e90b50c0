package org.shardingjdbc.jdbc.internal.command;

import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.plan.internal.operator.CommandPlan;

/** A command as its plan holds it. Immutable as the command is. */
public record PlannedCommand(Command command) implements CommandPlan.Said {}
