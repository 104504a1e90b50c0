package org.shardingjdbc.rule;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.hint.HintValues;

/** What the choice of a data source may ask of one execution. Immutable. */
public interface ExecutionFacts {
    /** What the statement does. */
    StatementKind kind();

    /** What the application's transaction did so far. */
    TransactionState transaction();

    /** What choices remember in that transaction; null where there is none. */
    @Nullable
    TransactionChoices choices();

    /**
     * Those of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments, never
     * null.
     */
    HintValues hints();

    /**
     * Whether it must see what others of its session did: it is a step of another statement, or the session holds locks
     * or changed definitions.
     */
    boolean dependent();

    /** Whether it runs on the shadow of production, as a {@link Rule#sideChoice} told. */
    boolean shadow();

    /** When its session wrote, outside of the transaction that is open. */
    @Incubating
    LastWrite written();

    /** Whether it is a read of a session that did nothing else, without hints, as most executions are. */
    default boolean isPlainRead() {
        return kind() == StatementKind.READ
                && transaction() == TransactionState.NONE
                && hints() == HintValues.NONE
                && !dependent()
                && !shadow()
                && !written().ever();
    }
}
