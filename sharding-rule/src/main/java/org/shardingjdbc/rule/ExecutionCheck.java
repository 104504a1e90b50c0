package org.shardingjdbc.rule;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.hint.HintValues;

/** Looks at the executions of one statement. Immutable, shared by all threads; asked on each of them. */
@FunctionalInterface
public interface ExecutionCheck {
    /**
     * Looks at an execution before a data node is touched.
     *
     * @param parameters the statement's, 0-based, as setters were given them, and behind them the keys that a key
     *     generator made; not to be changed. Where texts that differ in literals only have a plan in common, these
     *     literals are its parameters
     * @param hints those that the execution heeds
     * @return why it must not be, as a clause that follows a colon, without values; null where nothing is against it
     */
    @Nullable
    String refusal(@Nullable Object[] parameters, HintValues hints);
}
