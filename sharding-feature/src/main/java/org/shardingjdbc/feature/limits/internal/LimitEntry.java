package org.shardingjdbc.feature.limits.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.StatementLimit;
import org.shardingjdbc.feature.limits.StatementLimit.LimitAction;
import org.shardingjdbc.feature.limits.StatementLimit.LimitedStatements;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.ExecutionLimits.Excess;
import org.shardingjdbc.rule.execution.ExecutionLimits.Quantity;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RoutedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.HintValues;

/** One limit of the rule. Immutable. */
record LimitEntry(String name, StatementLimit limit) {
    /** Whether the limit may concern executions of a statement. */
    boolean isFor(PlannedStatement statement) {
        return isForKind(statement.kind()) && (limit.tables().isEmpty() || tableOf(statement.logicTables()) != null);
    }

    private boolean isForKind(StatementKind kind) {
        boolean read =
                kind == StatementKind.READ || kind == StatementKind.OTHER_READ || kind == StatementKind.LOCKING_READ;
        boolean write = kind == StatementKind.WRITE;
        if (kind == StatementKind.CALL) {
            // a statement whose effect is not known counts as both
            return true;
        }
        return read && limit.statements() != LimitedStatements.WRITES
                || write && limit.statements() != LimitedStatements.READS;
    }

    /** The first of the limit's tables that a statement names; null when there is none. */
    private @Nullable String tableOf(List<String> named) {
        for (String table : named) {
            for (String own : limit.tables()) {
                if (own.equalsIgnoreCase(table)) {
                    return table;
                }
            }
        }
        return null;
    }

    private String where(List<String> named) {
        String table = tableOf(named);
        return table == null ? "all tables" : "logic table " + table;
    }

    /** Whether the limit holds for the reader who executes. */
    private boolean holds(HintValues hints) {
        if (limit.allowHintDisable() && hints.limitDisabled(name)) {
            return false;
        }
        String reader = hints.reader();
        boolean meant =
                limit.readers().isEmpty() || reader != null && limit.readers().contains(reader);
        return meant && (reader == null || !limit.exemptReaders().contains(reader));
    }

    private boolean isTooWide(RoutedStatement execution) {
        return limit.allDataNodes() && execution.reachesAll()
                || limit.maxDataNodes() > 0 && execution.dataNodes() > limit.maxDataNodes();
    }

    private String allowed(RoutedStatement execution) {
        boolean byNumber = limit.maxDataNodes() > 0 && execution.dataNodes() > limit.maxDataNodes();
        return byNumber ? String.valueOf(limit.maxDataNodes()) : "fewer than all " + execution.allDataNodes();
    }

    /** Why an execution reaches too many data nodes; null where it does not. */
    @Nullable
    ShardingException refusal(RoutedStatement execution) {
        boolean refused = limit.action() == LimitAction.REFUSE && isTooWide(execution) && holds(execution.hints());
        return refused
                ? new ShardingException(
                        ErrorCode.LIMIT_NODES,
                        name,
                        where(execution.logicTables()),
                        execution.dataNodes(),
                        allowed(execution))
                : null;
    }

    /** The bounds that the limit sets to an execution. */
    ExecutionLimits limits(RoutedStatement execution) {
        if (!holds(execution.hints())) {
            return ExecutionLimits.NONE;
        }
        String where = where(execution.logicTables());
        List<String> warnings = new ArrayList<>(1);
        if (limit.action() == LimitAction.WARN && isTooWide(execution)) {
            warnings.add("Limit " + name + " of " + where + ": the statement reaches " + execution.dataNodes()
                    + " data nodes, allowed are " + allowed(execution));
        }
        List<ExecutionLimits.Limit> limits = new ArrayList<>(3);
        add(limits, where, Quantity.ROWS_RETURNED, limit.maxRowsReturned());
        add(limits, where, Quantity.ROWS_HELD, limit.maxRowsHeld());
        add(limits, where, Quantity.SECONDS, limit.maxSeconds());
        return limits.isEmpty() && warnings.isEmpty() ? ExecutionLimits.NONE : new ExecutionLimits(warnings, limits);
    }

    private void add(List<ExecutionLimits.Limit> limits, String where, Quantity counted, long most) {
        if (most > 0) {
            Excess excess = limit.action() == LimitAction.REFUSE ? Excess.ERROR : Excess.WARNING;
            limits.add(new ExecutionLimits.Limit(name, where, counted, most, excess));
        }
    }
}
