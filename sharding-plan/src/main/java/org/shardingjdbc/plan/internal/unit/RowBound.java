package org.shardingjdbc.plan.internal.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many rows each data node returns at most, as far as an execution's parameters tell. Immutable. */
public sealed interface RowBound {
    /** Where the parameters do not tell. */
    long UNKNOWN = -1;

    /** How many at most, or {@link #UNKNOWN}. */
    long rows(Object[] parameters);

    /** As many as a LIMIT leaves, the skipped ones counted. */
    record Page(Paging paging) implements RowBound {
        @Override
        public long rows(Object[] parameters) {
            Long rows = paging.widened(parameters);
            return rows == null || rows < 0 ? UNKNOWN : rows;
        }
    }

    /** A unique key is one of so many values. */
    record Keys(int values) implements RowBound {
        @Override
        public long rows(Object[] parameters) {
            return values;
        }
    }

    /** A unique key of whole numbers lies between two, both included. */
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

    /** Several hold. */
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
