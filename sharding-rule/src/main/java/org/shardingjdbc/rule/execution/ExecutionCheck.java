package org.shardingjdbc.rule.execution;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.hint.HintValues;

/** Checks the executions of one statement. Immutable, shared by all threads; asked on each of them. */
@FunctionalInterface
public interface ExecutionCheck {
    /**
     * Whether an execution is allowed. Asked before any data node is touched.
     *
     * @param parameters the statement's, 0-based, as setters were given them, and behind them the keys that a key
     *     generator made; not to be changed. Where texts that differ in literals only have a plan in common, these
     *     literals are its parameters
     * @param hints those of the scopes, the connection and the statement's comment together, never null
     * @return why the execution is refused, as a clause that follows a colon and holds no values; null where it is
     *     allowed
     */
    @Nullable
    String refusal(@Nullable Object[] parameters, HintValues hints);
}
