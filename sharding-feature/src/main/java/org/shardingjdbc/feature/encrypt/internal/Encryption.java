package org.shardingjdbc.feature.encrypt.internal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.SeveralForms;

/** Makes what is stored of a value: of a text, or of a whole number in decimal digits. */
record Encryption(EncryptionAlgorithm algorithm) implements SeveralForms {
    @Override
    public Object apply(Object value) {
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
        return algorithm.encrypt(text);
    }

    @Override
    public List<UnaryOperator<Object>> others() {
        List<UnaryOperator<Object>> others = new ArrayList<>();
        algorithm.former().forEach(former -> others.add(new Encryption(former)));
        return others;
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
