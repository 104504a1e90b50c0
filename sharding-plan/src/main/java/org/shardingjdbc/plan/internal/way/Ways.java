package org.shardingjdbc.plan.internal.way;

import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.Steps;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * The ways of answering a statement, by the executions that they are for. Immutable, safe for all threads.
 *
 * @param tools make the statements of steps
 * @param onOne for executions on one data node
 * @param onSeveral for executions on several: each way is asked for what the one before it leaves
 * @param inSteps for executions that are refused there: an execution takes the first steps that suit its parameters
 */
public record Ways(
        PlanTools tools,
        Way<OnOne, Decision<Route>> onOne,
        List<Way<OnSeveral, Attempt>> onSeveral,
        List<Way<SteppedStatement, ChooseSteps>> inSteps) {
    public Ways {
        onSeveral = List.copyOf(onSeveral);
        inSteps = List.copyOf(inSteps);
    }

    /** @param planner plans steps */
    public static Ways all(StatementPlanner planner, PlanTools tools) {
        StepSource source = new StepSource(planner, tools);
        TransformedColumns columns = new TransformedColumns(tools);
        return new Ways(
                tools,
                new OneNode(),
                List.of(new PushedDown(tools.dialect()), new Merged()),
                List.of(
                        new SubqueriesFirst(planner, tools, columns),
                        new Pulled(source, columns),
                        new InSteps(source, columns)));
    }

    /** The work of an execution on one data node. */
    public Decision<Route> plan(OnOne statement) {
        return onOne.plan(statement);
    }

    /** The work of an execution on several data nodes, by the first way that leaves nothing of the statement. */
    public Decision<Scatter> plan(OnSeveral statement) {
        OnSeveral left = statement;
        for (Way<OnSeveral, Attempt> way : onSeveral) {
            Attempt attempt = way.plan(left);
            if (attempt instanceof Attempt.Answer answer) {
                return answer.scatter();
            }
            left = ((Attempt.Rest) attempt).proved();
        }
        throw new IllegalStateException("the last way leaves nothing");
    }

    /**
     * Plans the steps of a statement.
     *
     * @param kind the class of the statement for transactions
     * @param asStored whether the statement touches no column whose values rules transform
     */
    public Steps.Planning steps(ParsedSql parsed, StatementClass kind, boolean asStored) {
        return new WaysInSteps(tools, inSteps, parsed, kind, asStored);
    }
}
