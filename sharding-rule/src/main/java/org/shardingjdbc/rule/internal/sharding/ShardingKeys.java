package org.shardingjdbc.rule.internal.sharding;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every key that {@code !SHARDING} may have, by the map that it stands in. */
final class ShardingKeys {
    /** What earlier versions of ShardingSphere had among the keys of the rule. */
    static final Map<String, String> INSTEAD = Map.of(
            "broadcastTables", "write the rule !BROADCAST with these tables",
            "defaultDataSourceName", "write the rule !SINGLE with its defaultDataSource");

    static final List<String> SHARDING = List.of(
            "tables",
            "autoTables",
            "bindingTables",
            "defaultDatabaseStrategy",
            "defaultTableStrategy",
            "defaultKeyGenerateStrategy",
            "defaultAuditStrategy",
            "defaultShardingColumn",
            "keyGenerateStrategies",
            "shardingAlgorithms",
            "keyGenerators",
            "auditors",
            "shardingCache");
    static final List<String> BINDING_TABLES = List.of("name", "tables", "dependences");
    static final List<String> TABLE = List.of(
            "logicTable",
            "actualDataNodes",
            "databaseStrategy",
            "tableStrategy",
            "keyGenerateStrategy",
            "auditStrategy");
    static final List<String> AUTO_TABLE =
            List.of("logicTable", "actualDataSources", "shardingStrategy", "keyGenerateStrategy", "auditStrategy");
    static final List<String> STRATEGY = List.of("standard", "complex", "hint", "none");
    static final List<String> STANDARD = List.of("shardingColumn", "shardingAlgorithmName", "nullPlacement");
    static final List<String> COMPLEX = List.of("shardingColumns", "shardingAlgorithmName");
    static final List<String> HINT = List.of("shardingAlgorithmName");
    static final List<String> KEY_GENERATE = List.of("column", "keyGeneratorName");
    static final List<String> KEY_GENERATE_STRATEGY =
            List.of("keyGenerateType", "keyGeneratorName", "logicTable", "keyGenerateColumn", "keyGenerateSequence");
    static final List<String> AUDIT = List.of("auditorNames", "allowHintDisable");
    static final List<String> ALGORITHM = List.of("type", "props");
    static final List<String> SHARDING_CACHE = List.of("allowedMaxSqlLength", "routeCache");

    private ShardingKeys() {}

    /** All of it, by the name of the map. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("!SHARDING", SHARDING);
        all.put("bindingTables[]", BINDING_TABLES);
        all.put("tables.<table>", TABLE);
        all.put("autoTables.<table>", AUTO_TABLE);
        all.put("strategy", STRATEGY);
        all.put("standard", STANDARD);
        all.put("complex", COMPLEX);
        all.put("hint", HINT);
        all.put("keyGenerateStrategy", KEY_GENERATE);
        all.put("keyGenerateStrategies.<name>", KEY_GENERATE_STRATEGY);
        all.put("auditStrategy", AUDIT);
        all.put("algorithm", ALGORITHM);
        all.put("shardingCache", SHARDING_CACHE);
        return all;
    }
}
