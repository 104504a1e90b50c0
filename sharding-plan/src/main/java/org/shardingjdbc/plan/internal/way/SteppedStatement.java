package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.plan.internal.column.UnnamedColumns;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * A statement some of whose executions no rule proves, as the ways in several steps see it. One per planning; not
 * thread-safe.
 */
public final class SteppedStatement {
    private final PlanTools tools;
    private final ParsedSql written;
    private final boolean asStored;
    private final boolean reads;
    private final ErrorCode refusal;
    /** The tree with the columns that stars mean; null before it is asked for. */
    private @Nullable ParsedSql named;

    /**
     * @param parsed the statement; taken as one that is prepared, as its steps are
     * @param kind the class of the statement for transactions
     * @param asStored whether the statement touches no column whose values rules transform
     * @param refusal why the executions are refused that the steps answer
     */
    public SteppedStatement(
            PlanTools tools, ParsedSql parsed, StatementClass kind, boolean asStored, ErrorCode refusal) {
        this.tools = tools;
        this.written = tools.parser().prepared(parsed);
        this.asStored = asStored;
        this.refusal = refusal;
        Statement statement = parsed.statement();
        this.reads = asStored
                ? kind != StatementClass.WRITE && !(statement instanceof DdlStatement)
                : statement instanceof QueryStatement;
    }

    /** Why the executions are refused that the steps answer. */
    ErrorCode refusal() {
        return refusal;
    }

    /** Whether the statement touches no column whose values rules transform. */
    boolean asStored() {
        return asStored;
    }

    /** The statement's tree; where rules transform values, with the columns that its stars mean. */
    ParsedSql parsed() {
        if (asStored) {
            return written;
        }
        if (named == null) {
            named = new UnnamedColumns(tools.rules(), tools.dialect(), tools.names())
                    .complete(tools.binder().bind(written), tools.parser());
        }
        return named;
    }

    /** Whether the statement only reads rows, so that they may be pulled. */
    boolean reads() {
        return reads;
    }

    /** Why the statement can have no steps at all; null where it may have some. */
    @Nullable
    ChooseSteps none() {
        if (!asStored) {
            return null;
        }
        if (written.analysis().has(DeltaTable.class)) {
            // a part of it that is executed by itself would write at another time, or twice
            return ChooseSteps.NONE;
        }
        return written.settings() == null
                ? null
                : ChooseSteps.none(
                        "Or set the variables for the session: those of SET STATEMENT do not hold in steps.");
    }
}
