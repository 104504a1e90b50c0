package org.shardingjdbc.plan.internal;

import java.util.List;
import java.util.function.Function;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.naming.ViewDefinition;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.write.InsertEdits;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * Plans what one unit does with a statement: the SQL with names replaced and keys made, and what holds whichever unit
 * it is. Immutable.
 */
final class UnitPlanner {
    private final StatementPlanner planner;
    private final SeveralPlans again;
    private final PlanTools tools;
    private final Views views;
    private final FactsFinder finder;
    private final SeveralPlanner several;
    private final Function<ParsedSql, Steps> steps;

    /** @param steps finds the steps of a statement */
    UnitPlanner(
            StatementPlanner planner,
            SeveralPlans again,
            PlanTools tools,
            Views views,
            SeveralPlanner several,
            Function<ParsedSql, Steps> steps) {
        this.planner = planner;
        this.again = again;
        this.tools = tools;
        this.views = views;
        this.finder = new FactsFinder(tools);
        this.several = several;
        this.steps = steps;
    }

    /**
     * The plan of a statement that is bound and routed.
     *
     * @param used the views that it was made of
     */
    CompiledPlan plan(RoutePlanner.Routed routed, List<LogicView> used, PlanRequest request) {
        Compilation compilation = routed.compilation();
        ColumnUses columns = routed.columns();
        ParsedSql parsed = compilation.bound().parsed();
        Statement statement = parsed.statement();
        SqlEdits oneUnit = compilation.naming().copy();
        boolean replicated = false;
        WriteRules writes = new WriteRules(
                compilation.bound(),
                compilation.positions(),
                new ObjectNames(tools.catalog(), tools.names()),
                tools.dialect(),
                tools.rules().dataSourceNames().size());
        BoundTable broadcast = writes.writtenBroadcast(statement);
        if (broadcast != null) {
            writes.checkBroadcast(statement, broadcast);
            replicated = true;
        }
        if (statement instanceof DdlStatement ddl) {
            define(compilation, ddl, oneUnit);
            replicated = writes.definesCopies(ddl);
        }
        GeneratedKeys keys = new InsertEdits(compilation, writes, oneUnit).apply(statement);
        BoundStatement bound = compilation.bound();
        PlanFacts facts = finder.facts(parsed, bound, keys, replicated, columns)
                .reachableByHint(finder.isPlaceless(parsed))
                .madeOf(used);
        SqlEdits base = oneUnit.copy();
        several.label(compilation, oneUnit);
        RouteShape shape = compilation.shape();
        // what the tree is kept for, a statement that chooses one unit hardly ever needs
        boolean one = shape.ofOneUnit() && !request.several();
        Several ofSeveral = one ? null : several.plan(compilation, base, facts.tableNames(), request.several());
        Steps inSteps = one ? null : columns.allowSteps() ? steps.apply(parsed) : Steps.REFUSED_FOR_COLUMNS;
        return new CompiledPlan(request.text(), again, facts, shape, oneUnit.template(), ofSeveral, inSteps);
    }

    private void define(Compilation compilation, DdlStatement ddl, SqlEdits edits) {
        new Definitions(compilation, ddl).edit(edits);
        if (views.areDefinedBy(ddl, compilation.bound())) {
            ViewDefinition view = new ViewDefinition(compilation.bound(), ddl, tools.dialect(), tools.names());
            planner.plan(view.query());
            view.edit(edits);
        }
    }
}
