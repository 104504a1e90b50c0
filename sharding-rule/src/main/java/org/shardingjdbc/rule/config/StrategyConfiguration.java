package org.shardingjdbc.rule.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sharding columns and an algorithm, for the data source or for the table. An algorithm's name that is missing is null,
 * a mistake that is reported when the rule is compiled.
 */
public sealed interface StrategyConfiguration {
    /**
     * One sharding column.
     *
     * @param shardingColumn null for the rule's default sharding column
     * @param nullPlacement a value of the column: rows with NULL lie where rows with that value lie; null where the
     *     column holds no NULL
     */
    record Standard(
            @Nullable String shardingColumn,
            @Nullable String shardingAlgorithmName,
            @Nullable String nullPlacement) implements StrategyConfiguration {
        /** On a column that holds no NULL. */
        public Standard(@Nullable String shardingColumn, String shardingAlgorithmName) {
            this(shardingColumn, shardingAlgorithmName, null);
        }

        /** The same on a column that may hold NULL, with {@link #nullPlacement()}. */
        public Standard withNullPlacement(String value) {
            return new Standard(shardingColumn, shardingAlgorithmName, value);
        }
    }

    /** Several sharding columns, in the order in which binding tables are matched. */
    record Complex(List<String> shardingColumns, @Nullable String shardingAlgorithmName)
            implements StrategyConfiguration {
        /** Copies the names. */
        public Complex {
            shardingColumns = List.copyOf(shardingColumns);
        }
    }

    /** Values from outside the SQL. */
    record Hint(@Nullable String shardingAlgorithmName) implements StrategyConfiguration {}

    /** All targets, always. */
    record None() implements StrategyConfiguration {}

    /** {@link Standard} on a column. */
    static StrategyConfiguration standard(@Nullable String shardingColumn, String shardingAlgorithmName) {
        return new Standard(shardingColumn, shardingAlgorithmName);
    }

    /** {@link Complex} on some columns. */
    static StrategyConfiguration complex(List<String> shardingColumns, String shardingAlgorithmName) {
        return new Complex(shardingColumns, shardingAlgorithmName);
    }

    /** {@link Hint}. */
    static StrategyConfiguration hint(String shardingAlgorithmName) {
        return new Hint(shardingAlgorithmName);
    }

    /** {@link None}. */
    static StrategyConfiguration none() {
        return new None();
    }
}
