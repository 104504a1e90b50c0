package org.shardingjdbc.feature.mask.internal;

import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * A stretch of characters of a value: kept, or masked. Immutable.
 *
 * @param from its first character, from 0
 * @param to its last one
 */
record Stretch(int from, int to, Cover cover, Part part) implements MaskAlgorithm {
    private enum Part {
        KEPT,
        MASKED
    }

    static Stretch kept(AlgorithmProperties properties) {
        return of(properties, Cover.of(properties), Part.KEPT);
    }

    static Stretch masked(AlgorithmProperties properties) {
        return of(properties, Cover.withUnmatched(properties), Part.MASKED);
    }

    private static Stretch of(AlgorithmProperties properties, Cover cover, Part part) {
        int from = place(properties, "from-x");
        int to = place(properties, "to-y");
        if (from > to) {
            throw new InvalidPropertyException("from-x", "property 'from-x' must not be greater than 'to-y'");
        }
        return new Stretch(from, to, cover, part);
    }

    private static int place(AlgorithmProperties properties, String name) {
        return (int) properties.requiredWholeNumber(name, 0, Integer.MAX_VALUE - 1);
    }

    @Override
    public String mask(String value) {
        int begin = offset(value, from);
        int end = offset(value, to + 1);
        if (part == Part.MASKED) {
            return begin == end ? cover.unmatched(value) : cover.hide(value, begin, end);
        }
        return cover.hide(cover.hide(value, end, value.length()), 0, begin);
    }

    /** Where a character begins, or the end. */
    private static int offset(String value, int character) {
        return value.codePointCount(0, value.length()) <= character
                ? value.length()
                : value.offsetByCodePoints(0, character);
    }
}
