package org.shardingjdbc.jdbc.internal.statement.logic;

import org.shardingjdbc.jdbc.internal.observe.Counters;

/** Who counts the executions of a statement. Stateless. */
public final class Counting {
    private Counting() {}

    /** Null where nobody does. */
    public static Counters of(LogicStatement statement) {
        return statement.session().runs().tally().counters();
    }
}
