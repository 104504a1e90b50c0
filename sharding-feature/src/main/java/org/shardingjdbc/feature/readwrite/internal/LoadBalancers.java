package org.shardingjdbc.feature.readwrite.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.internal.NamedAlgorithms;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.LoadBalancerFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** The load balancers of a rule by the names of their entries; mistakes are reported. One per compilation. */
final class LoadBalancers {
    private final Map<String, AlgorithmConfiguration> configured;
    private final ConfigPath path;
    private final Problems problems;
    private final TypeRegistry<Maker> types = new TypeRegistry<Maker>("load balancer type")
            .builtIn("ROUND_ROBIN", (replicas, properties) -> new RoundRobin())
            .builtIn(
                    "RANDOM",
                    (replicas, properties) ->
                            names -> ThreadLocalRandom.current().nextInt(names.size()))
            .builtIn("WEIGHT", Weighted::of)
            .services(LoadBalancerFactory.class, LoadBalancerFactory::type, factory -> factory::create);

    /** Makes the load balancer of a group. */
    private interface Maker extends BiFunction<List<String>, AlgorithmProperties, LoadBalancer> {}

    LoadBalancers(Map<String, AlgorithmConfiguration> configured, ConfigPath path, Problems problems) {
        this.configured = configured;
        this.path = path;
        this.problems = problems;
        configured.forEach(this::requireType);
    }

    private void requireType(String name, AlgorithmConfiguration entry) {
        if (entry.type() != null) {
            types.find(entry.type(), path.key(name).key("type"), problems);
        }
    }

    /**
     * The load balancer of a group.
     *
     * @param name null for taking turns
     * @param at where the name stands
     * @return of no use after a mistake
     */
    LoadBalancer named(@Nullable String name, List<String> replicas, ConfigPath at) {
        if (name == null) {
            return new RoundRobin();
        }
        AlgorithmConfiguration entry = configured.get(name);
        if (entry == null) {
            problems.unknown(at, "load balancer", name, configured.keySet());
            return new RoundRobin();
        }
        Maker maker = entry.type() == null ? null : types.of(entry.type());
        LoadBalancer made = maker == null
                ? null
                : NamedAlgorithms.madeOfDataSources(
                        entry, path.key(name), problems, properties -> maker.apply(replicas, properties));
        return made == null ? new RoundRobin() : made;
    }

    /** Replicas take turns, beginning with the first. */
    static final class RoundRobin implements LoadBalancer {
        private final AtomicInteger next = new AtomicInteger();

        @Override
        public int choose(List<String> replicas) {
            return Math.floorMod(next.getAndIncrement(), replicas.size());
        }
    }

    /** By chance, each replica as often as its weight says. Immutable. */
    static final class Weighted implements LoadBalancer {
        private final Map<String, Double> weights;

        private Weighted(Map<String, Double> weights) {
            this.weights = Map.copyOf(weights);
        }

        /**
         * One with a property for each replica, by its name.
         *
         * @throws InvalidPropertyException when one is missing or no weight, or when all of them are 0
         */
        static Weighted of(List<String> replicas, AlgorithmProperties properties) {
            // one entry may serve several groups
            properties.all();
            Map<String, Double> weights = new HashMap<>();
            for (String replica : replicas) {
                weights.put(replica, weight(replica, properties.requiredText(replica)));
            }
            if (weights.values().stream().allMatch(weight -> weight == 0)) {
                throw new InvalidPropertyException(
                        replicas.get(0), "at least one of the weights must be greater than 0");
            }
            return new Weighted(weights);
        }

        private static double weight(String replica, String text) {
            try {
                double weight = Double.parseDouble(text.trim());
                if (weight >= 0 && weight < Double.POSITIVE_INFINITY) {
                    return weight;
                }
            } catch (NumberFormatException e) {
                // told below, as one that is out of range
            }
            throw new InvalidPropertyException(
                    replica, "weight '" + replica + "' must be a number from 0 on, not '" + text + "'");
        }

        @Override
        public int choose(List<String> replicas) {
            double sum = 0;
            for (int i = 0; i < replicas.size(); i++) {
                sum += weights.getOrDefault(replicas.get(i), 0.0);
            }
            double left = ThreadLocalRandom.current().nextDouble() * sum;
            int last = 0;
            for (int i = 0; i < replicas.size(); i++) {
                double weight = weights.getOrDefault(replicas.get(i), 0.0);
                if (weight > 0) {
                    last = i;
                    left -= weight;
                    if (left < 0) {
                        return i;
                    }
                }
            }
            return last;
        }
    }
}
