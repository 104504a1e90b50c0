package org.shardingjdbc.feature.internal;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** The algorithms of a rule by the names of their entries; mistakes are reported. One per compilation. */
public final class NamedAlgorithms<A> {
    private final String kind;
    private final Map<String, AlgorithmConfiguration> configured;
    private final ConfigPath path;
    private final Problems problems;
    private final Map<String, A> made = new LinkedHashMap<>();

    /**
     * None of them is made yet.
     *
     * @param kind what messages call one
     * @param path where the entries stand
     */
    public NamedAlgorithms(
            String kind, Map<String, AlgorithmConfiguration> configured, ConfigPath path, Problems problems) {
        this.kind = kind;
        this.configured = configured;
        this.path = path;
        this.problems = problems;
    }

    /** What makes algorithms of one type of its properties. */
    public interface Maker<A> extends Function<AlgorithmProperties, A> {}

    /**
     * Makes all.
     *
     * @param types those that are known
     */
    public void make(TypeRegistry<Maker<A>> types) {
        configured.forEach((name, entry) -> {
            ConfigPath at = path.key(name);
            if (entry.type() == null) {
                return;
            }
            Maker<A> maker = types.find(entry.type(), at.key("type"), problems);
            A algorithm = maker == null ? null : made(entry, at, problems, maker);
            if (algorithm != null) {
                made.put(name, algorithm);
            }
        });
    }

    /**
     * Makes one of its entry.
     *
     * @param at where the entry stands
     * @return null after a mistake; a property that nobody asked for is reported, and the algorithm returned
     */
    public static <A> @Nullable A made(
            AlgorithmConfiguration entry, ConfigPath at, Problems problems, Function<AlgorithmProperties, A> maker) {
        return made(
                entry, at, problems, maker, e -> problems.property(at, entry.props(), e.property(), e.getMessage()));
    }

    /**
     * As {@link #made}, where properties are named by data sources: these are alike, so that none is taken for another
     * one misspelt.
     */
    public static <A> @Nullable A madeOfDataSources(
            AlgorithmConfiguration entry, ConfigPath at, Problems problems, Function<AlgorithmProperties, A> maker) {
        return made(entry, at, problems, maker, e -> {
            boolean there = entry.props().containsKey(e.property());
            problems.add(there ? at.key("props").key(e.property()) : at, e.getMessage());
        });
    }

    private static <A> @Nullable A made(
            AlgorithmConfiguration entry,
            ConfigPath at,
            Problems problems,
            Function<AlgorithmProperties, A> maker,
            Consumer<InvalidPropertyException> report) {
        AlgorithmProperties properties = new AlgorithmProperties(entry.props());
        A algorithm;
        try {
            algorithm = maker.apply(properties);
        } catch (InvalidPropertyException e) {
            report.accept(e);
            return null;
        }
        for (String unknown : properties.unknown()) {
            problems.unknownKey(at.key("props").key(unknown), properties.known());
        }
        return algorithm;
    }

    /**
     * The algorithm of an entry.
     *
     * @param name null where a mistake was reported already
     * @param at where its name stands
     * @return null after a mistake
     */
    public @Nullable A named(@Nullable String name, ConfigPath at) {
        if (name != null && !configured.containsKey(name)) {
            problems.unknown(at, kind, name, configured.keySet());
        }
        return made.get(name);
    }

    /** Those that were made, in configured order. */
    public Collection<A> all() {
        return Collections.unmodifiableCollection(made.values());
    }
}
