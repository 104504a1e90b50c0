package org.shardingjdbc.plan.internal.write;

import java.util.EnumSet;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.AssignmentOrder;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.placement.LogicTable;

/** Plans the steps of a write that no rule proves for the data nodes it touches. One per planning; not thread-safe. */
public final class WriteSteps {
    /** What steps do not change unless keys are looked up: the row that is there may be on another data node. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.CONFLICT_ACROSS_NODES, ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN);

    private final StepSource source;
    private final ParsedSql parsed;

    public WriteSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
    }

    /**
     * Plans the steps.
     *
     * @param refusal why the executions are refused that are answered so
     */
    public ChooseSteps plan(ErrorCode refusal) {
        ChooseSteps planned = planned(refusal);
        // a database that did not answer may do so later
        return planned.all().isEmpty() ? planned.plannedAgain(Later.Reason.ASKED_AGAIN) : planned;
    }

    private ChooseSteps planned(ErrorCode refusal) {
        boolean lookUp = refusal == ErrorCode.CONFLICT_ACROSS_NODES
                && source.tools().options().lookUpUpserts();
        if (lookUp && parsed.statement() instanceof InsertStatement insert) {
            return lookUps(insert);
        }
        if (FINAL.contains(refusal) || writesSessionIntoCopies()) {
            return ChooseSteps.NONE;
        }
        if (parsed.statement() instanceof InsertStatement insert) {
            return insert.source() instanceof QuerySource
                    ? new InsertSteps(source, parsed, insert).plan()
                    : EvaluatedInsert.plan(source, parsed, insert, refusal == ErrorCode.SHARDING_VALUE_NOT_PLACED);
        }
        if (parsed.statement() instanceof MergeStatement merge) {
            BoundStatement bound = source.bind(parsed);
            return bound == null ? ChooseSteps.NONE : new MergeSteps(source, bound, merge).plan();
        }
        boolean open = parsed.statement() instanceof UpdateStatement update
                && AssignmentOrder.isOpen(update, source.dialect());
        boolean byKey = parsed.statement() instanceof UpdateStatement || parsed.statement() instanceof DeleteStatement;
        return byKey && !open ? new KeyedSteps(source, parsed).plan() : ChooseSteps.NONE;
    }

    /** The steps of an INSERT ... SELECT. */
    public static ChooseSteps copies(StepSource source, ParsedSql parsed) {
        ChooseSteps planned = new InsertSteps(source, parsed, (InsertStatement) parsed.statement()).plan();
        return planned.all().isEmpty() ? planned.plannedAgain(Later.Reason.ASKED_AGAIN) : planned;
    }

    private ChooseSteps lookUps(InsertStatement insert) {
        return insert.source() instanceof QuerySource
                ? new InsertSteps(source, parsed, insert).plan()
                : UpsertSteps.plan(source, parsed, insert);
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
