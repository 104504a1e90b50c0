package org.shardingjdbc.feature.mask;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes mask algorithms of one type. Listed in {@code META-INF/services} under this interface's name; has a public
 * constructor without parameters. Called by threads that open or reconfigure data sources, several at once if there are
 * several of them.
 */
public interface MaskAlgorithmFactory {
    /** The type's name in configurations, written as {@code type} and compared without case. */
    String type();

    /**
     * Makes the algorithm of an entry of {@code maskAlgorithms}.
     *
     * @param properties of the entry; properties that are not read are reported as unknown
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when one is missing or wrong
     */
    MaskAlgorithm create(AlgorithmProperties properties);
}
