package org.shardingjdbc.route.internal.shape;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** What one condition says of one sharding column. Immutable. */
sealed interface Restriction {
    /** Position among the sharding columns. */
    int column();

    /** The values that the column may have in one execution. */
    Domain domain(Object[] parameters, ColumnSchema schema);

    /**
     * How EXPLAIN shows it, for a column of that name.
     *
     * @param hidden whether constants must not be shown
     */
    String describe(String columnName, boolean hidden);

    /**
     * {@code column IN (values)}, or with one value {@code column = value}.
     *
     * @param nullSafe whether NULL is equal to NULL
     */
    record Points(int column, List<Operand> operands, boolean nullSafe) implements Restriction {
        public Points {
            operands = List.copyOf(operands);
        }

        /**
         * By hand, as most statements compare them: a record's own is made of method handles when it is called first.
         */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Points points
                    && column == points.column
                    && nullSafe == points.nullSafe
                    && operands.equals(points.operands);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * column + Boolean.hashCode(nullSafe)) + operands.hashCode();
        }

        @Override
        public Domain domain(Object[] parameters, ColumnSchema schema) {
            if (operands.size() == 1) {
                Object[] points = points(operands.get(0), parameters, schema);
                return points == null ? Domain.ALL : new Domain.Points(points);
            }
            Set<Object> values = new LinkedHashSet<>(operands.size() * 2);
            for (int i = 0; i < operands.size(); i++) {
                Object[] points = points(operands.get(i), parameters, schema);
                if (points == null) {
                    return Domain.ALL;
                }
                for (Object point : points) {
                    values.add(point);
                }
            }
            return new Domain.Points(values.toArray());
        }

        /** The canonical values that are equal to an operand; null where nothing can be said. */
        private Object @Nullable [] points(Operand operand, Object[] parameters, ColumnSchema schema) {
            Object value = operand.value(parameters);
            if (value == ShardingValues.UNKNOWN || value == null && nullSafe) {
                return null;
            }
            return ShardingValues.points(value, schema);
        }

        @Override
        public String describe(String columnName, boolean hidden) {
            if (operands.size() == 1) {
                return columnName + " = " + operands.get(0).describe(hidden);
            }
            if (operands.size() > 8) {
                return columnName + " IN (" + operands.size() + " values)";
            }
            StringJoiner list = new StringJoiner(", ", columnName + " IN (", ")");
            operands.forEach(operand -> list.add(operand.describe(hidden)));
            return list.toString();
        }
    }

    /** An interval; {@code lower} or {@code upper} may be null for no bound. */
    record Range(
            int column,
            @Nullable Operand lower,
            boolean lowerClosed,
            @Nullable Operand upper,
            boolean upperClosed) implements Restriction {
        @Override
        public Domain domain(Object[] parameters, ColumnSchema schema) {
            Object low = lower == null ? null : lower.value(parameters);
            Object high = upper == null ? null : upper.value(parameters);
            if (lower != null && low == null || upper != null && high == null) {
                return Domain.NONE;
            }
            Object from = low == null || low == ShardingValues.UNKNOWN ? null : ShardingValues.lowerBound(low, schema);
            Object to = high == null || high == ShardingValues.UNKNOWN ? null : ShardingValues.upperBound(high, schema);
            Comparable<?> start = ordered(from);
            Comparable<?> end = ordered(to);
            if (start == null && end == null) {
                return Domain.ALL;
            }
            // a bound that was rounded outwards may itself be in the interval
            boolean closedStart = start != null && (lowerClosed || !isExact(low, start, schema));
            boolean closedEnd = end != null && (upperClosed || !isExact(high, end, schema));
            return new Domain.Interval(start, closedStart, end, closedEnd);
        }

        private static boolean isExact(@Nullable Object value, Object bound, ColumnSchema schema) {
            return bound.equals(ShardingValues.canonical(value, schema));
        }

        /** Texts and UUIDs have an order in the database that is not Java's. */
        private static @Nullable Comparable<?> ordered(@Nullable Object bound) {
            boolean same =
                    bound instanceof Number || bound instanceof java.time.temporal.Temporal || bound instanceof Boolean;
            return same ? (Comparable<?>) bound : null;
        }

        @Override
        public String describe(String columnName, boolean hidden) {
            if (lower != null && upper != null) {
                return columnName + " BETWEEN " + lower.describe(hidden) + " AND " + upper.describe(hidden);
            }
            String from = lower == null ? "" : (lowerClosed ? " >= " : " > ") + lower.describe(hidden);
            String to = upper == null ? "" : (upperClosed ? " <= " : " < ") + upper.describe(hidden);
            return columnName + from + to;
        }
    }
}
