package org.shardingjdbc.feature.mask.internal;

import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/** The first and the last characters of a value: kept, or masked. Immutable. */
record Ends(int first, int last, Cover cover, Part part) implements MaskAlgorithm {
    private enum Part {
        KEPT,
        MASKED
    }

    static Ends kept(AlgorithmProperties properties) {
        return new Ends(
                count(properties, "first-n"), count(properties, "last-m"), Cover.withUnmatched(properties), Part.KEPT);
    }

    static Ends masked(AlgorithmProperties properties) {
        return new Ends(count(properties, "first-n"), count(properties, "last-m"), Cover.of(properties), Part.MASKED);
    }

    private static int count(AlgorithmProperties properties, String name) {
        return (int) properties.requiredWholeNumber(name, 0, Integer.MAX_VALUE / 2);
    }

    @Override
    public String mask(String value) {
        boolean isShort = value.codePointCount(0, value.length()) <= first + last;
        if (isShort) {
            return part == Part.KEPT ? cover.unmatched(value) : cover.hide(value, 0, value.length());
        }
        int from = value.offsetByCodePoints(0, first);
        int to = value.offsetByCodePoints(value.length(), -last);
        return part == Part.KEPT
                ? cover.hide(value, from, to)
                : cover.hide(cover.hide(value, to, value.length()), 0, from);
    }
}
