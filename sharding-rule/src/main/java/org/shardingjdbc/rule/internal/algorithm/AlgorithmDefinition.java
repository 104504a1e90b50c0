package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;
import org.shardingjdbc.rule.algorithm.HintShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;

/** A configured sharding algorithm that does not know its targets yet. Immutable. */
public sealed interface AlgorithmDefinition {
    /**
     * Whether it is asked for the tables of each data source by itself, because it may choose by what is on the list:
     * true for algorithms of the application. Otherwise it computes a name, whatever the list.
     */
    default boolean perDataSource() {
        return false;
    }

    /** Whether it may answer nothing for a data source; see {@link ShardingAlgorithm#skipsDataSources()}. */
    default boolean skipsDataSources() {
        return false;
    }

    /**
     * Whether the values alone say the name of the target, as long as the list of all names is the same; see
     * {@link ShardingAlgorithm#namesTargets()}.
     */
    default boolean namesTargets() {
        return true;
    }

    /** An algorithm for one sharding column. */
    non-sealed interface StandardDefinition extends AlgorithmDefinition {
        /**
         * Compiles it for a list of targets.
         *
         * @throws IllegalArgumentException when it cannot choose among these
         */
        StandardChoice place(Targets targets);

        /** How many actual tables an auto table has with it, or -1 when it is not made for auto tables. */
        default int autoTableCount() {
            return -1;
        }
    }

    /** A standard algorithm whose targets are data nodes, so that it decides data source and actual table at once. */
    interface NodeDefinition extends StandardDefinition {
        /**
         * By slot the position of its target; nobody changes it. Tables whose lists are equal have equal values in data
         * nodes of the same position.
         *
         * @param targets data nodes, each {@code data source.actual table}
         * @throws IllegalArgumentException when it cannot choose among these
         */
        int[] targetsOfSlots(Targets targets);

        @Override
        default boolean namesTargets() {
            return false;
        }
    }

    /** Where whole numbers are, found without an object for each. Immutable, shared by all threads. */
    interface NumberPlaces {
        /**
         * The place of a whole number.
         *
         * @param narrow whether the canonical value is an Integer, else it is a Long
         * @return an index, or -1 where the value itself must be asked for, which may also be refused
         */
        int placeOf(long value, boolean narrow);
    }

    /** A standard algorithm, compiled for its targets. Immutable, shared by all threads. */
    interface StandardChoice extends NumberPlaces {
        /**
         * The target of one value.
         *
         * @param value canonical, never null
         * @return its index among the targets, or -1 when other data sources are asked as well and this one has none
         * @throws ShardingException when there is none
         */
        int target(Object value);

        /** The target of a whole number; -1 where {@link #target(Object)} must be asked. */
        @Override
        default int placeOf(long value, boolean narrow) {
            return -1;
        }

        /** Who is asked for the targets of whole numbers, at each of them: the nearest one to the answer. */
        default NumberPlaces ofNumbers() {
            return this;
        }

        /**
         * Adds the targets that may hold a value of the interval; never too few.
         *
         * @throws ShardingException when the algorithm does not take intervals
         */
        void range(RangeShardingValue<Comparable<?>> range, BitSet chosen);

        /** By slot its target, where values are placed by their slots; null where they are not. */
        default int @Nullable [] slots() {
            return null;
        }

        /** By slot about how many values statements have placed in it; null where nobody counts them. */
        default long @Nullable [] statementsOfSlots() {
            return null;
        }

        /** Why it takes no intervals of a column; null where it does. */
        default @Nullable ShardingException intervalRefusal(String column) {
            return null;
        }
    }

    /** An algorithm for several sharding columns. */
    non-sealed interface ComplexDefinition extends AlgorithmDefinition {
        /**
         * Compiles it for a list of targets.
         *
         * @throws IllegalArgumentException when it cannot choose among these
         */
        ComplexChoice place(Targets targets);
    }

    /** A complex algorithm, compiled for its targets. Immutable, shared by all threads. */
    interface ComplexChoice {
        /**
         * Adds the targets that may hold a matching row; never too few.
         *
         * @throws ShardingException when it names an unknown target or refuses
         */
        void choose(ComplexShardingValue value, BitSet chosen);

        /** Why it takes no intervals of a column; null where it does. */
        default @Nullable ShardingException intervalRefusal(String column) {
            return null;
        }
    }

    /** An algorithm for values from outside the SQL. */
    non-sealed interface HintDefinition extends AlgorithmDefinition {
        /** It looks at no values of rows. */
        @Override
        default boolean namesTargets() {
            return false;
        }

        /**
         * Compiles it for a list of targets.
         *
         * @throws IllegalArgumentException when it cannot choose among these
         */
        HintChoice place(Targets targets);
    }

    /** A hint algorithm, compiled for its targets. Immutable, shared by all threads. */
    interface HintChoice {
        /**
         * Adds the targets that the hinted values mean.
         *
         * @throws org.shardingjdbc.error.ShardingException when it names an unknown target
         */
        void choose(HintShardingValue values, BitSet chosen);
    }
}
