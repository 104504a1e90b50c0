package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.Nullable;

/**
 * A variable's remainder by a positive int, the most frequent expression of all. Of an Integer and of a Long it is the
 * same number.
 */
record Remainder(Variable variable, int divisor) implements Term {
    /** Null when it is another kind of remainder. */
    static @Nullable Remainder of(Term left, Term right) {
        return left instanceof Variable variable
                        && right instanceof Constant constant
                        && constant.value() instanceof Integer divisor
                        && divisor > 0
                ? new Remainder(variable, divisor)
                : null;
    }

    @Override
    public Object evaluate(Object[] frame) {
        return Arithmetic.remainder(variable.evaluate(frame), divisor);
    }
}
