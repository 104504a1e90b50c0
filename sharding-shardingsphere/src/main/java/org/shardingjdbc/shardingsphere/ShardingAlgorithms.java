package org.shardingjdbc.shardingsphere;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory;

/** Makes ours out of ShardingSphere's sharding algorithms: by class, and by the types that its service files name. */
final class ShardingAlgorithms {
    /** Ours, not given to the class: what values are handed over as. */
    private static final String VALUE_CLASS = "sharding-value-class";

    private enum Strategy {
        STANDARD(StandardShardingAlgorithm.class),
        COMPLEX(ComplexKeysShardingAlgorithm.class),
        HINT(HintShardingAlgorithm.class);

        private final Class<?> theirs;

        Strategy(Class<?> theirs) {
            this.theirs = theirs;
        }
    }

    private ShardingAlgorithms() {}

    /** Null when the class is none of ShardingSphere's algorithms. */
    static @Nullable ShardingAlgorithm adapt(Class<?> type, String strategy, AlgorithmProperties properties) {
        if (!org.apache.shardingsphere.sharding.spi.ShardingAlgorithm.class.isAssignableFrom(type)) {
            return null;
        }
        Strategy kind = Strategy.valueOf(strategy);
        if (!kind.theirs.isAssignableFrom(type)) {
            throw new InvalidPropertyException(
                    "algorithmClassName",
                    "class " + type.getName() + " does not implement " + kind.theirs.getName() + ", which the strategy "
                            + strategy + " asks for");
        }
        return adapter(type, kind, properties, "algorithmClassName");
    }

    static List<ShardingAlgorithmFactory> listed(Set<String> builtIn) {
        List<ShardingAlgorithmFactory> factories = new ArrayList<>();
        Instances.listed(
                org.apache.shardingsphere.sharding.spi.ShardingAlgorithm.class,
                builtIn,
                (name, type) -> factories.add(new Factory(name, type)));
        return factories;
    }

    private record Factory(
            String type, Class<? extends org.apache.shardingsphere.sharding.spi.ShardingAlgorithm> listed)
            implements ShardingAlgorithmFactory, ForeignAlgorithms.Adapter {
        @Override
        public Class<?> adapted() {
            return listed;
        }

        @Override
        public ShardingAlgorithm create(AlgorithmProperties properties) {
            Strategy found = null;
            for (Strategy each : Strategy.values()) {
                if (each.theirs.isAssignableFrom(listed)) {
                    if (found != null) {
                        throw new InvalidPropertyException(
                                "type",
                                "class " + listed.getName() + " of type '" + type + "' has the interfaces of " + found
                                        + " and " + each
                                        + "; name it by CLASS_BASED, whose property 'strategy' says which is meant");
                    }
                    found = each;
                }
            }
            if (found == null) {
                throw new InvalidPropertyException(
                        "type",
                        "class " + listed.getName() + " of type '" + type
                                + "' implements neither StandardShardingAlgorithm nor ComplexKeysShardingAlgorithm nor"
                                + " HintShardingAlgorithm");
            }
            return adapter(listed, found, properties, "type");
        }
    }

    private static ShardingAlgorithm adapter(
            Class<?> type, Strategy strategy, AlgorithmProperties properties, String property) {
        Map<String, String> own = new HashMap<>(properties.all());
        ValueConversion values = handed(type, strategy, own.remove(VALUE_CLASS));
        Object made = Instances.create(
                type.asSubclass(org.apache.shardingsphere.sharding.spi.ShardingAlgorithm.class), own, property);
        return switch (strategy) {
            case STANDARD -> new StandardAdapter(StandardShardingAlgorithm.class.cast(made), values);
            case COMPLEX -> new ComplexAdapter(ComplexKeysShardingAlgorithm.class.cast(made), values);
            case HINT -> new HintAdapter(HintShardingAlgorithm.class.cast(made), values);
        };
    }

    private static ValueConversion handed(Class<?> type, Strategy strategy, @Nullable String configured) {
        Class<?> declared = TypeParameters.first(type, strategy.theirs);
        if (configured == null) {
            return new ValueConversion(type.getName(), declared);
        }
        Class<?> chosen = ValueConversion.byName(configured.trim());
        if (chosen == null || !declared.isAssignableFrom(chosen)) {
            throw new InvalidPropertyException(
                    VALUE_CLASS,
                    "property '" + VALUE_CLASS + "' must be one of " + ValueConversion.names() + " that is a "
                            + declared.getName() + ", not '" + configured + "'");
        }
        return new ValueConversion(type.getName(), chosen);
    }
}
