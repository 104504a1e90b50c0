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
 * A statement of which no rule proves some executions, as the ways see it that take several steps. One per planning;
 * not thread-safe.
 */
public final class SteppedStatement {
    private final PlanTools tools;
    private final ParsedSql written;
    private final boolean asStored;
    private final boolean reads;
    private final ErrorCode refusal;
    /** With the columns that its stars mean; null before it is asked. */
    private @Nullable ParsedSql named;

    /**
     * @param parsed it is taken as one that is prepared, for its steps are
     * @param kind what it means for transactions
     * @param asStored whether it touches no column whose values rules transform
     * @param refusal why the executions are refused that are answered so
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

    /** Why the executions are refused that are answered so. */
    ErrorCode refusal() {
        return refusal;
    }

    /** Whether it touches no column whose values rules transform. */
    boolean asStored() {
        return asStored;
    }

    /** Its tree; where rules transform values, with the columns that its stars mean. */
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

    /** Whether its rows are wanted and nothing else, so that they may be pulled. */
    boolean reads() {
        return reads;
    }

    /** Why there are no steps of such a statement at all; null where there may be. */
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
