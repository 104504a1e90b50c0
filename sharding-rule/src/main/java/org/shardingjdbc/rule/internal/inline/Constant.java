package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.Nullable;

/** A number as written. */
record Constant(@Nullable Object value) implements Term {
    @Override
    public @Nullable Object evaluate(Object[] frame) {
        return value;
    }
}
