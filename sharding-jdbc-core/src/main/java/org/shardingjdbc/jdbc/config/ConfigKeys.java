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
            "databaseName",
            "mode",
            "dataSources",
            "rules",
            "props",
            "transaction",
            "sqlParser",
            "sqlFederation",
            "sqlTranslator");
    static final List<String> MODE =
            List.of("type", "repository", "whenDifferent", "whenAway", "secretKey", "localCopy");
    static final List<String> REPOSITORY = List.of("type", "props");
    static final List<String> TRANSACTION = List.of("defaultType", "providerType", "props");
    static final List<String> SQL_PARSER = List.of("sqlStatementCache", "parseTreeCache");
    static final List<String> SQL_FEDERATION =
            List.of("sqlFederationEnabled", "allQueryUseSQLFederation", "executionPlanCache");
    static final List<String> SQL_TRANSLATOR = List.of("type", "useOriginalSQLWhenTranslatingFailed");

    /** What reads old documents. */
    static final String CONVERTED = "; 'sharding convert' rewrites the document";

    private static final String UNDER_RULES = "write the rule under 'rules', by its tag ";

    /** What ShardingSphere's documents had, and what to write instead. */
    static final Map<String, String> INSTEAD = Map.of(
            "schemaName", "write it as 'databaseName'" + CONVERTED,
            "dataSourceCommon", "write its keys in each data source" + CONVERTED,
            "shardingRule", UNDER_RULES + "!SHARDING" + CONVERTED,
            "masterSlaveRule", UNDER_RULES + "!READWRITE_SPLITTING" + CONVERTED,
            "masterSlaveRules", UNDER_RULES + "!READWRITE_SPLITTING" + CONVERTED,
            "encryptRule", UNDER_RULES + "!ENCRYPT" + CONVERTED,
            "shadowRule", UNDER_RULES + "!SHADOW" + CONVERTED,
            "orchestration", "write it as 'mode'" + CONVERTED,
            "governance", "write it as 'mode'" + CONVERTED);

    private static final String BESIDE_RULES = "write it beside 'rules', as the key ";

    /** The same of rules, by tag. */
    static final Map<String, String> RULES_INSTEAD = Map.of(
            "DB_DISCOVERY",
            "leave it out; name primaries and replicas in !READWRITE_SPLITTING",
            "REPLICA_QUERY",
            "write it as !READWRITE_SPLITTING",
            "TRANSACTION",
            BESIDE_RULES + "'transaction'",
            "SQL_TRANSLATOR",
            BESIDE_RULES + "'sqlTranslator'");

    /** The tags of the rules that are in a jar of their own. */
    static final List<String> FEATURE_RULE_TAGS = List.of("READWRITE_SPLITTING", "ENCRYPT", "MASK", "SHADOW", "LIMITS");

    private ConfigKeys() {}

    /** All of it but the keys of rules, which their providers know, by the name of the map. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("document", TOP);
        all.put("mode", MODE);
        all.put("mode.repository", REPOSITORY);
        all.put("transaction", TRANSACTION);
        all.put("sqlParser", SQL_PARSER);
        all.put("sqlFederation", SQL_FEDERATION);
        all.put("sqlTranslator", SQL_TRANSLATOR);
        all.put("dataSources.<name>", PoolKeys.names());
        all.put("props", PropKey.keys());
        return all;
    }
}
