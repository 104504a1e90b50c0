package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.write.CopySteps;
import org.shardingjdbc.plan.internal.write.DataSourceSteps;

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
public record InSteps(StepSource source, TransformedColumns columns) implements Way.Found {
    @Override
    public String name() {
        return "in steps";
    }

    @Override
    public Decision<SteppedExecution> find(Unproved statement, Object[] parameters, ShardingException refusal) {
        if (statement.reads()) {
            return new Decision.Refused<>(refusal);
        }
        ParsedSql parsed = statement.parsed();
        if (!statement.asStored()) {
            ShardingException ofColumns = columns.refusal(parsed, refusal);
            return ofColumns == null
                    ? Decision.of(statement.copies(source).find(parameters), refusal)
                    : new Decision.Refused<>(ofColumns);
        }
        if (parsed.statement() instanceof DdlStatement ddl) {
            SteppedExecution steps = Definitions.copiesRows(ddl)
                    ? new CopySteps(source, parsed, ddl).find()
                    : new DataSourceSteps(source, parsed, ddl).find();
            return Decision.of(steps, refusal);
        }
        return statement.writes(source).find(parameters, refusal);
    }
}
