package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.pull.Pullable;
import org.shardingjdbc.plan.internal.pull.PulledQueries;
import org.shardingjdbc.plan.internal.step.StepSource;

/** Finds the ways to answer a query by pulling rows; keeps them as long as the plan. Safe for all threads. */
final class PulledSteps {
    private final StepSource source;
    private final Cache<ParsedSql, PulledQueries> pulled = keptByTree();

    PulledSteps(StepSource source) {
        this.source = source;
    }

    /** What is kept as long as the tree that a plan holds. */
    static <T> Cache<ParsedSql, T> keptByTree() {
        return Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    }

    /** @return refused with that refusal when there is no way, or with what would overcome it */
    Decision<SteppedExecution> find(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        if (!Pullable.overcomes(parsed.statement(), refusal)) {
            return new Decision.Refused<>(refusal);
        }
        PulledQueries known = pulled.getIfPresent(parsed);
        if (known == null) {
            known = PulledQueries.of(parsed, source);
            pulled.put(parsed, known);
        }
        Pull found = known.find(parameters);
        if (found != null && !source.tools().options().pulling()) {
            return new Decision.Refused<>(
                    refusal.again("Or set the prop pulling-enabled to true, which pulls the rows together."));
        }
        return Decision.of(found, refusal);
    }
}
