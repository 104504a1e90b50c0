package org.shardingjdbc.rule.internal.algorithm;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ComplexShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.HintShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.TypeRegistry;

/**
 * All types of sharding algorithms: those built in and those that the application lists in {@code META-INF/services}.
 * Immutable.
 */
public final class Algorithms {
    private final TypeRegistry<Function<AlgorithmProperties, AlgorithmDefinition>> types =
            new TypeRegistry<>("sharding algorithm type");

    private final List<ForeignAlgorithms> foreigners = new ArrayList<>();

    /** Without algorithms of other libraries. */
    public Algorithms(Iterable<ShardingAlgorithmFactory> factories) {
        this(factories, List.of());
    }

    /**
     * @param factories those of the application
     * @param foreign what runs algorithms of other libraries
     * @throws ShardingException when two classes have the same type
     */
    public Algorithms(Iterable<ShardingAlgorithmFactory> factories, Iterable<ForeignAlgorithms> foreign) {
        types.builtIn("MOD", ModDefinition::new);
        types.builtIn("HASH_MOD", HashModDefinition::new);
        types.builtIn("HASH_SLOT", HashSlotDefinition::new);
        types.builtIn("VOLUME_RANGE", RangeDefinition::byVolume);
        types.builtIn("BOUNDARY_RANGE", RangeDefinition::byBoundaries);
        types.builtIn("AUTO_INTERVAL", AutoIntervalDefinition::new);
        types.builtIn("INLINE", InlineDefinition::new);
        types.builtIn("INTERVAL", IntervalDefinition::new);
        types.builtIn("COMPLEX_INLINE", ComplexInlineDefinition::new);
        types.builtIn("HINT_INLINE", HintInlineDefinition::new);
        types.builtIn("CLASS_BASED", this::byClass);
        Set<String> builtIn = Set.copyOf(types.types());
        factories.forEach(this::add);
        for (ForeignAlgorithms each : foreign) {
            foreigners.add(each);
            each.shardingAlgorithms(builtIn).forEach(this::add);
        }
    }

    private void add(ShardingAlgorithmFactory factory) {
        types.add(factory.type(), properties -> ApplicationDefinitions.of(factory.create(properties)), factory);
    }

    /** The known types. */
    public List<String> types() {
        return types.types();
    }

    /**
     * Makes an algorithm.
     *
     * @return null when the type is unknown
     * @throws InvalidPropertyException when a property is missing or wrong
     */
    public @Nullable AlgorithmDefinition create(String type, AlgorithmProperties properties) {
        Function<AlgorithmProperties, AlgorithmDefinition> maker = types.of(type);
        return maker == null ? null : maker.apply(properties);
    }

    private AlgorithmDefinition byClass(AlgorithmProperties properties) {
        String strategy = properties.requiredText("strategy").trim().toUpperCase(Locale.ROOT);
        Class<? extends ShardingAlgorithm> kind =
                switch (strategy) {
                    case "STANDARD" -> StandardShardingAlgorithm.class;
                    case "COMPLEX" -> ComplexShardingAlgorithm.class;
                    case "HINT" -> HintShardingAlgorithm.class;
                    default ->
                        throw new InvalidPropertyException(
                                "strategy",
                                "property 'strategy' must be STANDARD, COMPLEX or HINT, not '" + strategy + "'");
                };
        String className = properties.requiredText("algorithmClassName").trim();
        Map<String, String> all = properties.all();
        return ApplicationDefinitions.of(instance(className, kind, strategy, new AlgorithmProperties(all)));
    }

    private ShardingAlgorithm instance(
            String className,
            Class<? extends ShardingAlgorithm> kind,
            String strategy,
            AlgorithmProperties properties) {
        try {
            Class<?> type = Extensions.named(className);
            if (!kind.isAssignableFrom(type)) {
                return foreign(type, kind, strategy, properties);
            }
            for (Constructor<?> constructor : type.getConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(AlgorithmProperties.class))) {
                    return kind.cast(constructor.newInstance(properties));
                }
            }
            return kind.cast(type.getConstructor().newInstance());
        } catch (ClassNotFoundException e) {
            throw new InvalidPropertyException(
                    "algorithmClassName", "class " + className + " is not on the class path");
        } catch (NoSuchMethodException e) {
            throw new InvalidPropertyException(
                    "algorithmClassName",
                    "class " + className
                            + " needs a public constructor without parameters or with AlgorithmProperties");
        } catch (NoClassDefFoundError e) {
            throw new InvalidPropertyException("algorithmClassName", missing(className, e));
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof InvalidPropertyException invalid) {
                throw invalid;
            }
            throw new InvalidPropertyException(
                    "algorithmClassName", "class " + className + " cannot be instantiated: " + cause);
        }
    }

    private ShardingAlgorithm foreign(
            Class<?> type, Class<? extends ShardingAlgorithm> kind, String strategy, AlgorithmProperties properties) {
        for (ForeignAlgorithms each : foreigners) {
            ShardingAlgorithm algorithm = each.adapt(type, strategy, properties);
            if (algorithm != null) {
                return algorithm;
            }
        }
        throw new InvalidPropertyException(
                "algorithmClassName",
                "class " + type.getName() + " does not implement " + kind.getName()
                        + (foreigners.isEmpty() && isOfShardingSphere(type)
                                ? "; for classes written against ShardingSphere, the jar sharding-shardingsphere must be"
                                        + " on the class path"
                                : ""));
    }

    private static String missing(String className, NoClassDefFoundError e) {
        String needed = String.valueOf(e.getMessage()).replace('/', '.');
        boolean theirs = needed.startsWith("org.apache.shardingsphere.");
        return "class " + className + " cannot be loaded: it needs " + needed + ", which is not on the class path"
                + (theirs
                        ? "; add the artifact org.apache.shardingsphere:shardingsphere-sharding-api and sharding-shardingsphere"
                        : "");
    }

    private static boolean isOfShardingSphere(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (implemented.getName().startsWith("org.apache.shardingsphere.")) {
                    return true;
                }
            }
        }
        return false;
    }
}
