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
 * @param tools with which statements are made that take steps
 * @param onOne for executions on one data node
 * @param onSeveral for those on several: each is asked for what the one before it leaves
 * @param inSteps for those that are refused there: an execution takes the first steps that are some for its parameters
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

    /** What an execution on one data node does. */
    public Decision<Route> plan(OnOne statement) {
        return onOne.plan(statement);
    }

    /** What an execution on several data nodes does, by the first way that leaves nothing of it. */
    public Decision<Scatter> plan(OnSeveral statement) {
        for (Way<OnSeveral, Attempt> way : onSeveral) {
            if (way.plan(statement) instanceof Attempt.Answer answer) {
                return answer.scatter();
            }
        }
        throw new IllegalStateException("the last way leaves nothing");
    }

    /**
     * Plans the steps of a statement.
     *
     * @param kind what it means for transactions
     * @param asStored whether it touches no column whose values rules transform
     */
    public Steps.Planning steps(ParsedSql parsed, StatementClass kind, boolean asStored) {
        return new WaysInSteps(tools, inSteps, parsed, kind, asStored);
    }
}
