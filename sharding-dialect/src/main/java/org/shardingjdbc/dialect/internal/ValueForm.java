package org.shardingjdbc.dialect.internal;

/**
 * How a value is written so that a database takes it for what it is: a column, or a placeholder, with what a dialect
 * puts around it. It says what is around, and not its text: whoever writes text makes text of it, whoever makes trees
 * makes nodes. Immutable; forms that are written alike are equal.
 */
public sealed interface ValueForm {
    /** The value as it is. */
    ValueForm PLAIN = new Plain();

    /**
     * Makes what a form says, of one kind: text, or the nodes of a tree.
     *
     * @param <T> what is made
     */
    interface Notation<T> {
        T cast(T value, String type);

        T operation(T value, Arithmetic operation);

        /** A function of one argument. */
        T call(String function, T argument);
    }

    /** An operation that leaves a value as it is and changes its type. */
    enum Arithmetic {
        /** Makes a number of a truth and of bits. */
        PLUS_ZERO("+", 0, false),
        /** Makes a DOUBLE that shows all digits of a FLOAT, and a zero without a sign. */
        PLUS_DOUBLE_ZERO("+", 0, true),
        /** Makes a DOUBLE. */
        TIMES_DOUBLE_ONE("*", 1, true);

        private final String operator;
        private final int number;
        private final boolean approximate;

        Arithmetic(String operator, int number, boolean approximate) {
            this.operator = operator;
            this.number = number;
            this.approximate = approximate;
        }

        public String operator() {
            return operator;
        }

        /** What stands behind the operator. */
        public int number() {
            return number;
        }

        /** Whether that is written as a DOUBLE. */
        public boolean approximate() {
            return approximate;
        }
    }

    /** The value as it is. */
    record Plain() implements ValueForm {
        @Override
        public <T> T of(T value, Notation<T> notation) {
            return value;
        }
    }

    /** {@code CAST(inner AS type)}. */
    record CastTo(ValueForm inner, String type) implements ValueForm {
        @Override
        public <T> T of(T value, Notation<T> notation) {
            return notation.cast(inner.of(value, notation), type);
        }
    }

    /** {@code inner + 0} and its like. */
    record Calculated(ValueForm inner, Arithmetic operation) implements ValueForm {
        @Override
        public <T> T of(T value, Notation<T> notation) {
            return notation.operation(inner.of(value, notation), operation);
        }
    }

    /** {@code function(inner)}. */
    record Called(String function, ValueForm inner) implements ValueForm {
        @Override
        public <T> T of(T value, Notation<T> notation) {
            return notation.call(function, inner.of(value, notation));
        }
    }

    /** A value in this form. */
    <T> T of(T value, Notation<T> notation);

    /** This one, cast to a type as the database writes it. */
    default ValueForm castTo(String type) {
        return new CastTo(this, type);
    }

    default ValueForm with(Arithmetic operation) {
        return new Calculated(this, operation);
    }

    /** This one as the argument of a function. */
    default ValueForm in(String function) {
        return new Called(function, this);
    }

    /** Text: what is written so may stand where an expression stands as a whole, such as in a list. */
    default String text(String value) {
        return of(value, ValueFormText.TEXT);
    }
}
