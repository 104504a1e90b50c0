package org.shardingjdbc.rule.internal.algorithm;

/** An algorithm for one sharding column. */
public non-sealed interface StandardDefinition extends AlgorithmDefinition {
    /**
     * Compiles it for a list of targets.
     *
     * @throws IllegalArgumentException when it cannot choose among these
     */
    StandardPlacement place(Targets targets);

    /** How many actual tables an auto table has with it, or -1 when it is not made for auto tables. */
    default int autoTableCount() {
        return -1;
    }
}
