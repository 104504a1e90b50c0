package org.shardingjdbc.plan.internal.operator;

import org.jspecify.annotations.Nullable;

/** A value that an execution knows before its statement is run. Immutable; constants are not shown. */
public sealed interface GivenValue {
    /** @param parameters the statement's, 0-based, followed by the generated keys */
    @Nullable
    Object of(Object[] parameters);

    /**
     * A parameter, or a key that is generated for the statement.
     *
     * @param index 0-based
     */
    record OfParameter(int index) implements GivenValue {
        @Override
        public @Nullable Object of(Object[] parameters) {
            return parameters[index];
        }

        @Override
        public String toString() {
            return "?" + (index + 1);
        }
    }

    /** A value in the text. */
    record OfText(@Nullable Object value) implements GivenValue {
        @Override
        public @Nullable Object of(Object[] parameters) {
            return value;
        }

        @Override
        public String toString() {
            return "'...'";
        }
    }
}
