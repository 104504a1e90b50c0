package org.shardingjdbc.plan.internal.routing;

import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * What a plan is made from: a statement that is bound and routed. Immutable.
 *
 * @param compilation what its plan is made from
 * @param columns what rules do with the columns that it names
 * @param views those that it was made of
 * @param planned as rules look at it
 * @param request what is wanted of it: the whole statement, where it got the table of an index
 */
public record PlanInput(
        Compilation compilation,
        ColumnUses columns,
        List<LogicView> views,
        PlannedStatement planned,
        PlanRequest request) {
    /** Its tree. */
    public ParsedSql parsed() {
        return compilation.bound().parsed();
    }
}
