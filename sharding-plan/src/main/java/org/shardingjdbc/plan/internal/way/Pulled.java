package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
import org.shardingjdbc.plan.internal.step.StepSource;

/**
 * Pulled: the rows that a query needs of each table are read into temporary tables of one data source, where the query
 * runs as it is written.
 *
 * <pre>
 * SELECT a.name, o.amount FROM t_account a JOIN t_order o ON o.note = a.name WHERE o.amount > 9
 *
 *     leaf     SELECT name FROM t_account
 *     leaf     SELECT amount, note FROM t_order WHERE amount > 9
 *     combine  the query over these two
 * </pre>
 */
public record Pulled(StepSource source, TransformedColumns columns) implements Way.Found {
    @Override
    public String name() {
        return "pulled";
    }

    @Override
    public Decision<SteppedExecution> find(Unproved statement, Object[] parameters, ShardingException refusal) {
        if (!statement.reads()) {
            return new Decision.Refused<>(refusal);
        }
        ParsedSql parsed = statement.parsed();
        ShardingException ofColumns = statement.asStored() ? null : columns.refusal(parsed, refusal);
        if (ofColumns != null || !Pullable.overcomes(parsed.statement(), refusal)) {
            return new Decision.Refused<>(ofColumns == null ? refusal : ofColumns);
        }
        PulledQueries known = statement.pulled();
        if (known == null) {
            known = PulledQueries.of(parsed, source);
            statement.keep(known);
        }
        Pull found = known.find(parameters);
        if (found != null && !source.tools().options().pulling()) {
            return new Decision.Refused<>(
                    refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together."));
        }
        return Decision.of(found, refusal);
    }
}
