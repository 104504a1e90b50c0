package org.shardingjdbc.shardingsphere;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.KeyGeneratorFactory;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory;

/**
 * Algorithms written against ShardingSphere's interfaces. Its jars are the application's to bring: without them there
 * are no such algorithms, and this class does nothing. Immutable.
 */
public final class ShardingSphereAlgorithms implements ForeignAlgorithms {
    private static final String SHARDING = "org.apache.shardingsphere.sharding.spi.ShardingAlgorithm";
    private static final String KEYS = "org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm";

    private static final String AUDITORS = "org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm";

    /** For the service loader. */
    public ShardingSphereAlgorithms() {}

    @Override
    public @Nullable ShardingAlgorithm adapt(Class<?> type, String strategy, AlgorithmProperties properties) {
        return isThere(SHARDING) ? ShardingAlgorithms.adapt(type, strategy, properties) : null;
    }

    @Override
    public List<ShardingAlgorithmFactory> shardingAlgorithms(Set<String> builtIn) {
        return isThere(SHARDING) ? ShardingAlgorithms.listed(builtIn) : List.of();
    }

    @Override
    public List<KeyGeneratorFactory> keyGenerators(Set<String> builtIn) {
        return isThere(KEYS) ? PeerKeyGenerators.listed(builtIn) : List.of();
    }

    @Override
    public @Nullable String auditor(String type, @Nullable Class<?> named) {
        return isThere(AUDITORS) ? PeerAuditors.told(type, named) : null;
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ShardingSphereAlgorithms.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Tells auditors that were written against ShardingSphere's interface: they read its model of a statement. */
    static final class PeerAuditors {
        private PeerAuditors() {}

        /**
         * @param named may be null
         * @return null when neither the type nor the class is such an auditor
         */
        static @Nullable String told(String type, @Nullable Class<?> named) {
            Class<?> auditor =
                    named != null && ShardingAuditAlgorithm.class.isAssignableFrom(named) ? named : listed(type);
            return auditor == null
                    ? null
                    : "auditor class " + auditor.getName() + " implements " + ShardingAuditAlgorithm.class.getName()
                            + ", which reads ShardingSphere's own model of a statement and does not run here; write an"
                            + " org.shardingjdbc.rule.audit.AuditorFactory instead";
        }

        private static @Nullable Class<?> listed(String type) {
            Map<String, Class<?>> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            Instances.listed(ShardingAuditAlgorithm.class, Set.of(), types::putIfAbsent);
            return types.get(type);
        }
    }
}
