package org.shardingjdbc.rule.side;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * Chooses the side on which executions of one statement run. Immutable, shared by all threads; asked on each of them.
 */
@Incubating
@FunctionalInterface
public interface SideChoice {
    /**
     * The side of an execution; {@link Side#BOTH} of a definition only. Steps of a statement are where it is.
     *
     * @param parameters the statement's, 0-based, as setters were given them; not to be changed. Where texts that
     *     differ in literals only have a plan in common, these literals are its parameters
     * @param hints those that apply to the execution
     * @throws org.shardingjdbc.error.ShardingException when the side cannot be decided, or the execution is refused
     */
    Side side(@Nullable Object[] parameters, HintValues hints);
}
