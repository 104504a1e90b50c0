package org.shardingjdbc.plan.internal.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bound of how many rows each data node returns, as far as it follows from an execution's parameters. Immutable. */
public sealed interface RowBound {
    /** The bound does not follow from the parameters. */
    long UNKNOWN = -1;

    /** The most rows that each data node returns, or {@link #UNKNOWN}. */
    long rows(Object[] parameters);

    /** As many rows as a LIMIT leaves, including the skipped ones. */
    record Page(Paging paging) implements RowBound {
        @Override
        public long rows(Object[] parameters) {
            Long rows = paging.widened(parameters);
            return rows == null || rows < 0 ? UNKNOWN : rows;
        }
    }

    /** A unique key has one of so many values. */
    record Keys(int values) implements RowBound {
        @Override
        public long rows(Object[] parameters) {
            return values;
        }
    }

    /** A unique key of whole numbers lies between two numbers, both included. */
    record KeysBetween(WholeNumber low, WholeNumber high) implements RowBound {
        @Override
        public long rows(Object[] parameters) {
            Long first = low.value(parameters);
            Long last = high.value(parameters);
            if (first == null || last == null) {
                return UNKNOWN;
            }
            if (last < first) {
                return 0;
            }
            long rows = last - first + 1;
            return rows > 0 ? rows : UNKNOWN;
        }
    }

    /** The least of several bounds, all of which hold. */
    record Least(List<RowBound> all) implements RowBound {
        public Least {
            all = List.copyOf(all);
        }

        @Override
        public long rows(Object[] parameters) {
            long least = UNKNOWN;
            for (RowBound each : all) {
                long rows = each.rows(parameters);
                least = least == UNKNOWN || rows != UNKNOWN && rows < least ? rows : least;
            }
            return least;
        }
    }

    /**
     * A number in the SQL.
     *
     * @param parameter 0-based index of the statement parameter, or -1 when {@code constant} says it
     */
    record WholeNumber(int parameter, long constant) {
        /** The number in this execution; null for everything else. */
        private @Nullable Long value(Object[] parameters) {
            if (parameter < 0) {
                return constant;
            }
            Object value = parameters[parameter];
            return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte
                    ? ((Number) value).longValue()
                    : null;
        }
    }
}
