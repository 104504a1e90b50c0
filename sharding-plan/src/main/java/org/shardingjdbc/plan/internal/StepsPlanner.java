package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
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

/**
 * Finds the steps in which statements are answered that no rule proves; asked when the first such execution happens.
 * What does not depend on parameters is found once for each plan and kept here as long as that, for it takes to plan
 * several statements. Safe for all threads.
 */
final class StepsPlanner {
    private final StatementPlanner planner;
    private final PlanTools tools;
    /** By the tree that a plan holds; empty where no subqueries can be executed first. */
    private final Cache<ParsedSql, Optional<BindSubqueries>> subqueriesFirst = newCache();

    private final Cache<ParsedSql, PulledQueries> pulled = newCache();

    /** @param planner plans the steps */
    StepsPlanner(StatementPlanner planner, PlanTools tools) {
        this.planner = planner;
        this.tools = tools;
    }

    private static <T> Cache<ParsedSql, T> newCache() {
        return Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    }

    /** @param parsed the statement; it is taken as one that is prepared, for its steps are */
    Steps of(ParsedSql parsed) {
        return new OfStatement(this, tools.parser().prepared(parsed));
    }

    /** The steps of one statement, to be found. */
    private record OfStatement(StepsPlanner planner, ParsedSql parsed) implements Steps {
        @Override
        public Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
            try {
                return planner.find(parsed, parameters, refusal);
            } catch (ShardingException raised) {
                return Decision.refused(raised);
            }
        }

        @Override
        public Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException refusal) {
            try {
                return planner.others(parsed, parameters, refusal);
            } catch (ShardingException raised) {
                return Decision.refused(raised);
            }
        }
    }

    /** The ways in the order in which they are tried: subqueries first, then by the kind of the statement. */
    private Decision<SteppedExecution> find(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        if (Tree.any(parsed.statement(), DeltaTable.class::isInstance)) {
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
        return StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE
                ? new WriteSteps(source(), parsed).find(parameters, refusal)
                : pulledQuery(parsed, parameters, refusal);
    }

    private BindSubqueries subqueriesFirst(ParsedSql parsed, ShardingException refusal) {
        Optional<BindSubqueries> known = subqueriesFirst.getIfPresent(parsed);
        if (known == null) {
            known = Optional.ofNullable(new SubquerySteps(planner, tools, parsed, refusal).plan());
            subqueriesFirst.put(parsed, known);
        }
        return known.orElse(null);
    }

    private Decision<SteppedExecution> pulledQuery(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        if (!Pullable.overcomes(parsed.statement(), refusal)) {
            return new Decision.Refused<>(refusal);
        }
        PulledQueries known = pulled.getIfPresent(parsed);
        if (known == null) {
            known = PulledQueries.of(parsed, source());
            pulled.put(parsed, known);
        }
        Pull found = known.find(parameters);
        if (found != null && !tools.options().pulling()) {
            return new Decision.Refused<>(
                    refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together."));
        }
        return Decision.of(found, refusal);
    }
}
