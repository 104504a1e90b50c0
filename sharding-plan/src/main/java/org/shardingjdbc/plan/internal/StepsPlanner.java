package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.PulledQuery;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.SubqueriesFirst;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
import org.shardingjdbc.plan.internal.pull.Pulling;
import org.shardingjdbc.plan.internal.pull.TopRows;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.write.CopySteps;
import org.shardingjdbc.plan.internal.write.DataSourceSteps;
import org.shardingjdbc.plan.internal.write.WriteSteps;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Finds the steps in which a statement is answered that no rule proves. One per plan; asked when the first such
 * execution happens. Safe for all threads.
 */
final class StepsPlanner implements Steps {
    private final StatementPlanner planner;
    private final PlanTools tools;
    private final ParsedSql parsed;
    private volatile PulledQueries pulled;
    private volatile First first;

    /**
     * @param planner plans the steps
     * @param parsed the statement, as one that is prepared, for its steps are
     */
    StepsPlanner(StatementPlanner planner, PlanTools tools, ParsedSql parsed) {
        this.planner = planner;
        this.tools = tools;
        this.parsed = parsed;
    }

    @Override
    public SteppedExecution find(Object[] parameters, ShardingException refusal) {
        if (Tree.any(parsed.statement(), DeltaTable.class::isInstance)) {
            // a part of it that is executed by itself would write at another time, or twice
            return null;
        }
        if (parsed.settings() != null) {
            throw refusal.again("Or set the variables for the session: those of SET STATEMENT do not hold in steps.");
        }
        SubqueriesFirst subqueries = subqueriesFirst(refusal);
        return subqueries == null ? others(parameters, refusal) : subqueries.orElse(() -> others(parameters, refusal));
    }

    /** What steps are made with. */
    private StepSource source() {
        return new StepSource(planner, tools);
    }

    /** The ways to answer a query by pulling rows, the one that pulls least first. */
    private List<PulledQuery> pulled() {
        ActualTables tables = tools.actualTables();
        BoundStatement bound = tools.binder().bind(parsed);
        List<PulledQuery> queries = new ArrayList<>(new Pulling(bound, tables, source()).queries());
        for (PulledQuery query : List.copyOf(queries)) {
            PulledQuery top = TopRows.of(bound, query, tables);
            if (top != null) {
                queries.add(0, top);
            }
        }
        return queries;
    }

    private SteppedExecution others(Object[] parameters, ShardingException refusal) {
        if (parsed.statement() instanceof DdlStatement ddl) {
            return Definitions.copiesRows(ddl)
                    ? new CopySteps(source(), parsed, ddl).find()
                    : new DataSourceSteps(source(), parsed, ddl).find();
        }
        return StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE
                ? new WriteSteps(source(), parsed).find(parameters, refusal)
                : pulledQuery(parameters, refusal);
    }

    private SubqueriesFirst subqueriesFirst(ShardingException refusal) {
        First known = first;
        if (known == null) {
            known = new First(new SubquerySteps(planner, tools, parsed, refusal).plan());
            first = known;
        }
        return known.steps();
    }

    private PulledQuery pulledQuery(Object[] parameters, ShardingException refusal) {
        if (!Pullable.overcomes(parsed.statement(), refusal)) {
            return null;
        }
        PulledQueries known = pulled;
        if (known == null) {
            known = PulledQueries.of(pulled(), planner);
            pulled = known;
        }
        PulledQuery found = known.find(parameters);
        if (found != null && !tools.options().pulling()) {
            throw refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together.");
        }
        return found;
    }

    /** What was found: the subqueries that run first, or null. */
    private record First(SubqueriesFirst steps) {}
}
