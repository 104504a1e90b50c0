package org.shardingjdbc.plan.internal.way;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.Steps;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Plans the steps of one statement, by the reason for which its executions are refused. Immutable.
 *
 * @param inOrder the ways that are tried
 * @param asStored whether the statement touches no column whose values rules transform
 */
record WaysInSteps(
        PlanTools tools,
        List<Way<SteppedStatement, ChooseSteps>> inOrder,
        ParsedSql parsed,
        StatementClass kind,
        boolean asStored)
        implements Steps.Planning {
    /**
     * Plans by all ways: the alternatives of the first ways come before those of later ones. Behind an alternative that
     * suits all parameters, no other one is planned before it is needed.
     */
    @Override
    public ChooseSteps plan(ErrorCode refusal) {
        ParsedSql marked = tools.functions().marked(parsed);
        SteppedStatement statement = new SteppedStatement(tools, marked, kind, asStored, refusal);
        ChooseSteps none = statement.none();
        if (none != null) {
            return none;
        }
        ChooseSteps all = ChooseSteps.NONE;
        for (int way = 0; way < inOrder.size(); way++) {
            ChooseSteps next = inOrder.get(way).plan(statement);
            if (next.suitAll()) {
                return all.and(next.otherwise(Steps.later(Later.Reason.SUBQUERIES_FIRST, behind(way))));
            }
            all = all.and(next);
        }
        return all;
    }

    /** The planning by the ways that come later. */
    private WaysInSteps behind(int way) {
        return new WaysInSteps(tools, inOrder.subList(way + 1, inOrder.size()), parsed, kind, asStored);
    }
}
