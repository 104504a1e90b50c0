package org.shardingjdbc.feature.shadow.internal;

import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.UUID;
import org.shardingjdbc.feature.shadow.ColumnShadowAlgorithm;
import org.shardingjdbc.rule.side.ColumnValueSet;
import org.shardingjdbc.rule.side.ColumnValueSet.Kind;
import org.shardingjdbc.rule.side.ColumnValueSet.SaidValue;

/** Values of a column that an algorithm examines. Immutable, shared by all threads. */
final class MarkedValues {
    private final ColumnShadowAlgorithm algorithm;
    private final SaidValue[] values;
    private final boolean unclear;

    /** The finding for the values of an execution. */
    enum Finding {
        /** No value is a mark. */
        NONE,
        /** All values are marks. */
        ALL,
        SOME,
        /** Not all values are known. */
        UNCLEAR
    }

    MarkedValues(ColumnShadowAlgorithm algorithm, ColumnValueSet said) {
        this.algorithm = algorithm;
        this.values = said.values().toArray(new SaidValue[0]);
        this.unclear = said.kind() == Kind.UNCLEAR;
    }

    String column() {
        return algorithm.column();
    }

    /** @param parameters of the execution */
    Finding find(Object[] parameters) {
        if (unclear) {
            return Finding.UNCLEAR;
        }
        int marks = 0;
        for (SaidValue each : values) {
            Object value = each.in(parameters);
            if (value != null && !isValue(value)) {
                return Finding.UNCLEAR;
            }
            if (algorithm.marks(value)) {
                marks++;
            }
        }
        if (marks == 0) {
            return Finding.NONE;
        }
        return marks == values.length ? Finding.ALL : Finding.SOME;
    }

    /** Whether the object is the value itself, and not a source of it as a stream is. */
    private static boolean isValue(Object value) {
        return value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof TemporalAccessor
                || value instanceof Date
                || value instanceof UUID
                || value instanceof Enum;
    }
}
