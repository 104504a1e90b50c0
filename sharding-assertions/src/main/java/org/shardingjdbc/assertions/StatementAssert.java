package org.shardingjdbc.assertions;

import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach;

/**
 * A statement of which a test says where it goes. Each method returns this, or throws an {@link AssertionError} with
 * the statement, where it goes, why, and what would make it better. Immutable.
 */
public final class StatementAssert {
    /** Of the steps, the ones that bring nothing from one data node to another. */
    private static final String WITHOUT_ROWS = "OnePerDataSource";

    private final Advice advice;

    StatementAssert(Advice advice) {
        this.advice = advice;
    }

    /** Each execution goes to one data node at most. */
    public StatementAssert routesToOneNode() {
        return check(advice.routesToOneNode(), "to go to one data node");
    }

    /** It is answered wherever its values lead. */
    public StatementAssert isNotRefused() {
        return check(!advice.isRefused(), "not to be refused");
    }

    /**
     * No rows are brought from data nodes to be joined, written or compared on others: it is not answered in steps, nor
     * refused altogether.
     */
    public StatementAssert pullsNothing() {
        boolean inSteps = advice.isInSteps() && !advice.reach().steps().equals(WITHOUT_ROWS);
        return check(!inSteps && advice.reach().kind() != Reach.Kind.REFUSED, "to pull no rows");
    }

    /**
     * No execution goes to more data nodes. It fails of statements that are answered in steps or refused, where more
     * than one data node may be reached.
     *
     * @param nodes at least 1
     */
    public StatementAssert reachesAtMost(int nodes) {
        if (nodes < 1) {
            throw new IllegalArgumentException("reachesAtMost needs a number of data nodes from 1 on, not " + nodes);
        }
        boolean known = !advice.isInSteps() && !advice.isRefused();
        return check(
                known && advice.reach().mostNodes() <= nodes,
                "to reach at most " + nodes + (nodes == 1 ? " data node" : " data nodes") + reached(known));
    }

    private String reached(boolean known) {
        return known ? ", and it may reach " + advice.reach().mostNodes() : "";
    }

    private StatementAssert check(boolean holds, String expected) {
        if (holds) {
            return this;
        }
        throw new AssertionError("Expected " + expected + ":\n" + advice);
    }
}
