package org.shardingjdbc.feature.readwrite.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/** By chance, each replica as often as its weight says. Immutable. */
final class Weighted implements LoadBalancer {
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
            throw new InvalidPropertyException(replicas.get(0), "at least one of the weights must be greater than 0");
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
            sum += weights.get(replicas.get(i));
        }
        double left = ThreadLocalRandom.current().nextDouble() * sum;
        int last = 0;
        for (int i = 0; i < replicas.size(); i++) {
            double weight = weights.get(replicas.get(i));
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
