package org.shardingjdbc.feature.shadow;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.side.StatementValues.Operation;

/** Finds marks in values of a column: of rows that are inserted, or in conditions. */
public non-sealed interface ColumnShadowAlgorithm extends ShadowAlgorithm {
    /** The column, compared without case. */
    String column();

    /** The kind of statements whose values the algorithm examines. */
    @Incubating
    Operation operation();

    /**
     * Whether a value is a mark.
     *
     * @param value as it was set or written: a text, a number, a boolean, a time; the pattern of a LIKE; null for NULL
     */
    boolean marks(@Nullable Object value);
}
