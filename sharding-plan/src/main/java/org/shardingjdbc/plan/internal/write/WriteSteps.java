package org.shardingjdbc.plan.internal.write;

import java.util.EnumSet;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.SessionVariable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.AssignmentOrder;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.placement.LogicTable;

/** Finds the steps of a write that no rule proves for the data nodes it touches. One per plan; safe for all threads. */
public final class WriteSteps {
    /** What steps do not change unless keys are looked up: the row that is there may be on another data node. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.CONFLICT_ACROSS_NODES, ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN);

    private final StepSource source;
    private final ParsedSql parsed;

    /** Null before it found any: a database that did not answer may do so later. */
    private volatile Finder finder;

    /** The same of keys that are looked up on all data nodes. */
    private volatile Finder lookUps;

    /** Finds the steps of one kind of statements. */
    @FunctionalInterface
    private interface Finder {
        Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal);

        Finder NONE = (parameters, refusal) -> new Decision.Refused<>(refusal);
    }

    public WriteSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
    }

    /** @return refused with that refusal when there are none, or with what would overcome it */
    public Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
        boolean lookUp = refusal.code() == ErrorCode.CONFLICT_ACROSS_NODES
                && source.tools().options().lookUpUpserts();
        if (lookUp && parsed.statement() instanceof InsertStatement insert) {
            Finder lookingUp = lookUps == null ? lookUps(insert) : lookUps;
            Decision<SteppedExecution> found = lookingUp.find(parameters, refusal);
            lookUps = found.isProved() ? lookingUp : lookUps;
            return found;
        }
        if (FINAL.contains(refusal.code())) {
            return new Decision.Refused<>(refusal);
        }
        Finder finding = finder;
        if (finding == null) {
            finding = writesSessionIntoCopies() ? Finder.NONE : finder();
        }
        Decision<SteppedExecution> found = finding.find(parameters, refusal);
        finder = found.isProved() ? finding : finder;
        return found;
    }

    private Finder lookUps(InsertStatement insert) {
        if (insert.source() instanceof QuerySource) {
            return copies(insert);
        }
        UpsertSteps upserts = new UpsertSteps(source, parsed, insert, new EvaluatedInsert(source, parsed, insert));
        return (parameters, refusal) -> Decision.of(upserts.find(parameters), refusal);
    }

    private Finder copies(InsertStatement insert) {
        InsertSteps copies = new InsertSteps(source, parsed, insert);
        return (parameters, refusal) -> Decision.of(copies.find(parameters), refusal);
    }

    private Finder finder() {
        if (parsed.statement() instanceof InsertStatement insert) {
            if (insert.source() instanceof QuerySource) {
                return copies(insert);
            }
            EvaluatedInsert evaluated = new EvaluatedInsert(source, parsed, insert);
            return (parameters, refusal) -> Decision.of(
                    evaluated.find(parameters, refusal.code() == ErrorCode.SHARDING_VALUE_NOT_PLACED), refusal);
        }
        if (parsed.statement() instanceof MergeStatement merge) {
            BoundStatement bound = source.bind(parsed);
            if (bound == null) {
                return Finder.NONE;
            }
            MergeSteps merges = new MergeSteps(source, bound, merge);
            return (parameters, refusal) -> Decision.of(merges.find(parameters), refusal);
        }
        boolean open = parsed.statement() instanceof UpdateStatement update
                && AssignmentOrder.isOpen(update, source.dialect());
        boolean byKey = parsed.statement() instanceof UpdateStatement || parsed.statement() instanceof DeleteStatement;
        return byKey && !open ? new KeyedSteps(source, parsed)::find : Finder.NONE;
    }

    /** What belongs to one session or one data source has no value that all copies of a broadcast table could get. */
    private boolean writesSessionIntoCopies() {
        for (NamedTable written : Nodes.targets(parsed.statement())) {
            LogicTable named = source.table(parsed, written);
            LogicTable table =
                    named == null ? source.rules().table(written.name().last().text()) : named;
            if (table != null && table.isReplicated()) {
                return parsed.analysis()
                        .any(node -> node instanceof FunctionCall call && Functions.isSession(call)
                                || node instanceof ColumnReference place
                                        && Functions.isRowPlace(place.name().text())
                                || node instanceof SessionVariable);
            }
        }
        return false;
    }
}
