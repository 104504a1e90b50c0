package org.shardingjdbc.rule.datasource;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/** What the choice of a data source may depend on in one execution. Immutable. */
public interface ExecutionFacts {
    /** What the statement does. */
    StatementKind kind();

    /** What the application's transaction did so far. */
    TransactionState transaction();

    /** What earlier choices have remembered in that transaction; null where there is none. */
    @Nullable
    TransactionChoices choices();

    /**
     * Those of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments, never
     * null.
     */
    HintValues hints();

    /**
     * Whether it must see what other statements of its session did: because it is a step of another statement, or
     * because the session holds locks or has changed definitions.
     */
    boolean dependent();

    /**
     * On which side it runs, as a {@link org.shardingjdbc.rule.Rule#sideChoice} has decided: {@link Side#PRODUCTION} or
     * {@link Side#SHADOW}.
     */
    Side side();

    /** Whether it runs on the shadow databases. */
    default boolean shadow() {
        return side() == Side.SHADOW;
    }

    /** When the session of this execution last wrote, without what the open transaction writes. */
    @Incubating
    LastWrite written();

    /** Whether it is a read outside of transactions, without hints, that depends on nothing else its session did. */
    default boolean isPlainRead() {
        return kind() == StatementKind.READ
                && transaction() == TransactionState.NONE
                && hints() == HintValues.NONE
                && !dependent()
                && !shadow()
                && !written().ever();
    }
}
