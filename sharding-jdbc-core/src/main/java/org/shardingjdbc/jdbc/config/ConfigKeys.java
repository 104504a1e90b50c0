package org.shardingjdbc.jdbc.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every key that a document may have, by the map that it stands in. {@code docs/configuration.md} is checked against
 * it.
 */
final class ConfigKeys {
    static final List<String> TOP = List.of(
            "databaseName", "mode", "dataSources", "rules", "props", "transaction", "sqlParser", "sqlFederation");
    static final List<String> MODE = List.of("type", "repository");
    static final List<String> TRANSACTION = List.of("defaultType", "providerType");
    static final List<String> SQL_PARSER = List.of("sqlStatementCache", "parseTreeCache");
    static final List<String> SQL_FEDERATION =
            List.of("sqlFederationEnabled", "allQueryUseSQLFederation", "executionPlanCache");
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
    static final List<String> BINDING_TABLES = List.of("tables", "dependences");
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
    static final List<String> BROADCAST = List.of("tables");
    static final List<String> SINGLE = List.of("tables", "defaultDataSource");

    /** The tags of rules that are read, and those of ShardingSphere that are not yet. */
    static final List<String> RULE_TAGS = List.of("SHARDING", "BROADCAST", "SINGLE");

    static final List<String> LATER_RULE_TAGS = List.of("READWRITE_SPLITTING", "ENCRYPT", "MASK", "SHADOW");

    private ConfigKeys() {}

    /** All of it, by the name of the map. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("document", TOP);
        all.put("mode", MODE);
        all.put("transaction", TRANSACTION);
        all.put("sqlParser", SQL_PARSER);
        all.put("sqlFederation", SQL_FEDERATION);
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
        all.put("!BROADCAST", BROADCAST);
        all.put("!SINGLE", SINGLE);
        all.put("dataSources.<name>", PoolKeys.names());
        all.put("props", PropKey.keys());
        return all;
    }
}
