package org.shardingjdbc.plan.internal.fact;

import java.math.BigInteger;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A text that a statement makes of its parameters and literals, computed where every database computes the same.
 * Immutable.
 */
public sealed interface ComputedText {
    /**
     * The text, or a part of it as it was given.
     *
     * @param parameters the statement's, by their 0-based index
     * @throws IllegalArgumentException when not every database makes the same of these values; says why, not which
     */
    @Nullable
    Object of(IntFunction<Object> parameters);

    /** Whether it is the same in each execution. */
    boolean isConstant();

    /** What a literal says: a text or a whole number. */
    record Constant(@Nullable Object value) implements ComputedText {
        @Override
        public @Nullable Object of(IntFunction<Object> parameters) {
            return value;
        }

        @Override
        public boolean isConstant() {
            return true;
        }
    }

    /** The value of a parameter. */
    record OfParameter(int index) implements ComputedText {
        @Override
        public Object of(IntFunction<Object> parameters) {
            return parameters.apply(index);
        }

        @Override
        public boolean isConstant() {
            return false;
        }
    }

    /** Texts and whole numbers one behind the other. */
    record Joined(List<ComputedText> parts) implements ComputedText {
        public Joined {
            parts = List.copyOf(parts);
        }

        @Override
        public Object of(IntFunction<Object> parameters) {
            StringBuilder joined = new StringBuilder();
            boolean text = false;
            for (ComputedText part : parts) {
                Object value = part.of(parameters);
                boolean whole = value instanceof Long
                        || value instanceof Integer
                        || value instanceof Short
                        || value instanceof Byte
                        || value instanceof BigInteger;
                if (value == null) {
                    throw new IllegalArgumentException(
                            "NULL is put together with texts, of which databases make NULL or nothing: give the whole"
                                    + " value as a parameter");
                }
                if (!whole && !(value instanceof String)) {
                    throw new IllegalArgumentException(
                            "only texts and whole numbers are put together: give the whole value as a parameter");
                }
                text |= value instanceof String;
                joined.append(value);
            }
            if (!text) {
                throw new IllegalArgumentException("numbers alone are put together: give the whole value as a text");
            }
            return joined.toString();
        }

        @Override
        public boolean isConstant() {
            return parts.stream().allMatch(ComputedText::isConstant);
        }
    }

    /**
     * A text in capital or small letters: of the letters of ASCII, but for {@code i} in the one direction and {@code I}
     * in the other, of which Turkish settings of a database make others.
     */
    record InCase(ComputedText text, boolean upper) implements ComputedText {
        @Override
        public @Nullable Object of(IntFunction<Object> parameters) {
            Object value = text.of(parameters);
            if (value == null) {
                return null;
            }
            if (!(value instanceof String given)) {
                throw new IllegalArgumentException("UPPER and LOWER are computed of texts: give the whole value");
            }
            StringBuilder letters = new StringBuilder(given.length());
            for (int i = 0; i < given.length(); i++) {
                letters.append(inCase(given.charAt(i)));
            }
            return letters.toString();
        }

        private char inCase(char character) {
            if (character > 0x7f || character == (upper ? 'i' : 'I')) {
                throw new IllegalArgumentException("what a database makes of a letter by UPPER or LOWER depends on its"
                        + " settings, for all but those of ASCII without i: give the whole value as a parameter");
            }
            return upper ? Character.toUpperCase(character) : Character.toLowerCase(character);
        }

        @Override
        public boolean isConstant() {
            return text.isConstant();
        }
    }
}
