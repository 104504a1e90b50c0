package org.shardingjdbc.feature.shadow;

import org.shardingjdbc.rule.hint.HintValues;

/** Finds marks outside of the SQL: in hints, or in what the application knows of the executing thread. */
@FunctionalInterface
public non-sealed interface HintShadowAlgorithm extends ShadowAlgorithm {
    /**
     * Whether an execution is marked.
     *
     * @param hints of the execution, never null
     */
    boolean marks(HintValues hints);
}
