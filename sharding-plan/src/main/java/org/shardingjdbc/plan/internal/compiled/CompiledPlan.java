package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.OneUnit;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.unit.ScatteredUnits;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.UnitedUnits;
import org.shardingjdbc.rewrite.internal.SqlTemplate;
import org.shardingjdbc.rewrite.internal.UnitSql;
import org.shardingjdbc.route.internal.shape.Route;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * The plan of every statement that goes to shards. An execution on one unit gets the SQL with names replaced and
 * nothing else; what several units do is proved when the statement is planned. A text that chooses one unit by itself
 * is planned for that one alone, and once more should a hint or a parameter choose several ({@link SeveralPlans}).
 * Rendered SQL is kept per unit as long as only names vary.
 */
public final class CompiledPlan extends FactualPlan {
    private final PlanText text;
    private final RouteShape shape;
    private final SqlTemplate oneUnitTemplate;
    private final RenderedUnits renderedUnits;
    private final OneUnit[] oneUnits;
    private final boolean[] shrinkable;
    private final Several several;
    private final Steps steps;

    /**
     * @param text what it is planned from
     * @param again plans it once more
     * @param oneUnitTemplate the SQL for one unit
     * @param several what several units do; null where that is planned when it is needed
     * @param steps what answers the executions that are refused; null where that is planned when it is needed
     */
    public CompiledPlan(
            PlanText text,
            SeveralPlans again,
            PlanFacts facts,
            RouteShape shape,
            SqlTemplate oneUnitTemplate,
            Several several,
            Steps steps) {
        super(facts, again);
        this.text = text;
        this.shape = shape;
        this.oneUnitTemplate = oneUnitTemplate;
        this.several = several;
        this.steps = steps;
        this.renderedUnits = new RenderedUnits(oneUnitTemplate, facts().tableNames(), shape.units());
        this.oneUnits = new OneUnit[RenderedUnits.capacity(shape.units())];
        List<Node> splits = shape.splits();
        this.shrinkable = new boolean[splits.size()];
        for (int i = 0; i < shrinkable.length; i++) {
            shrinkable[i] = splits.get(i) instanceof InList;
        }
    }

    @Override
    public List<String> warnings() {
        return facts().warnings();
    }

    @Override
    public ShardExecution route(Object[] parameters, HintValues hints) {
        HintValues effective = checked(parameters, hints);
        if (facts().isVerbatim(effective)) {
            return facts().verbatim(effective.dataSourceName());
        }
        int known = shape.unit(parameters, effective);
        if (known >= 0) {
            return oneUnit(known);
        }
        Route route = shape.route(parameters, effective);
        int[] units = route.units();
        if (units.length <= 1) {
            return oneUnit(units.length == 0 ? 0 : units[0]);
        }
        return several == null ? again().of(text).route(parameters, hints) : scattered(route, parameters);
    }

    @Override
    public boolean movable() {
        return shape.movable() && facts().statementClass() == StatementClass.READ;
    }

    @Override
    public ShardExecution moved(ShardExecution execution, HintValues hints, String dataSource) {
        if (!movable() || facts().hints(hints).dataSourceName() != null) {
            return execution;
        }
        List<RouteUnit> units = shape.units();
        for (int unit = 0; unit < units.size(); unit++) {
            if (units.get(unit).dataSourceName().equals(dataSource)) {
                return oneUnit(unit);
            }
        }
        return execution;
    }

    /** Made when first needed, as {@link RenderedUnits} are; of two that were made at a time either serves. */
    private OneUnit oneUnit(int unit) {
        if (unit >= oneUnits.length) {
            return new OneUnit(shape.units().get(unit), renderedUnits.get(unit));
        }
        OneUnit known = oneUnits[unit];
        if (known == null) {
            known = new OneUnit(unit, shape.units().get(unit), renderedUnits.get(unit));
            oneUnits[unit] = known;
        }
        return known;
    }

    private ShardExecution scattered(Route route, Object[] parameters) {
        Several.Proved proved = several.proved();
        ScatterPlan plan = proved.plan();
        int[] chosen = route.units();
        List<RouteUnit> units = shape.units();
        UnitSql[] sql = new UnitSql[chosen.length];
        RouteUnit[] targets = new RouteUnit[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            targets[i] = units.get(chosen[i]);
            sql[i] = proved.rendered().get(chosen[i], elements(route, i));
        }
        Paging paging = plan.paging();
        MergeBounds bounds = paging == null ? MergeBounds.NONE : paging.bounds(parameters);
        Object widened = paging == null ? null : paging.widened(parameters);
        ScatteredUnits scattered = new ScatteredUnits(
                facts(), targets, sql, plan.merge(), bounds, widened, insertedRows(route), chosen.length);
        UnitedUnits united = proved.united();
        return united == null ? scattered : united.of(scattered, chosen, route.elements().length > 0);
    }

    /** The elements of each split that belong to the i-th chosen unit; null when nothing is split. */
    private int[][] elements(Route route, int unit) {
        int[][][] all = route.elements();
        if (all.length == 0) {
            return null;
        }
        int[][] own = new int[all.length][];
        boolean split = false;
        for (int s = 0; s < all.length; s++) {
            int[] chosen = all[s] == null ? null : all[s][unit];
            boolean keepsAll = chosen == null || chosen.length == 0 && shrinkable[s];
            own[s] = keepsAll ? null : chosen;
            split |= !keepsAll;
        }
        return split ? own : null;
    }

    private int[][] insertedRows(Route route) {
        int[][][] all = route.elements();
        for (int s = 0; s < all.length; s++) {
            if (!shrinkable[s] && all[s] != null) {
                return all[s];
            }
        }
        return null;
    }

    @Override
    public Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException raised) {
        if (!facts().hints(hints).equals(HintValues.NONE)) {
            return new Decision.Refused<>(raised);
        }
        return steps == null ? again().of(text).steps(parameters, hints, raised) : steps.find(parameters, raised);
    }

    @Override
    public ShardExecution sample() {
        int unit = Math.max(shape.firstUnit(-1), 0);
        return oneUnit(unit);
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
        String route = shape.kind() + (shape.describe().isEmpty() ? "" : " " + shape.describe());
        return new Explainer(facts(), route, maxConnectionsPerQuery);
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
        return several == null ? again().of(text).several() : several;
    }

    /** Whether the text leaves it to parameters and hints alone that several units take part. */
    public boolean ofOneUnit() {
        return shape.ofOneUnit();
    }
}
