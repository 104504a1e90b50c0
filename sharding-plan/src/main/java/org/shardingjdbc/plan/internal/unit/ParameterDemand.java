package org.shardingjdbc.plan.internal.unit;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * What a parameter must be so that the merge may compute with it. Immutable.
 *
 * @param parameter 0-based
 * @param kind what it must be, where it is not NULL
 */
public record ParameterDemand(int parameter, Kind kind) {
    /** What it must be. */
    public enum Kind {
        /**
         * A number, since the database takes nothing else for one, and no Float, which its driver sends as a REAL or as
         * a double.
         */
        NUMBER,
        /**
         * No number that the driver sends in one way or another, as its settings say: a floating or a very large one.
         */
        EXACT
    }

    /** Why an execution does not fulfil it; null where it does. */
    public @Nullable ShardingException refusal(Object[] parameters) {
        Object value = parameters[parameter];
        boolean fulfilled =
                switch (kind) {
                    case NUMBER -> value == null || value instanceof Number && !(value instanceof Float);
                    case EXACT ->
                        !(value instanceof Double
                                || value instanceof Float
                                || value instanceof BigInteger whole && whole.bitLength() >= Long.SIZE);
                };
        if (fulfilled) {
            return null;
        }
        String type = value.getClass().getSimpleName();
        return kind == Kind.NUMBER && !(value instanceof Float)
                ? new ShardingException(ErrorCode.MERGE_VALUES_NOT_COMPARABLE, type, "number")
                : new ShardingException(ErrorCode.PARAMETER_NOT_EXACT, parameter + 1, type);
    }
}
