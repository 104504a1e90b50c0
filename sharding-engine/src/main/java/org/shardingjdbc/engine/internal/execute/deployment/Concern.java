package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.execution.StatementKind;

/**
 * What may surround the executions of a plan on shards, the outermost first, and the condition by which a plan has it.
 * The concerns of a plan are its {@link Chain}, compiled once for each {@link DeployedPlan}; an execution goes through
 * that chain and asks for no other concern. A plain read has {@link #ROUTED} alone.
 *
 * <p>This list has only concerns that follow from a plan. Others are further out or further in, and are asked of what
 * they depend on:
 *
 * <pre>
 *   outside   observed, fenced   of the session: somebody observes or counts its statements, a registry has a fence
 *   inside    counted            of the data source, where somebody wants to know
 *             partial            of the statement: a hint lets a read be answered without unreachable databases
 *             guarded            of the pool: a rule guards its data source
 * </pre>
 */
public enum Concern {
    /** Interceptors of rules surround the execution. */
    INTERCEPTED((plan, watched) -> plan.rules().interceptors() != null),
    /** Rules bound the execution's time and rows. */
    LIMITED((plan, watched) -> plan.rules().routed() != null),
    /** Rules watch databases, so that a read whose database is lost may be repeated on another one. */
    REPEATED((plan, watched) -> watched && plan.facts().kind() == StatementKind.READ),
    /** The execution is on a side, which a rule chooses. */
    SIDED((plan, watched) -> plan.rules().sides().areThere()),
    /** Keys are generated for the execution. */
    KEYED((plan, watched) -> plan.generatedKeys() != null),
    /** Rules write beside the execution. */
    BESIDE((plan, watched) -> plan.besides() != null),
    /**
     * Units are chosen. Concerns before this one know no units; those behind it surround the execution of the units.
     */
    ROUTED((plan, watched) -> true),
    /** Rules warn when the execution goes to many data nodes. */
    SPREAD((plan, watched) -> plan.rules().routed() != null),
    /** The execution reads columns by position, so the positions must be those of the catalog. */
    PLACED((plan, watched) -> !plan.facts().whole().isEmpty()),
    /** The execution reads from the session what was left there, or leaves something: user variables, the last key. */
    REMEMBERED((plan, watched) -> plan.rules().variables() != null || plan.lastKey() != null);

    private final Condition condition;

    Concern(Condition condition) {
        this.condition = condition;
    }

    @FunctionalInterface
    private interface Condition {
        /** @param watched whether rules watch over databases */
        boolean holds(ShardPlan plan, boolean watched);
    }

    /** The concerns of a plan from one of them inwards. Immutable. */
    public static final class Chain {
        /** The chain of a plain read, and of a plan that is not on shards. */
        static final Chain PLAIN = new Chain(ROUTED, null);

        private final Concern concern;
        private final @Nullable Chain next;

        private Chain(Concern concern, @Nullable Chain next) {
            this.concern = concern;
            this.next = next;
        }

        /** @param watched whether rules watch over databases */
        static Chain of(ShardPlan plan, boolean watched) {
            Concern[] all = values();
            @Nullable Chain chain = null;
            for (int i = all.length - 1; i >= 0; i--) {
                if (all[i].condition.holds(plan, watched)) {
                    chain = new Chain(all[i], chain);
                }
            }
            return Objects.requireNonNull(chain, "each execution is ROUTED");
        }

        /** The outermost concern of the chain. */
        public Concern concern() {
            return concern;
        }

        /** The concerns within it; null where it is the innermost. */
        public @Nullable Chain next() {
            return next;
        }
    }
}
