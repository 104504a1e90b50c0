package org.shardingjdbc.feature.encrypt.internal;

import java.math.BigInteger;
import java.util.function.UnaryOperator;

/** Makes the text of a value that is stored beside its cipher; takes the values that can be encrypted. */
record PlainText() implements UnaryOperator<Object> {
    @Override
    public Object apply(Object value) {
        return of(value);
    }

    /**
     * The text that is encrypted: a text itself, or a whole number in decimal digits.
     *
     * @throws IllegalArgumentException for anything else
     */
    static String of(Object value) {
        boolean whole = value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger;
        if (!whole && !(value instanceof String)) {
            throw new IllegalArgumentException("only texts and whole numbers are encrypted, and it is a "
                    + value.getClass().getSimpleName() + ": give it as a text");
        }
        String text = value.toString();
        requireWhole(text);
        return text;
    }

    /** Half of a surrogate pair has no form in UTF-8, and would be lost. */
    private static void requireWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!pair) {
                    throw new IllegalArgumentException("it has half of a surrogate pair, which is no character");
                }
                i++;
            }
        }
    }
}
