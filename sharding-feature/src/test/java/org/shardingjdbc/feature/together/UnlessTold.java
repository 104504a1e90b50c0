package org.shardingjdbc.feature.together;

import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.hint.Side;

/** An algorithm of an application: everything is a test that no hint calls otherwise. */
public final class UnlessTold implements ShadowAlgorithmFactory {
    @Override
    public String type() {
        return "UNLESS_TOLD";
    }

    @Override
    public ShadowAlgorithm create(AlgorithmProperties properties) {
        return (HintShadowAlgorithm) hints -> hints.side() == Side.ANY || hints.side() == Side.SHADOW;
    }
}
