package org.shardingjdbc.feature.mask.internal;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * Each character becomes any of its kind: an upper-case or lower-case letter or a digit of ASCII, or another one.
 * Immutable; the same value is seen otherwise each time.
 */
record RandomReplacement(String upper, String lower, String digits, String others) implements MaskAlgorithm {
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";
    private static final String OTHERS = "~!@#$%^&*:<>|";

    static RandomReplacement of(AlgorithmProperties properties) {
        String documented = codes(properties, "digital-random-codes", DIGITS);
        return new RandomReplacement(
                codes(properties, "uppercase-letter-codes", UPPER),
                codes(properties, "lowercase-letter-codes", LOWER),
                codes(properties, "digital-codes", documented),
                codes(properties, "special-codes", OTHERS));
    }

    /** Single characters, separated by commas. */
    private static String codes(AlgorithmProperties properties, String name, String absent) {
        String text = properties.text(name);
        if (text == null) {
            return absent;
        }
        StringBuilder codes = new StringBuilder();
        for (String code : List.of(text.split(",", -1))) {
            String trimmed = code.trim();
            if (trimmed.length() != 1) {
                throw new InvalidPropertyException(
                        name, "property '" + name + "' must be single characters between commas, not '" + text + "'");
            }
            codes.append(trimmed);
        }
        return codes.toString();
    }

    @Override
    public String mask(String value) {
        StringBuilder seen = new StringBuilder(value.length());
        value.codePoints().forEach(character -> seen.append(any(codesOf(character))));
        return seen.toString();
    }

    private String codesOf(int character) {
        if (character >= 'A' && character <= 'Z') {
            return upper;
        }
        if (character >= 'a' && character <= 'z') {
            return lower;
        }
        return character >= '0' && character <= '9' ? digits : others;
    }

    private static char any(String codes) {
        return codes.charAt(ThreadLocalRandom.current().nextInt(codes.length()));
    }
}
