package org.shardingjdbc.engine.internal.session.transaction;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;

/**
 * Whether a session is on production or on its shadow. A transaction stays on the side of its first statement: half of
 * it on the other side would be neither a test nor production. Out of transactions each statement is on the side that
 * it names; its steps are on the same side. One per session, used by one thread at a time.
 */
public final class SessionSide {
    /** Whether the statement that runs, or the transaction that is open, is on the shadow. */
    private boolean shadow;
    /** Whether a statement of the open transaction ran. */
    private boolean decided;

    private boolean running;
    /** Whether the last statement was on the shadow. */
    private boolean last;

    /**
     * A statement of the application begins; {@link #ends} follows.
     *
     * @param said the side that the statement names
     * @param sides of its plan
     * @throws ShardingException when its transaction is on the other side
     */
    public void begins(Side said, Sides sides) {
        if (decided) {
            if (said != Side.ANY && (said == Side.SHADOW) != shadow) {
                throw sides.refusal(
                        "the transaction began on " + name(shadow) + ", and the statement is one of " + name(!shadow)
                                + "; mark the first statement of a transaction, or all of them by a scope of"
                                + " ShardingHint");
            }
        } else {
            shadow = said == Side.SHADOW;
        }
        running = true;
        last = shadow;
    }

    /** The side of the last statement. */
    public Side ofLast() {
        return last ? Side.SHADOW : Side.ANY;
    }

    /** The statement is over. */
    public void ends() {
        running = false;
        if (!decided) {
            shadow = false;
        }
    }

    /**
     * Definitions begin that are executed on both sides.
     *
     * @param sides of their plan
     * @throws ShardingException in a transaction
     */
    public void requireBoth(Sides sides, boolean inTransaction) {
        if (inTransaction) {
            throw sides.refusal(
                    "a definition for both sides cannot belong to a transaction, which is on one side; commit first");
        }
    }

    /** Something of a transaction runs now: the transaction stays on this side. */
    public void ran() {
        if (!decided && !running) {
            shadow = isShadowOfScope();
        }
        decided = true;
    }

    /** The transaction is over. */
    public void over() {
        decided = false;
        if (!running) {
            shadow = false;
        }
    }

    /** Whether a statement runs; its steps are on the same side. */
    public boolean isRunning() {
        return running;
    }

    /** Whether the statement that runs now is on the shadow. */
    public boolean isShadow() {
        return shadow;
    }

    /**
     * As {@link #isShadow}. Something other than a statement is on the side of the scope of hints, unless its
     * transaction has a side already.
     */
    public boolean isShadowOfScope() {
        return shadow || !decided && !running && HintValues.current().side() == Side.SHADOW;
    }

    /** The side of the open transaction; {@link Side#ANY} where nothing of a transaction ran. */
    public Side ofTransaction() {
        return decided ? shadow ? Side.SHADOW : Side.PRODUCTION : Side.ANY;
    }

    private static String name(boolean ofShadow) {
        return ofShadow ? "the shadow" : "production";
    }
}
