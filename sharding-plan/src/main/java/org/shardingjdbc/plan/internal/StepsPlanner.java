package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.Optional;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.write.CopySteps;
import org.shardingjdbc.plan.internal.write.DataSourceSteps;
import org.shardingjdbc.plan.internal.write.WriteSteps;

/**
 * Finds the steps in which statements are answered that no rule proves; asked when the first such execution happens.
 * What does not depend on parameters is found once for each plan and kept here as long as that, for it takes to plan
 * several statements. Safe for all threads.
 */
final class StepsPlanner {
    private final StatementPlanner planner;
    private final PlanTools tools;
    /** By the tree that a plan holds; empty where no subqueries can be executed first. */
    private final Cache<ParsedSql, Optional<BindSubqueries>> subqueriesFirst = PulledSteps.keptByTree();

    private final Cache<ParsedSql, WriteSteps> writes = PulledSteps.keptByTree();
    private final PulledSteps pulled;
    private final ColumnSteps columns;

    /** @param planner plans the steps */
    StepsPlanner(StatementPlanner planner, PlanTools tools) {
        this.planner = planner;
        this.tools = tools;
        this.pulled = new PulledSteps(source());
        this.columns = new ColumnSteps(source(), pulled);
    }

    /**
     * The steps of a statement.
     *
     * @param parsed it is taken as one that is prepared, for its steps are
     * @param asStored whether it touches no column whose values rules transform
     */
    Steps of(ParsedSql parsed, boolean asStored) {
        return asStored ? of(parsed) : columns.of(parsed);
    }

    private Steps of(ParsedSql parsed) {
        return new OfStatement(this, tools.parser().prepared(parsed));
    }

    /** The steps of one statement, to be found. */
    private record OfStatement(StepsPlanner planner, ParsedSql parsed) implements Steps {
        @Override
        public Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
            return planner.find(parsed, parameters, refusal);
        }

        @Override
        public Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException refusal) {
            return planner.others(parsed, parameters, refusal);
        }
    }

    /** The ways in the order in which they are tried: subqueries first, then by the kind of the statement. */
    private Decision<SteppedExecution> find(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        if (parsed.analysis().has(DeltaTable.class)) {
            // a part of it that is executed by itself would write at another time, or twice
            return new Decision.Refused<>(refusal);
        }
        if (parsed.settings() != null) {
            return new Decision.Refused<>(refusal.again(
                    "Or set the variables for the session: those of SET STATEMENT do not hold in steps."));
        }
        BindSubqueries subqueries = subqueriesFirst(parsed, refusal);
        return subqueries == null
                ? others(parsed, parameters, refusal)
                : new Decision.Proved<>(subqueries.refusedWith(refusal));
    }

    /** What steps are made with. */
    private StepSource source() {
        return new StepSource(planner, tools);
    }

    private Decision<SteppedExecution> others(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        if (parsed.statement() instanceof DdlStatement ddl) {
            SteppedExecution steps = Definitions.copiesRows(ddl)
                    ? new CopySteps(source(), parsed, ddl).find()
                    : new DataSourceSteps(source(), parsed, ddl).find();
            return Decision.of(steps, refusal);
        }
        return StatementFacts.classOf(parsed) == StatementClass.WRITE
                ? writes.get(parsed, asked -> new WriteSteps(source(), asked)).find(parameters, refusal)
                : pulled.find(parsed, parameters, refusal);
    }

    private BindSubqueries subqueriesFirst(ParsedSql parsed, ShardingException refusal) {
        Optional<BindSubqueries> known = subqueriesFirst.getIfPresent(parsed);
        if (known == null) {
            known = Optional.ofNullable(new SubquerySteps(planner, tools, parsed, refusal).plan());
            subqueriesFirst.put(parsed, known);
        }
        return known.orElse(null);
    }
}
