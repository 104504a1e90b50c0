package org.shardingjdbc.feature.shadow;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes shadow algorithms of one type. Listed in {@code META-INF/services} under this interface's name; has a public
 * constructor without parameters. Called by threads that open or reconfigure data sources, several at once if there are
 * several of them.
 *
 * <pre>{@code public final class TracedTests implements ShadowAlgorithmFactory { public String type() { return
 * "TRACED"; } public ShadowAlgorithm create(AlgorithmProperties properties) { String key =
 * properties.requiredText("key"); return (HintShadowAlgorithm) hints -> Trace.current().has(key); } } }</pre>
 */
public interface ShadowAlgorithmFactory {
    /** The type's name in configurations, written as {@code type} and compared without case. */
    String type();

    /**
     * Makes the algorithm of an entry of {@code shadowAlgorithms}.
     *
     * @param properties of the entry; properties that are not read are reported as unknown
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when one is missing or wrong
     */
    ShadowAlgorithm create(AlgorithmProperties properties);
}
