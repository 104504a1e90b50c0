package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.WholeTable;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * A plan whose only content is its refusal, raised whenever it is executed, before any shard is touched. A hint that
 * names a data source and skips the rewrite, or names it where no rule does, passes it by.
 */
public final class RefusedPlan extends ShardPlan {
    private final PlanFacts facts;
    private final ShardingException refusal;
    private final Steps steps;
    private final SeveralPlans again;

    /**
     * @param steps what may answer it nevertheless, or null
     * @param again plans its steps
     */
    public RefusedPlan(PlanFacts facts, ShardingException refusal, Steps steps, SeveralPlans again) {
        this.facts = facts;
        this.refusal = refusal;
        this.steps = steps;
        this.again = again;
    }

    /** What can be told of the tables of a statement that is refused; null when nothing. */
    public static BoundStatement bound(Binder binder, ParsedSql parsed) {
        try {
            return binder.bind(parsed);
        } catch (ShardingException e) {
            return null;
        }
    }

    @Override
    public int parameterCount() {
        return facts.parameterCount();
    }

    @Override
    public StatementClass statementClass() {
        return facts.statementClass();
    }

    @Override
    public boolean returnsRows() {
        return facts.returnsRows();
    }

    @Override
    public boolean heldRows() {
        return facts.heldRows();
    }

    @Override
    public GeneratedKeys generatedKeys() {
        return null;
    }

    @Override
    public List<String> logicTables() {
        return facts.logicTables();
    }

    @Override
    public List<LogicView> views() {
        return facts.views();
    }

    @Override
    public List<WholeTable> wholeTables() {
        return facts.whole();
    }

    @Override
    public HintValues hints(HintValues scopes) {
        return facts.hints(scopes);
    }

    @Override
    public ShardExecution route(Object[] parameters, HintValues hints) {
        HintValues effective = facts.hints(hints);
        if (facts.isVerbatim(effective)) {
            return facts.verbatim(effective.dataSourceName());
        }
        throw refusal.again();
    }

    @Override
    public SteppedExecution steps(Object[] parameters, HintValues hints, ShardingException raised) {
        return steps != null && facts.hints(hints).equals(HintValues.NONE) ? steps.find(parameters, raised) : null;
    }

    @Override
    public Several several() {
        return new Several.Refused(refusal);
    }

    @Override
    public ShardPlan step(NestedStatement step) {
        return again.step(step);
    }

    @Override
    public ShardExecution sample() {
        throw refusal.again();
    }

    @Override
    public Explanation explain(Object[] parameters, HintValues hints, int maxConnectionsPerQuery) {
        return new Explainer(facts, "REFUSED", maxConnectionsPerQuery).explain(this, parameters, hints);
    }
}
