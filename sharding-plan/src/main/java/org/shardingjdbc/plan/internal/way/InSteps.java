package org.shardingjdbc.plan.internal.way;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.write.CreateTableAsSteps;
import org.shardingjdbc.plan.internal.write.DataSourceSteps;
import org.shardingjdbc.plan.internal.write.WriteSteps;

/**
 * In steps: a write finds its rows by a query and writes each where it belongs; a definition is made one step after the
 * other.
 *
 * <pre>
 * UPDATE t_order SET amount = 0 ORDER BY created LIMIT 2
 *
 *     find    SELECT order_id FROM t_order ORDER BY created LIMIT 2 FOR UPDATE
 *     write   UPDATE t_order SET amount = 0 WHERE order_id = ?, for each of them
 * </pre>
 */
public record InSteps(StepSource source, TransformedColumns columns) implements Way<SteppedStatement, ChooseSteps> {
    @Override
    public ChooseSteps plan(SteppedStatement on) {
        return on.reads() ? ChooseSteps.NONE : steps(on);
    }

    private ChooseSteps steps(SteppedStatement statement) {
        ParsedSql parsed = statement.parsed();
        ErrorCode refusal = statement.refusal();
        if (!statement.asStored()) {
            ChooseSteps ofColumns = columns.none(parsed, refusal);
            return ofColumns == null ? WriteSteps.copies(source, parsed) : ofColumns;
        }
        if (!(parsed.statement() instanceof DdlStatement ddl)) {
            return new WriteSteps(source, parsed).plan(refusal);
        }
        // the steps of a TRUNCATE do not know its rows either
        return refusal == ErrorCode.BESIDE_VALUE_UNKNOWN ? ChooseSteps.NONE : definition(parsed, ddl);
    }

    private ChooseSteps definition(ParsedSql parsed, DdlStatement ddl) {
        SteppedExecution steps = Definitions.copiesRows(ddl)
                ? new CreateTableAsSteps(source, parsed, ddl).find()
                : new DataSourceSteps(source, parsed, ddl).find();
        return steps == null
                ? ChooseSteps.NONE
                : ChooseSteps.of(List.of(new StepChoice.OnAnswers(steps, List.of())))
                        .plannedAgain(Later.Reason.DEFINES);
    }
}
