package org.shardingjdbc.engine.internal.session.transaction;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;

/**
 * On which side a session is: production, or what a rule has in its place. A transaction stays on the side of its first
 * statement: half of it on the other side would be neither a test nor production. Out of transactions each statement is
 * on the side that it names; its steps are on the same side. One per session, used by one thread at a time.
 */
public final class SessionSide {
    /** That of the statement that runs, or of the transaction that is open. Of one execution: never any or both. */
    private Side side = Side.PRODUCTION;
    /** Whether a statement of the open transaction ran. */
    private boolean decided;

    private boolean running;
    /** That of the last statement. */
    private Side last = Side.PRODUCTION;

    /**
     * A statement of the application begins; {@link #ends} follows.
     *
     * @param said the side that the statement names
     * @param sides of its plan
     * @throws ShardingException when its transaction is on the other side
     */
    public void begins(Side said, Sides sides) {
        if (decided) {
            if (said != Side.ANY && !Sides.areOne(said, side)) {
                throw sides.refusal("the transaction began on " + Sides.words(side) + ", and the statement is one of "
                        + Sides.words(said)
                        + "; mark the first statement of a transaction, or all of them by a scope of"
                        + " ShardingHint");
            }
        } else {
            side = Sides.ofOne(said);
        }
        running = true;
        last = side;
    }

    /** The side of the last statement; {@link Side#ANY} for production, where a transaction may begin on either. */
    public Side ofLast() {
        return last == Side.PRODUCTION ? Side.ANY : last;
    }

    /** The statement is over. */
    public void ends() {
        running = false;
        if (!decided) {
            side = Side.PRODUCTION;
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
            side = ofScope();
        }
        decided = true;
    }

    /** The transaction is over. */
    public void over() {
        decided = false;
        if (!running) {
            side = Side.PRODUCTION;
        }
    }

    /** Whether a statement runs; its steps are on the same side. */
    public boolean isRunning() {
        return running;
    }

    /** The side of the statement that runs now. */
    public Side now() {
        return side;
    }

    /** Whether the statement that runs now is on production. */
    public boolean isProduction() {
        return side == Side.PRODUCTION;
    }

    /**
     * As {@link #now}, of something other than a statement: that is on the side of the scope of hints, unless its
     * transaction has a side already.
     */
    public Side ofScope() {
        boolean known = side != Side.PRODUCTION || decided || running;
        return known ? side : Sides.ofOne(HintValues.current().side());
    }

    /** The side of the open transaction; {@link Side#ANY} where nothing of a transaction ran. */
    public Side ofTransaction() {
        return decided ? side : Side.ANY;
    }
}
