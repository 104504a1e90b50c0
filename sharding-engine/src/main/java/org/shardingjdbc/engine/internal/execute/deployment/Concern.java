package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.execution.StatementKind;

/**
 * What may stand around the executions of a plan on shards, the outermost first, and what of a plan makes it so. Those
 * that a plan has are its {@link Chain}, compiled once for each {@link DeployedPlan}; an execution goes through that
 * and asks of no other. A plain read has {@link #ROUTED} alone.
 *
 * <p>What is no affair of a plan is not in this list. It stands further out or further in, and is asked of whom it is
 * an affair:
 *
 * <pre>
 *   outside   observed, fenced   of the session: somebody observes or counts its statements, a registry has a fence
 *   inside    counted            of the data source, where somebody wants to know
 *             partial            of the statement: a hint lets a read be answered without what cannot be reached
 *             guarded            of the pool: a rule guards its data source
 * </pre>
 */
public enum Concern {
    /** Rules put something of their own around it. */
    INTERCEPTED((plan, watched) -> plan.rules().interceptors() != null),
    /** Rules bound its time and its rows. */
    LIMITED((plan, watched) -> plan.rules().routed() != null),
    /** Rules watch over databases, so that a read whose database is lost may be repeated on another. */
    REPEATED((plan, watched) -> watched && plan.facts().kind() == StatementKind.READ),
    /** It is on production or on its shadow. */
    SIDED((plan, watched) -> plan.rules().sides().areThere()),
    /** Keys are made for it. */
    KEYED((plan, watched) -> plan.generatedKeys() != null),
    /** Rules write beside it. */
    BESIDE((plan, watched) -> plan.besides() != null),
    /** Its units are chosen: what stands before knows none, what comes behind stands around their execution. */
    ROUTED((plan, watched) -> true),
    /** Rules warn where it goes to many data nodes. */
    SPREAD((plan, watched) -> plan.rules().routed() != null),
    /** It takes columns by their places, so that these must be where the catalog knows them. */
    PLACED((plan, watched) -> !plan.facts().whole().isEmpty()),
    /** It takes from the session what was left there, or leaves something: user variables, the last key. */
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
        /** Of a plain read, and of what is no plan on shards. */
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

        /** The outermost. */
        public Concern concern() {
            return concern;
        }

        /** Those within it; null where it is the innermost. */
        public @Nullable Chain next() {
            return next;
        }
    }
}
