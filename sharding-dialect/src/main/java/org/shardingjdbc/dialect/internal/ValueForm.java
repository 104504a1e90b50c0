package org.shardingjdbc.dialect.internal;

import java.util.List;

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

        T call(String function, List<T> arguments);

        /** Words of a dialect in which no value stands. */
        T words(String text);
    }

    /** An operation that leaves a value as it is and changes its type. */
    enum Arithmetic {
        /** Makes a number of a truth and of bits. */
        PLUS_ZERO("+", 0, NumberKind.INTEGER),
        /** Makes a number with a fraction of a time. */
        PLUS_DECIMAL_ZERO("+", 0, NumberKind.DECIMAL),
        /** Makes a DOUBLE that shows all digits of a FLOAT, and a zero without a sign. */
        PLUS_DOUBLE_ZERO("+", 0, NumberKind.DOUBLE),
        /** Makes a DOUBLE. */
        TIMES_DOUBLE_ONE("*", 1, NumberKind.DOUBLE);

        private final String operator;
        private final int number;
        private final NumberKind kind;

        Arithmetic(String operator, int number, NumberKind kind) {
            this.operator = operator;
            this.number = number;
            this.kind = kind;
        }

        public String operator() {
            return operator;
        }

        /** What stands behind the operator. */
        public int number() {
            return number;
        }

        /** As what that is written. */
        public NumberKind kind() {
            return kind;
        }
    }

    /** How a number is written. */
    enum NumberKind {
        /** {@code 0}. */
        INTEGER,
        /** With one digit behind the point: {@code 0.0}. */
        DECIMAL,
        /** With an exponent: {@code 0E0}. */
        DOUBLE
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

    /** {@code function(argument, ...)}. */
    record Called(String function, List<ValueForm> arguments) implements ValueForm {
        public Called {
            arguments = List.copyOf(arguments);
        }

        @Override
        public <T> T of(T value, Notation<T> notation) {
            return notation.call(
                    function,
                    arguments.stream().map(each -> each.of(value, notation)).toList());
        }
    }

    /** Words in which the value does not stand. */
    record Fixed(String text) implements ValueForm {
        @Override
        public <T> T of(T value, Notation<T> notation) {
            return notation.words(text);
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
        return new Called(function, List.of(this));
    }

    /** Text: what is written so may stand where an expression stands as a whole, such as in a list. */
    default String text(String value) {
        return of(value, ValueFormText.TEXT);
    }
}
