package org.shardingjdbc.feature.readwrite.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.LoadBalancerFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** The load balancers of a rule by the names of their entries; mistakes are told. One per compilation. */
final class LoadBalancers {
    private final Map<String, AlgorithmConfiguration> configured;
    private final ConfigPath path;
    private final Problems problems;
    private final Map<String, LoadBalancerFactory> types = new LinkedHashMap<>();

    private record Own(String type, BiFunction<List<String>, AlgorithmProperties, LoadBalancer> maker)
            implements LoadBalancerFactory {
        @Override
        public LoadBalancer create(List<String> replicas, AlgorithmProperties properties) {
            return maker.apply(replicas, properties);
        }
    }

    LoadBalancers(Map<String, AlgorithmConfiguration> configured, ConfigPath path, Problems problems) {
        this.configured = configured;
        this.path = path;
        this.problems = problems;
        add(new Own("ROUND_ROBIN", (replicas, properties) -> new RoundRobin()));
        add(new Own(
                "RANDOM",
                (replicas, properties) -> names -> ThreadLocalRandom.current().nextInt(names.size())));
        add(new Own("WEIGHT", Weighted::of));
        Extensions.services(LoadBalancerFactory.class).forEach(this::add);
        configured.forEach(this::requireType);
    }

    private void add(LoadBalancerFactory factory) {
        types.putIfAbsent(factory.type().toUpperCase(Locale.ROOT), factory);
    }

    private void requireType(String name, AlgorithmConfiguration entry) {
        if (entry.type() != null && type(entry) == null) {
            problems.unknown(path.key(name).key("type"), "load balancer type", entry.type(), types.keySet());
        }
    }

    private LoadBalancerFactory type(AlgorithmConfiguration entry) {
        return entry.type() == null ? null : types.get(entry.type().toUpperCase(Locale.ROOT));
    }

    /**
     * The load balancer of a group.
     *
     * @param name null for taking turns
     * @param at where the name stands
     * @return of no use after a mistake
     */
    LoadBalancer named(String name, List<String> replicas, ConfigPath at) {
        if (name == null) {
            return new RoundRobin();
        }
        AlgorithmConfiguration entry = configured.get(name);
        if (entry == null) {
            problems.unknown(at, "load balancer", name, configured.keySet());
            return new RoundRobin();
        }
        LoadBalancerFactory factory = type(entry);
        return factory == null ? new RoundRobin() : create(factory, replicas, entry, path.key(name));
    }

    private LoadBalancer create(
            LoadBalancerFactory factory, List<String> replicas, AlgorithmConfiguration entry, ConfigPath at) {
        AlgorithmProperties properties = new AlgorithmProperties(entry.props());
        try {
            LoadBalancer created = factory.create(replicas, properties);
            for (String unknown : properties.unknown()) {
                problems.unknownKey(at.key("props").key(unknown), properties.known());
            }
            return created;
        } catch (InvalidPropertyException e) {
            // names of replicas are alike, so that none is taken for another one misspelt
            boolean there = entry.props().containsKey(e.property());
            problems.add(there ? at.key("props").key(e.property()) : at, e.getMessage());
            return new RoundRobin();
        }
    }
}
