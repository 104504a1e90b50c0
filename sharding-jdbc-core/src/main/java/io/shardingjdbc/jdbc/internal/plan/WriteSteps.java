package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.parser.ast.Assignment;
import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.DeleteStatement;
import io.shardingjdbc.parser.ast.FunctionCall;
import io.shardingjdbc.parser.ast.InsertStatement;
import io.shardingjdbc.parser.ast.NamedTable;
import io.shardingjdbc.parser.ast.QuerySource;
import io.shardingjdbc.parser.ast.SessionVariable;
import io.shardingjdbc.parser.ast.UpdateStatement;
import io.shardingjdbc.route.internal.rule.BroadcastTable;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Finds the steps of a write that no rule proves for the data nodes it touches. One per plan; safe for all threads. */
final class WriteSteps {
    /** What steps would not change: the row that is there already may be on another data node. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.CONFLICT_ACROSS_NODES, ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN);

    private final StepSource source;
    private final ParsedSql parsed;

    WriteSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
    }

    /** @return null when there are none: the refusal holds */
    StagedExecution find(Object[] parameters, ShardingException refusal) {
        if (FINAL.contains(refusal.code()) || writesSessionIntoCopies()) {
            return null;
        }
        if (parsed.statement() instanceof InsertStatement insert) {
            return insert.source() instanceof QuerySource
                    ? new InsertSteps(source, parsed, insert).find(parameters)
                    : new EvaluatedInsert(source, parsed, insert).find(parameters);
        }
        if (parsed.statement() instanceof UpdateStatement update && readsAssigned(update)) {
            return null;
        }
        if (parsed.statement() instanceof UpdateStatement || parsed.statement() instanceof DeleteStatement) {
            return new KeyedSteps(source, parsed).find(parameters);
        }
        return null;
    }

    /**
     * MySQL and MariaDB assign from left to right: a value may read what was assigned before it. Of one table the steps
     * do so too ({@link AssignedValues}); of joined tables the order is the database's affair.
     */
    private boolean readsAssigned(UpdateStatement update) {
        boolean oneTable = update.from().isEmpty()
                && update.targets().size() == 1
                && update.targets().get(0) instanceof NamedTable;
        if (oneTable || !source.dialect().mySqlFamily()) {
            return false;
        }
        Set<String> assigned = new HashSet<>();
        for (Assignment assignment : update.assignments()) {
            for (ColumnReference read : Tree.all(assignment.value(), ColumnReference.class)) {
                if (assigned.contains(read.name().text().toLowerCase(Locale.ROOT))) {
                    return true;
                }
            }
            assignment
                    .columns()
                    .forEach(column -> assigned.add(column.name().text().toLowerCase(Locale.ROOT)));
        }
        return false;
    }

    /** What belongs to one session or one data source has no value that all copies of a broadcast table could get. */
    private boolean writesSessionIntoCopies() {
        for (NamedTable written : WriteRules.written(parsed.statement())) {
            if (source.rules().table(written.name().last().text()) instanceof BroadcastTable) {
                return Tree.any(
                        parsed.statement(),
                        node -> node instanceof FunctionCall call && Functions.isSession(call)
                                || node instanceof ColumnReference place
                                        && Functions.isRowPlace(place.name().text())
                                || node instanceof SessionVariable);
            }
        }
        return false;
    }
}
