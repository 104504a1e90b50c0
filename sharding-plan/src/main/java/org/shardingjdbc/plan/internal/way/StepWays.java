package org.shardingjdbc.plan.internal.way;

import java.util.List;
import java.util.function.Supplier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.Steps;

/**
 * The ways in several steps in their order. What the first ones give are alternatives before those of the later ones;
 * where subqueries can be executed first, no other way is planned before it is needed. Immutable.
 */
public record StepWays(List<Way.Stepped> ways) {
    public StepWays {
        ways = List.copyOf(ways);
    }

    /**
     * Plans all alternatives that answer what is refused for that reason.
     *
     * @param statement gives it for each planning
     */
    public ChooseSteps plan(Supplier<SteppedStatement> statement, ErrorCode refusal) {
        SteppedStatement planned = statement.get();
        ChooseSteps none = planned.none();
        return none == null ? plan(statement, planned, refusal, 0) : none;
    }

    private ChooseSteps plan(
            Supplier<SteppedStatement> statement, SteppedStatement planned, ErrorCode refusal, int from) {
        ChooseSteps all = ChooseSteps.NONE;
        for (int i = from; i < ways.size(); i++) {
            ChooseSteps next = ways.get(i).plan(planned, refusal);
            if (next.suitAll()) {
                int behind = i + 1;
                return all.and(next.otherwise(Steps.later(
                        Later.Reason.SUBQUERIES_FIRST, other -> plan(statement, statement.get(), other, behind))));
            }
            all = all.and(next);
        }
        return all;
    }
}
