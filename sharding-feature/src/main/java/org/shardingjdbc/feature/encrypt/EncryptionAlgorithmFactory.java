package org.shardingjdbc.feature.encrypt;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes algorithms of a type. Listed in {@code META-INF/services} under this interface's name; has a public constructor
 * without parameters. Called by threads that open or reconfigure data sources, several at once if there are several of
 * them.
 */
public interface EncryptionAlgorithmFactory {
    /** What configurations call it, compared without case. */
    String type();

    /**
     * Makes one for an entry of {@code encryptors}.
     *
     * @param properties those of the entry; those that are not asked for are reported as unknown
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when one is missing or wrong
     */
    EncryptionAlgorithm create(AlgorithmProperties properties);
}
