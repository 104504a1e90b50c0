package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.route.internal.shape.Route;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The plan of every statement that goes to shards. An execution on one unit gets the SQL with names replaced and
 * nothing else; what several units do is proved when the statement is planned. A text that chooses one unit by itself
 * is planned for that one alone, and once more should a hint or a parameter choose several ({@link SeveralPlans}).
 */
public final class CompiledPlan extends FactualPlan {
    /** Null where rules write nothing beside. */
    private final WriteBeside besides;

    private final PlanText text;
    private final RouteShape shape;
    private final SqlTemplate oneUnitTemplate;
    private final OneUnits oneUnits;
    private final Scattering scattering;
    private final Steps steps;
    private final boolean movable;

    /**
     * @param text what it is planned from
     * @param again plans it once more
     * @param oneUnitTemplate the SQL for one unit
     * @param several what several units do; null where that is planned when it is needed
     * @param steps what answers the executions that are refused; null where that is planned when it is needed
     * @param besides what rules write beside; null for nothing
     */
    public CompiledPlan(
            PlanText text,
            SeveralPlans again,
            PlanFacts facts,
            RouteShape shape,
            SqlTemplate oneUnitTemplate,
            Several several,
            Steps steps,
            WriteBeside besides) {
        super(facts, again);
        this.besides = besides;
        this.text = text;
        this.shape = shape;
        this.oneUnitTemplate = oneUnitTemplate;
        this.oneUnits = new OneUnits(oneUnitTemplate, facts.tableNames(), shape.units());
        this.scattering = several == null ? null : new Scattering(facts, shape, several);
        this.steps = steps;
        this.movable = shape.movable() && facts.statementClass() == StatementClass.READ;
    }

    @Override
    public WriteBeside besides() {
        return besides;
    }

    @Override
    public List<String> warnings() {
        return facts().warnings();
    }

    @Override
    public Decision<ShardExecution> choose(Object[] parameters, HintValues hints) {
        HintValues effective = heeded(hints);
        ShardingException refusal = refusal(parameters, effective);
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        if (effective != HintValues.NONE && facts().isVerbatim(effective)) {
            return new Decision.Proved<>(facts().verbatim(effective.dataSourceName()));
        }
        int known = shape.unit(parameters, effective);
        if (known >= 0) {
            refusal = refusal(hints, 1, effective);
            return refusal == null ? oneUnits.decided(known) : new Decision.Refused<>(refusal);
        }
        return routed(parameters, hints, effective);
    }

    private Decision<ShardExecution> routed(Object[] parameters, HintValues hints, HintValues effective) {
        Route route = shape.decide(parameters, effective);
        if (route.refusal() != null) {
            return new Decision.Refused<>(route.refusal());
        }
        int[] units = route.units();
        ShardingException refusal = refusal(hints, units.length, effective);
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        if (units.length <= 1) {
            return oneUnits.decided(units.length == 0 ? 0 : units[0]);
        }
        return scattering == null ? chosenAgain(parameters, hints) : scattering.execution(route, parameters);
    }

    private Decision<ShardExecution> chosenAgain(Object[] parameters, HintValues hints) {
        ShardPlan plan = again().of(text);
        // whoever asked the plan of a shape asks that of the text then
        return plan == null
                ? new Decision.Refused<>(new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX))
                : plan.choose(parameters, hints);
    }

    @Override
    public boolean movable() {
        return movable;
    }

    @Override
    public ShardExecution moved(ShardExecution execution, HintValues hints, String dataSource) {
        if (!movable || facts().hints(hints).dataSourceName() != null) {
            return execution;
        }
        ShardExecution there = oneUnits.in(dataSource);
        return there == null ? execution : there;
    }

    /** @throws ShardingException when it is the plan of a shape that has no plan any more */
    private ShardPlan ofSeveral() {
        ShardPlan plan = again().of(text);
        if (plan == null) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
        return plan;
    }

    @Override
    public Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException raised) {
        if (facts().hints(hints).steers()) {
            return new Decision.Refused<>(raised);
        }
        return steps == null ? ofSeveral().steps(parameters, hints, raised) : steps.find(parameters, raised);
    }

    @Override
    public Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException raised) {
        return steps == null ? ofSeveral().otherSteps(parameters, raised) : steps.findOthers(parameters, raised);
    }

    @Override
    public ShardExecution sample() {
        return oneUnits.get(Math.max(shape.firstUnit(-1), 0));
    }

    @Override
    public Explanation explain(Object[] parameters, HintValues hints, int maxConnectionsPerQuery) {
        return explainer(maxConnectionsPerQuery).explain(this, parameters, hints);
    }

    @Override
    public Explanation explain(ShardExecution execution, int maxConnectionsPerQuery) {
        return explainer(maxConnectionsPerQuery).explain(this, execution);
    }

    private Explainer explainer(int maxConnectionsPerQuery) {
        String where = shape.describe(facts().rules()::conceals);
        String route = shape.kind() + (where.isEmpty() ? "" : " " + where);
        return new Explainer(facts(), route, maxConnectionsPerQuery);
    }

    @Override
    RouteShape places() {
        return shape;
    }

    /** What the text says of the route, for plan tests. */
    public RouteShape shape() {
        return shape;
    }

    /** The SQL of an execution on one unit. */
    public SqlTemplate oneUnitTemplate() {
        return oneUnitTemplate;
    }

    @Override
    public Several several() {
        return scattering == null ? ofSeveral().several() : scattering.several();
    }

    /** Whether the text leaves it to parameters and hints alone that several units take part. */
    public boolean ofOneUnit() {
        return shape.ofOneUnit();
    }
}
