package org.shardingjdbc.rule.internal.sharding;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;
import org.shardingjdbc.rule.algorithm.HintShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.placement.Domain;

/** Chooses among the data sources, or the actual tables, of one logic table. Immutable, shared by all threads. */
sealed interface Strategy {
    /** Adds the targets that may hold a matching row. */
    void choose(Domain[] domains, HintValues hints, BitSet chosen);

    /** Why it takes no interval that is among the domains; null where it does. */
    default @Nullable ShardingException intervalRefusal(Domain[] domains) {
        return null;
    }

    /** Whether equal values of the columns mean one target. */
    default boolean decidedByColumns() {
        return true;
    }

    /** The columns that it looks at, as positions in the table's sharding columns. */
    default int[] columnPositions() {
        return new int[0];
    }

    /** Whether it looks at this column and at others together. */
    default boolean looksAtMore(int column) {
        return false;
    }

    /** Always all of them. */
    record All(int size) implements Strategy {
        @Override
        public boolean decidedByColumns() {
            return size == 1;
        }

        @Override
        public void choose(Domain[] domains, HintValues hints, BitSet chosen) {
            chosen.set(0, size);
        }
    }

    /**
     * By one column.
     *
     * @param domain the column's position in the table's sharding columns
     */
    record Standard(String logicTable, String column, int domain, int size, StandardChoice choice) implements Strategy {
        @Override
        public int[] columnPositions() {
            return new int[] {domain};
        }

        @Override
        public @Nullable ShardingException intervalRefusal(Domain[] domains) {
            return domains[domain] instanceof Domain.Interval ? choice.intervalRefusal(column) : null;
        }

        @Override
        public void choose(Domain[] domains, HintValues hints, BitSet chosen) {
            if (domains[domain] instanceof Domain.Points points) {
                for (Object value : points.values()) {
                    int target = choice.target(value);
                    if (target >= 0) {
                        chosen.set(target);
                    }
                }
            } else if (domains[domain] instanceof Domain.Interval interval) {
                choice.range(range(logicTable, column, interval), chosen);
            } else {
                chosen.set(0, size);
            }
        }
    }

    /**
     * By several columns together.
     *
     * @param domains the columns' positions in the table's sharding columns
     */
    record Complex(String logicTable, List<String> columns, int[] domains, int size, ComplexChoice choice)
            implements Strategy {
        @Override
        public @Nullable ShardingException intervalRefusal(Domain[] known) {
            for (int i = 0; i < domains.length; i++) {
                if (known[domains[i]] instanceof Domain.Interval) {
                    return choice.intervalRefusal(columns.get(i));
                }
            }
            return null;
        }

        @Override
        public void choose(Domain[] known, HintValues hints, BitSet chosen) {
            Map<String, List<Comparable<?>>> points = new LinkedHashMap<>();
            Map<String, RangeShardingValue<Comparable<?>>> ranges = new LinkedHashMap<>();
            for (int i = 0; i < domains.length; i++) {
                if (known[domains[i]] instanceof Domain.Points some) {
                    points.put(columns.get(i), comparables(some));
                } else if (known[domains[i]] instanceof Domain.Interval interval) {
                    ranges.put(columns.get(i), range(logicTable, columns.get(i), interval));
                }
            }
            if (points.isEmpty() && ranges.isEmpty()) {
                chosen.set(0, size);
            } else {
                choice.choose(new ComplexShardingValue(logicTable, points, ranges), chosen);
            }
        }

        @Override
        public int[] columnPositions() {
            return domains.clone();
        }

        @Override
        public boolean looksAtMore(int column) {
            boolean looks = false;
            for (int each : domains) {
                looks |= each == column;
            }
            return looks && domains.length > 1;
        }

        private static List<Comparable<?>> comparables(Domain.Points points) {
            Comparable<?>[] values = new Comparable<?>[points.values().length];
            for (int i = 0; i < values.length; i++) {
                values[i] = (Comparable<?>) points.values()[i];
            }
            return Arrays.asList(values);
        }
    }

    /** By values from outside the SQL. */
    record Hint(String logicTable, boolean forDatabase, int size, HintChoice choice) implements Strategy {
        @Override
        public boolean decidedByColumns() {
            return size == 1;
        }

        @Override
        public void choose(Domain[] domains, HintValues hints, BitSet chosen) {
            List<Comparable<?>> values = forDatabase ? hints.databaseValues(logicTable) : hints.tableValues(logicTable);
            if (values.isEmpty()) {
                chosen.set(0, size);
            } else {
                choice.choose(new HintShardingValue(logicTable, values), chosen);
            }
        }
    }

    private static RangeShardingValue<Comparable<?>> range(String logicTable, String column, Domain.Interval interval) {
        return new RangeShardingValue<>(
                logicTable, column, interval.lower(), interval.lowerClosed(), interval.upper(), interval.upperClosed());
    }
}
