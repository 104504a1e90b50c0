package org.shardingjdbc.plan.internal;

import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.route.internal.shape.RouteShape;

/**
 * Plans a statement that is bound and routed: what one unit does with it, and, where its text may choose several, what
 * those do. Immutable.
 *
 * @param steps finds the steps of a statement
 * @param again plans once more what chose one unit by itself and is to use several
 */
record UnitPlanner(
        FactsFinder finder, UnitEdits edits, SeveralPlanner several, StepsPlanner steps, SeveralPlans again) {
    /** The plan of a statement. */
    CompiledPlan plan(RoutePlanner.Routed routed) {
        PlanRequest request = routed.request();
        Compilation compilation = routed.compilation();
        ColumnUses columns = routed.columns();
        ParsedSql parsed = compilation.bound().parsed();
        UnitEdits.Edited edited = edits.edit(compilation);
        PlanFacts facts = finder.facts(parsed, compilation.bound(), edited.keys(), edited.replicated(), columns)
                .reachableByHint(finder.isPlaceless(parsed))
                .madeOf(routed.views());
        SqlEdits oneUnit = edited.sql().copy();
        several.label(compilation, oneUnit);
        RouteShape shape = compilation.shape();
        // what the tree is kept for, a statement that chooses one unit hardly ever needs
        boolean one = shape.ofOneUnit() && !request.several();
        Several ofSeveral = one ? null : several.plan(compilation, edited.sql(), facts.tableNames(), request.several());
        Steps inSteps = one ? null : steps.of(parsed, columns.allowSteps());
        return new CompiledPlan(request.text(), again, facts, shape, oneUnit.template(), ofSeveral, inSteps);
    }
}
