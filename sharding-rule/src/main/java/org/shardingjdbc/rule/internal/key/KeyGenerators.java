package org.shardingjdbc.rule.internal.key;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorFactory;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.algorithm.WorkerIds;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * The key generators of a data source. There is one for each type and properties, which lives through reconfigurations,
 * since two that know nothing of each other would give the same key twice. Safe for all threads.
 */
public final class KeyGenerators implements KeyGeneratorSource {
    private final TypeRegistry<KeyGeneratorFactory> factories = new TypeRegistry<>("key generator type");
    private final Map<Kind, KeyGenerator> generators = new HashMap<>();
    private final WorkerIds workerIds;
    private final NumberBlocks blocks;

    private record Kind(String type, Map<String, String> props) {}

    /**
     * @param workerIds asked at the first key of a generator that needs one
     * @param blocks asked at the first key of a generator that counts, and later
     * @param applicationFactories those of the application
     * @throws ShardingException when two classes have the same type
     */
    public KeyGenerators(WorkerIds workerIds, NumberBlocks blocks, Iterable<KeyGeneratorFactory> applicationFactories) {
        this.workerIds = workerIds;
        this.blocks = blocks;
        for (KeyGeneratorFactory factory : BuiltInGenerators.factories()) {
            factories.builtIn(factory.type(), factory);
        }
        for (KeyGeneratorFactory factory : applicationFactories) {
            factories.add(factory.type(), factory, factory);
        }
    }

    /** Generators that are compiled with, or that need nothing of a data source: none of them counts. */
    public KeyGenerators(WorkerIds workerIds, Iterable<KeyGeneratorFactory> applicationFactories) {
        this(workerIds, KeyGenerators::noBlock, applicationFactories);
    }

    private static long noBlock(NumberBlocks.Sequence sequence, boolean mayBegin) {
        throw new ShardingException(ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), "no data source is open");
    }

    /** As {@link #load(WorkerIds, NumberBlocks)}, without a place that counts. */
    public static KeyGenerators load(WorkerIds workerIds) {
        return load(workerIds, KeyGenerators::noBlock);
    }

    /** With the factories of {@code META-INF/services}, as {@link Extensions} finds them. */
    public static KeyGenerators load(WorkerIds workerIds, NumberBlocks blocks) {
        List<KeyGeneratorFactory> all = new ArrayList<>();
        all.addAll(Extensions.services(KeyGeneratorFactory.class));
        Set<String> builtIn = new HashSet<>();
        BuiltInGenerators.factories().forEach(factory -> builtIn.add(factory.type()));
        for (ForeignAlgorithms foreign : Extensions.services(ForeignAlgorithms.class)) {
            all.addAll(foreign.keyGenerators(builtIn));
        }
        return new KeyGenerators(workerIds, blocks, all);
    }

    @Override
    public List<String> types() {
        return factories.types();
    }

    @Override
    public synchronized @Nullable KeyGenerator get(String type, Map<String, String> props) {
        KeyGeneratorFactory factory = factories.of(type);
        if (factory == null) {
            return null;
        }
        Kind kind = new Kind(type.toUpperCase(Locale.ROOT), Map.copyOf(props));
        KeyGenerator generator = generators.get(kind);
        if (generator == null) {
            AlgorithmProperties properties = new AlgorithmProperties(props);
            generator = factory.create(properties, workerIds, blocks);
            for (String name : properties.unknown()) {
                throw new InvalidPropertyException(
                        name,
                        "unknown property '" + name + "'"
                                + (properties.known().isEmpty()
                                        ? "; the type has none"
                                        : Nearest.to(name, properties.known()) == null
                                                ? "; known are " + String.join(", ", properties.known())
                                                : Nearest.suggestion(name, properties.known())));
            }
            generators.put(kind, generator);
        }
        return generator;
    }
}
