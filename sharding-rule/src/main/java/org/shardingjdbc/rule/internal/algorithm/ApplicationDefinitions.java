package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.ComplexShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.HintShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;

/** Algorithms that the application brings along, as definitions. */
final class ApplicationDefinitions {
    private ApplicationDefinitions() {}

    static AlgorithmDefinition of(ShardingAlgorithm algorithm) {
        if (algorithm instanceof StandardShardingAlgorithm<?> standard) {
            return standard(standard);
        }
        if (algorithm instanceof ComplexShardingAlgorithm complex) {
            return new Complex(complex);
        }
        return new Hint((HintShardingAlgorithm) algorithm);
    }

    // the column's canonical class is the application's to know: a wrong type parameter shows as a ClassCastException,
    // reported below
    @SuppressWarnings("unchecked")
    private static AlgorithmDefinition standard(StandardShardingAlgorithm<?> algorithm) {
        return new Standard((StandardShardingAlgorithm<Comparable<?>>) algorithm);
    }

    /**
     * The names as texts that are there, as an algorithm may go through them for each value; from the first one on.
     * Shared by all threads: of two lists that were made at a time either serves.
     */
    private static final class HandedNames {
        private final Targets targets;
        /** Null before the algorithm is asked. */
        private @Nullable List<String> names;

        HandedNames(Targets targets) {
            this.targets = targets;
        }

        List<String> names() {
            List<String> known = names;
            if (known == null) {
                known = List.copyOf(targets.names());
                names = known;
            }
            return known;
        }
    }

    private static void add(
            ShardingAlgorithm algorithm,
            Targets targets,
            Collection<String> names,
            @Nullable Object value,
            BitSet chosen) {
        boolean nothing = names == null || names.isEmpty();
        if (nothing && algorithm.skipsDataSources()) {
            if (!targets.oneOfSeveral()) {
                throw targets.unknown(null, value);
            }
            return;
        }
        targets.addChosen(names, value, chosen);
    }

    private record Standard(StandardShardingAlgorithm<Comparable<?>> algorithm) implements StandardDefinition {
        @Override
        public boolean perDataSource() {
            return true;
        }

        @Override
        public boolean skipsDataSources() {
            return algorithm.skipsDataSources();
        }

        @Override
        public boolean namesTargets() {
            return algorithm.namesTargets();
        }

        @Override
        public StandardChoice place(Targets targets) {
            return new StandardCalls(algorithm, targets, new HandedNames(targets));
        }

        @Override
        public int autoTableCount() {
            return algorithm.autoTableCount();
        }
    }

    private record StandardCalls(
            StandardShardingAlgorithm<Comparable<?>> algorithm, Targets targets, HandedNames handed)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            String name;
            try {
                name = algorithm.precise(
                        handed.names(),
                        new PreciseShardingValue<>(
                                targets.logicTable(), targets.columns().get(0), (Comparable<?>) value));
            } catch (ShardingException e) {
                throw e;
            } catch (RuntimeException e) {
                throw targets.failed(e);
            }
            return name == null && algorithm.skipsDataSources() && targets.oneOfSeveral()
                    ? -1
                    : targets.chosen(name, value);
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            Collection<String> names;
            try {
                names = algorithm.range(handed.names(), range);
            } catch (ShardingException e) {
                throw e;
            } catch (RuntimeException e) {
                throw targets.failed(e);
            }
            add(algorithm, targets, names, range.lower() == null ? range.upper() : range.lower(), chosen);
        }
    }

    private record Complex(ComplexShardingAlgorithm algorithm) implements ComplexDefinition {
        @Override
        public boolean perDataSource() {
            return true;
        }

        @Override
        public boolean skipsDataSources() {
            return algorithm.skipsDataSources();
        }

        @Override
        public boolean namesTargets() {
            return algorithm.namesTargets();
        }

        @Override
        public ComplexChoice place(Targets targets) {
            HandedNames handed = new HandedNames(targets);
            return (value, chosen) -> {
                Collection<String> names;
                try {
                    names = algorithm.complex(handed.names(), value);
                } catch (ShardingException e) {
                    throw e;
                } catch (RuntimeException e) {
                    throw targets.failed(e);
                }
                add(algorithm, targets, names, value.points(), chosen);
            };
        }
    }

    private record Hint(HintShardingAlgorithm algorithm) implements HintDefinition {
        @Override
        public boolean perDataSource() {
            return true;
        }

        @Override
        public boolean skipsDataSources() {
            return algorithm.skipsDataSources();
        }

        @Override
        public HintChoice place(Targets targets) {
            HandedNames handed = new HandedNames(targets);
            return (values, chosen) -> {
                Collection<String> names;
                try {
                    names = algorithm.hint(handed.names(), values);
                } catch (ShardingException e) {
                    throw e;
                } catch (RuntimeException e) {
                    throw targets.failed(e);
                }
                add(algorithm, targets, names, values.values().get(0), chosen);
            };
        }
    }
}
