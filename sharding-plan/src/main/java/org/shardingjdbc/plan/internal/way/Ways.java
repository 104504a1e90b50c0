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
 * @param oneNode for executions on one data node
 * @param pushedDown for executions on several, where the data nodes leave nothing of the statement
 * @param merged for executions on several, where they leave something
 * @param inSteps for executions that are refused there: an execution takes the first steps that suit its parameters
 */
public record Ways(
        PlanTools tools,
        Way<OnOne, Decision<Route>> oneNode,
        Way<OnSeveral, Decision<Scatter>> pushedDown,
        Way<OnSeveral, Decision<Scatter>> merged,
        List<Way<SteppedStatement, ChooseSteps>> inSteps) {
    public Ways {
        inSteps = List.copyOf(inSteps);
    }

    /** @param planner plans steps */
    public static Ways all(StatementPlanner planner, PlanTools tools) {
        StepSource source = new StepSource(planner, tools);
        TransformedColumns columns = new TransformedColumns(tools);
        return new Ways(
                tools,
                new OneNode(),
                new PushedDown(tools.dialect()),
                new Merged(),
                List.of(
                        new SubqueriesFirst(planner, tools, columns),
                        new Pulled(source, columns),
                        new InSteps(source, columns)));
    }

    /** The work of an execution on one data node. */
    public Decision<Route> plan(OnOne statement) {
        return oneNode.plan(statement);
    }

    /** The work of an execution on several data nodes; refused where no rule proves that they may do their part. */
    public Decision<Scatter> plan(OnSeveral statement) {
        return statement.proved().decide(proved -> (proved.isMerged() ? merged : pushedDown).plan(proved));
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
