package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The steps of a property's name. Stateless. */
final class PropertyPath {
    /** Marks the index of a list, which no name can begin with. */
    private static final String INDEX = "\0";

    /** The keys that configurations have, by what they are called with dashes. */
    private static final Map<String, String> KEYS = new TreeMap<>();

    static {
        for (String key : List.of(
                "databaseName dataSources jdbcUrl driverClassName dataSourceClassName poolName connectionInitSql",
                "connectionTestQuery transactionIsolation exceptionOverrideClassName maximumPoolSize minimumIdle",
                "connectionTimeout idleTimeout maxLifetime keepaliveTime validationTimeout leakDetectionThreshold",
                "initializationFailTimeout autoCommit readOnly registerMbeans allowPoolSuspension",
                "isolateInternalQueries dataSourceProperties healthCheckProperties defaultType providerType",
                "autoTables actualDataSources actualDataNodes databaseStrategy tableStrategy shardingStrategy",
                "keyGenerateStrategy auditStrategy shardingColumn shardingColumns shardingAlgorithmName",
                "keyGeneratorName auditorNames allowHintDisable bindingTables broadcastTables",
                "defaultDatabaseStrategy defaultTableStrategy defaultKeyGenerateStrategy defaultAuditStrategy",
                "defaultShardingColumn shardingAlgorithms keyGenerators dataSourceGroups writeDataSourceName",
                "readDataSourceNames transactionalReadQueryStrategy loadBalancerName loadBalancers",
                "assistedQuery likeQuery encryptorName maskAlgorithm maskAlgorithms shadowAlgorithmNames",
                "productionDataSourceName shadowDataSourceName shadowAlgorithms defaultShadowAlgorithmName",
                "defaultDataSource")) {
            for (String name : key.split(" ")) {
                KEYS.put(name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT), name);
            }
        }
    }

    private PropertyPath() {}

    static boolean isIndex(String step) {
        return step.startsWith(INDEX);
    }

    /** {@code a.b-c[0].[d.e]} is a, bC (where configurations have such a key), the index 0, d.e. */
    static List<String> read(String name) {
        List<String> steps = new ArrayList<>();
        StringBuilder step = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '[') {
                end(step, steps);
                int close = Math.max(name.indexOf(']', i), i + 1);
                String inside = name.substring(i + 1, close);
                steps.add(inside.chars().allMatch(Character::isDigit) ? INDEX + inside : inside);
                i = close;
            } else if (c == '.') {
                end(step, steps);
            } else {
                step.append(c);
            }
        }
        end(step, steps);
        return steps;
    }

    private static void end(StringBuilder step, List<String> steps) {
        if (!step.isEmpty()) {
            steps.add(KEYS.getOrDefault(step.toString(), step.toString()));
            step.setLength(0);
        }
    }
}
