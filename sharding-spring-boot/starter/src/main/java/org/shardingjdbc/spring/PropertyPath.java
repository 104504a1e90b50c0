package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The steps of a property's name. Stateless. */
final class PropertyPath {
    /** Marks the index of a list, which no name can begin with. */
    private static final String INDEX = "\0";

    /** Of an index; what has more of them is a name. */
    private static final int MOST_DIGITS = 9;

    /** The keys below which names are the user's. */
    private static final Set<String> NAMES_BELOW = Set.of(
            "databases",
            "rules",
            "dataSources",
            "tables",
            "autoTables",
            "columns",
            "shardingAlgorithms",
            "keyGenerateStrategies",
            "keyGenerators",
            "auditors",
            "dataSourceGroups",
            "loadBalancers",
            "encryptors",
            "maskAlgorithms",
            "shadowAlgorithms",
            "limits");

    /** The keys below which everything is a property by its name. */
    private static final Set<String> PROPERTIES = Set.of("props", "dataSourceProperties", "healthCheckProperties");

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
                "defaultDataSource nullPlacement keyGenerateStrategies keyGenerateType keyGenerateColumn",
                "keyGenerateSequence logicTable exemptReaders readerClientInfo writeOnly dataSourceNames allDataNodes",
                "maxDataNodes maxRowsReturned maxRowsHeld maxSeconds maxConcurrent maxWaitMilliseconds",
                "slowMilliseconds retryMilliseconds everyDataSource whenDifferent whenAway secretKey",
                "localCopy")) {
            for (String name : key.split(" ")) {
                KEYS.put(name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT), name);
            }
        }
    }

    private PropertyPath() {}

    static boolean isIndex(String step) {
        return step.startsWith(INDEX);
    }

    /**
     * {@code a.b-c[0].[d.e]} is a, bC (where configurations have such a key), the index 0, d.e. Names that are the
     * user's, and the keys of properties, are as they are written; the latter may have dots.
     */
    static List<String> read(String name) {
        List<String> steps = new ArrayList<>();
        boolean named = false;
        boolean property = false;
        for (String written : split(name)) {
            if (property && !isIndex(written)) {
                int last = steps.size() - 1;
                boolean first = PROPERTIES.contains(steps.get(last)) || isIndex(steps.get(last));
                steps.add(first ? written : steps.remove(last) + "." + written);
                continue;
            }
            String step = named ? written : KEYS.getOrDefault(written, written);
            property |= !named && PROPERTIES.contains(step);
            named = !named && NAMES_BELOW.contains(step);
            steps.add(step);
        }
        return steps;
    }

    private static List<String> split(String name) {
        List<String> steps = new ArrayList<>();
        StringBuilder step = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '[') {
                end(step, steps);
                int close = Math.max(name.indexOf(']', i), i + 1);
                String inside = name.substring(i + 1, close);
                steps.add(isNumber(inside) ? INDEX + inside : inside);
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

    /** Where the index of a list begins in a name; -1 when it has none. */
    static int index(String name) {
        int open = name.indexOf('[');
        while (open >= 0) {
            int close = name.indexOf(']', open);
            if (close > open && isNumber(name.substring(open + 1, close))) {
                return open;
            }
            open = name.indexOf('[', open + 1);
        }
        return -1;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < MOST_DIGITS && text.chars().allMatch(Character::isDigit);
    }

    private static void end(StringBuilder step, List<String> steps) {
        if (!step.isEmpty()) {
            steps.add(step.toString());
            step.setLength(0);
        }
    }

    /** The steps of a list in their order; other ones as they are. */
    static int compare(String step, String other) {
        return isIndex(step) && isIndex(other)
                ? Integer.compare(
                        Integer.parseInt(step, 1, step.length(), 10), Integer.parseInt(other, 1, other.length(), 10))
                : 0;
    }
}
