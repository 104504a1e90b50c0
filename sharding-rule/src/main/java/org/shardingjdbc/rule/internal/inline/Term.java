package org.shardingjdbc.rule.internal.inline;

import java.util.List;
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

    /** A number as written. */
    record Constant(@Nullable Object value) implements Term {
        @Override
        public @Nullable Object evaluate(Object[] frame) {
            return value;
        }
    }

    /** A variable by itself. */
    record Variable(int slot) implements Term {
        @Override
        public Object evaluate(Object[] frame) {
            return frame[slot];
        }
    }

    /**
     * A string with holes. Immutable.
     *
     * @param parts texts, and the terms of the holes between them
     */
    record Interpolation(List<Object> parts) implements Term {
        public Interpolation {
            parts = List.copyOf(parts);
        }

        @Override
        public Object evaluate(Object[] frame) {
            StringBuilder text = new StringBuilder();
            for (Object part : parts) {
                text.append(part instanceof Term term ? term.evaluate(frame) : part);
            }
            return text.toString();
        }
    }

    /**
     * A variable's remainder by a positive int, the most frequent expression of all. Of an Integer and of a Long it is
     * the same number.
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

    /**
     * A function written in braces, the argument of {@code collect} and the like.
     *
     * @param slot where its parameter stands in the frame
     */
    record Closure(int slot, Term body, Object[] frame) {
        @Nullable
        Object call(Object argument) {
            frame[slot] = argument;
            return body.evaluate(frame);
        }
    }
}
