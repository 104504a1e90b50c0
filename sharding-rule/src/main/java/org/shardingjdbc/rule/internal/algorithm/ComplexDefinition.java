package org.shardingjdbc.rule.internal.algorithm;

/** An algorithm for several sharding columns. */
public non-sealed interface ComplexDefinition extends AlgorithmDefinition {
    /**
     * Compiles it for a list of targets.
     *
     * @throws IllegalArgumentException when it cannot choose among these
     */
    ComplexPlacement place(Targets targets);
}
