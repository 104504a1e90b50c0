package org.shardingjdbc.shardingsphere;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm;

/** Tells auditors that were written against ShardingSphere's interface: they read its model of a statement. */
final class PeerAuditors {
    private PeerAuditors() {}

    /**
     * @param named may be null
     * @return null when neither the type nor the class is such an auditor
     */
    static String told(String type, Class<?> named) {
        Class<?> auditor = named != null && ShardingAuditAlgorithm.class.isAssignableFrom(named) ? named : listed(type);
        return auditor == null
                ? null
                : "auditor class " + auditor.getName() + " implements " + ShardingAuditAlgorithm.class.getName()
                        + ", which reads ShardingSphere's own model of a statement and does not run here; write an"
                        + " org.shardingjdbc.rule.audit.AuditorFactory instead";
    }

    private static Class<?> listed(String type) {
        Map<String, Class<?>> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Instances.listed(ShardingAuditAlgorithm.class, Set.of(), types::putIfAbsent);
        return types.get(type);
    }
}
