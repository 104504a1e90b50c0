package org.shardingjdbc.feature.mask;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes mask algorithms of one type. Listed in {@code META-INF/services} under this interface's name; has a public
 * constructor without parameters. Called by threads that open or reconfigure data sources, several at once if there are
 * several of them.
 */
public interface MaskAlgorithmFactory {
    /** What configurations write as {@code type}, compared without case. */
    String type();

    /**
     * Makes one for an entry of {@code maskAlgorithms}.
     *
     * @param properties those of the entry; those that are not asked for are reported as unknown
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when one is missing or wrong
     */
    MaskAlgorithm create(AlgorithmProperties properties);
}
