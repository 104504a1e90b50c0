package org.shardingjdbc.rule.internal.algorithm;

/** An algorithm for values from outside the SQL. */
public non-sealed interface HintDefinition extends AlgorithmDefinition {
    /**
     * Compiles it for a list of targets.
     *
     * @throws IllegalArgumentException when it cannot choose among these
     */
    HintPlacement place(Targets targets);
}
