package org.shardingjdbc.engine.internal.statement.logic;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Parameters.Setter;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;

/** Gives keys to parameters whose values ask for them, such as NULL. Stateless. */
public final class FilledKeys {
    private FilledKeys() {}

    /**
     * The parameters of one execution.
     *
     * @param keys that the plan makes; may be null
     * @return {@code set} itself where it asks for no key
     */
    public static Parameters of(LogicStatement statement, @Nullable GeneratedKeys keys, Parameters set) {
        if (keys == null || set.count() == 0 || !keys.fills()) {
            return set;
        }
        requireKnown(statement, keys, set.values());
        Parameters filled = set.copy();
        boolean any = keys.fill(set.values(), (parameter, key) -> filled.set(parameter + 1, Setter.OBJECT, key, null));
        return any ? filled : set;
    }

    /** The row sets of a batch; {@code rowSets} itself where none asks for a key. */
    public static RowSets of(LogicStatement statement, @Nullable GeneratedKeys keys, RowSets rowSets) {
        if (keys == null || !keys.fills()) {
            return rowSets;
        }
        RowSets filled = new RowSets(rowSets.width());
        boolean any = false;
        for (int row = 0; row < rowSets.size(); row++) {
            Parameters set = rowSets.parameters(row);
            Parameters made = of(statement, keys, set);
            any |= made != set;
            filled.add(made);
        }
        return any ? filled : rowSets;
    }

    /**
     * Refuses a 0 whose meaning is not known: it follows from the server's setting, which the session may have changed.
     */
    private static void requireKnown(LogicStatement statement, GeneratedKeys keys, Object[] values) {
        if (statement.session().sets("sql_mode") && keys.asksByZero(values)) {
            throw new ShardingException(
                    ErrorCode.KEY_ASKED_BY_ZERO, keys.generation().column());
        }
    }
}
