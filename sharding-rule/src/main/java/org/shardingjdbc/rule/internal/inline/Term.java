package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.Nullable;

/** A compiled piece of an expression. Immutable, safe for all threads; the frame belongs to one evaluation. */
@FunctionalInterface
interface Term {
    /**
     * The value of this piece.
     *
     * @param frame the variables, then the parameters of closures
     * @throws IllegalArgumentException or ArithmeticException when the values do not fit
     */
    @Nullable
    Object evaluate(Object[] frame);
}
