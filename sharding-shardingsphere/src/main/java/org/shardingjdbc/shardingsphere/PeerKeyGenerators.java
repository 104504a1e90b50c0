package org.shardingjdbc.shardingsphere;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorFactory;
import org.shardingjdbc.rule.algorithm.WorkerIds;

/** Makes ours out of the key generators that ShardingSphere's service files name. */
final class PeerKeyGenerators {
    /** Whoever implements it is told its worker id by ShardingSphere's cluster. */
    private static final String TOLD_WORKER_ID =
            "org.apache.shardingsphere.infra.instance.ComputeNodeInstanceContextAware";

    private PeerKeyGenerators() {}

    static List<KeyGeneratorFactory> listed(Set<String> builtIn) {
        List<KeyGeneratorFactory> factories = new ArrayList<>();
        Instances.listed(KeyGenerateAlgorithm.class, builtIn, (name, type) -> factories.add(new Factory(name, type)));
        return factories;
    }

    private record Factory(String type, Class<? extends KeyGenerateAlgorithm> listed)
            implements KeyGeneratorFactory, ForeignAlgorithms.Adapter {
        @Override
        public Class<?> adapted() {
            return listed;
        }

        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds) {
            if (isToldItsWorkerId(listed)) {
                throw new InvalidPropertyException(
                        "type",
                        "class " + listed.getName() + " of type '" + type
                                + "' needs the worker id of a cluster of ShardingSphere; use the type SNOWFLAKE");
            }
            return new KeyGeneratorAdapter(Instances.create(listed, properties.all(), "type"), null, null);
        }
    }

    private static boolean isToldItsWorkerId(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (each.getName().equals(TOLD_WORKER_ID) || isToldItsWorkerId(each)) {
                return true;
            }
        }
        return isToldItsWorkerId(type.getSuperclass());
    }
}
