package org.shardingjdbc.feature.together;

import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/** A mask that can be taken off again, for tests: the value between brackets. */
public final class TaggingMask implements MaskAlgorithmFactory {
    private static final String BEGIN = "\u27e6";
    private static final String END = "\u27e7";

    @Override
    public String type() {
        return "TEST_TAG";
    }

    @Override
    public MaskAlgorithm create(AlgorithmProperties properties) {
        return value -> BEGIN + value + END;
    }

    /** Whether a value is masked, once or more. */
    static boolean isMasked(String value) {
        return value.startsWith(BEGIN) && value.endsWith(END);
    }

    /** The value in one mask. */
    static String unmasked(String value) {
        return value.substring(BEGIN.length(), value.length() - END.length());
    }
}
