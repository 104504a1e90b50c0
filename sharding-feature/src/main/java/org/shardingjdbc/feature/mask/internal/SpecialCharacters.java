package org.shardingjdbc.feature.mask.internal;

import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * Masks what is before, or after, the first place where a text stands. Immutable.
 *
 * @param marks the text
 */
record SpecialCharacters(String marks, Cover cover, Side side) implements MaskAlgorithm {
    private enum Side {
        BEFORE,
        AFTER
    }

    private static final String MARKS = "special-chars";

    static SpecialCharacters before(AlgorithmProperties properties) {
        return new SpecialCharacters(marks(properties), Cover.withUnmatched(properties), Side.BEFORE);
    }

    static SpecialCharacters after(AlgorithmProperties properties) {
        return new SpecialCharacters(marks(properties), Cover.withUnmatched(properties), Side.AFTER);
    }

    private static String marks(AlgorithmProperties properties) {
        String text = properties.text(MARKS);
        if (text == null || text.isEmpty()) {
            throw new InvalidPropertyException(MARKS, "property '" + MARKS + "' is required");
        }
        return text;
    }

    @Override
    public String mask(String value) {
        int at = value.indexOf(marks);
        if (at < 0) {
            return cover.unmatched(value);
        }
        return side == Side.BEFORE ? cover.hide(value, 0, at) : cover.hide(value, at + marks.length(), value.length());
    }
}
