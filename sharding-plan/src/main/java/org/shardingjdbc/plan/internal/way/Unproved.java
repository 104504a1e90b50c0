package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.column.UnnamedColumns;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.write.InsertSteps;
import org.shardingjdbc.plan.internal.write.WriteSteps;

/**
 * A statement of which no rule proves some executions, as the ways see it that are found for these, with what they
 * found that does not depend on parameters. Kept with its plan; safe for all threads.
 */
public final class Unproved {
    private final PlanTools tools;
    private final ParsedSql written;
    private final boolean asStored;
    private final boolean reads;
    /** With the columns that its stars mean; null before it is asked. */
    private volatile ParsedSql named;
    /** Null before the ways of these names are asked. */
    private volatile First first;

    private volatile PulledQueries pulled;
    private volatile WriteSteps writes;
    private volatile InsertSteps copies;

    /** @param steps null where no subqueries can be executed first */
    record First(BindSubqueries steps) {}

    /**
     * @param parsed it is taken as one that is prepared, for its steps are
     * @param kind what it means for transactions
     * @param asStored whether it touches no column whose values rules transform
     */
    public Unproved(PlanTools tools, ParsedSql parsed, StatementClass kind, boolean asStored) {
        this.tools = tools;
        this.written = tools.parser().prepared(parsed);
        this.asStored = asStored;
        Statement statement = parsed.statement();
        this.reads = asStored
                ? kind != StatementClass.WRITE && !(statement instanceof DdlStatement)
                : statement instanceof QueryStatement;
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
        ParsedSql parsed = named;
        if (parsed == null) {
            parsed = new UnnamedColumns(tools.rules(), tools.dialect(), tools.names())
                    .complete(tools.binder().bind(written), tools.parser());
            named = parsed;
        }
        return parsed;
    }

    /** Whether its rows are wanted and nothing else, so that they may be pulled. */
    boolean reads() {
        return reads;
    }

    /** Why there are no steps of such a statement at all; null where there may be. */
    public ShardingException refusal(ShardingException refusal) {
        if (!asStored) {
            return null;
        }
        if (written.analysis().has(DeltaTable.class)) {
            // a part of it that is executed by itself would write at another time, or twice
            return refusal;
        }
        return written.settings() == null
                ? null
                : refusal.again("Or set the variables for the session: those of SET STATEMENT do not hold in steps.");
    }

    First first() {
        return first;
    }

    void keep(First found) {
        first = found;
    }

    PulledQueries pulled() {
        return pulled;
    }

    void keep(PulledQueries found) {
        pulled = found;
    }

    /** The steps of a write. */
    WriteSteps writes(StepSource source) {
        WriteSteps known = writes;
        if (known == null) {
            known = new WriteSteps(source, parsed());
            writes = known;
        }
        return known;
    }

    /** The steps of an INSERT ... SELECT. */
    InsertSteps copies(StepSource source) {
        InsertSteps known = copies;
        if (known == null) {
            ParsedSql parsed = parsed();
            known = new InsertSteps(source, parsed, (InsertStatement) parsed.statement());
            copies = known;
        }
        return known;
    }
}
