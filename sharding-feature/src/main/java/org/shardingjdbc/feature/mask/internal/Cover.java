package org.shardingjdbc.feature.mask.internal;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * The replacement of hidden characters, one for each. A character is a code point, so that no half of one is shown.
 *
 * @param codePoint the replacement
 * @param unmatched what is shown of values that an algorithm would show whole
 */
record Cover(int codePoint, Unmatched unmatched) {
    /** What is shown of a value that is too short, or has none of the special characters. */
    enum Unmatched {
        /** The value, as the peer shows it. */
        KEEP,
        /** Nothing of the value but its length. */
        MASK
    }

    private static final String REPLACEMENT = "replace-char";
    private static final String UNMATCHED = "unmatched-values";

    /** The {@code replace-char} of an algorithm that hides something of every value. */
    static Cover of(AlgorithmProperties properties) {
        return new Cover(codePoint(properties), Unmatched.KEEP);
    }

    /** As {@link #of}, of an algorithm that would show some values whole. */
    static Cover withUnmatched(AlgorithmProperties properties) {
        String text = properties.text(UNMATCHED, "keep").trim();
        if (!text.equalsIgnoreCase("keep") && !text.equalsIgnoreCase("mask")) {
            throw new InvalidPropertyException(
                    UNMATCHED, "property '" + UNMATCHED + "' must be keep or mask, not '" + text + "'");
        }
        return new Cover(codePoint(properties), text.equalsIgnoreCase("mask") ? Unmatched.MASK : Unmatched.KEEP);
    }

    private static int codePoint(AlgorithmProperties properties) {
        String text = properties.text(REPLACEMENT);
        if (text == null) {
            throw new InvalidPropertyException(REPLACEMENT, "property '" + REPLACEMENT + "' is required");
        }
        if (text.codePointCount(0, text.length()) != 1) {
            throw new InvalidPropertyException(
                    REPLACEMENT, "property '" + REPLACEMENT + "' must be one character, not '" + text + "'");
        }
        return text.codePointAt(0);
    }

    /** What is shown of a value in which an algorithm has nothing to hide. */
    String unmatched(String value) {
        return unmatched == Unmatched.KEEP ? value : hide(value, 0, value.length());
    }

    /**
     * Hides the characters between two places.
     *
     * @param from in chars, at a character's begin
     * @param to in chars, after the last one
     */
    String hide(String value, int from, int to) {
        StringBuilder seen = new StringBuilder(value.length()).append(value, 0, from);
        for (int hidden = value.codePointCount(from, to); hidden > 0; hidden--) {
            seen.appendCodePoint(codePoint);
        }
        return seen.append(value, to, value.length()).toString();
    }
}
