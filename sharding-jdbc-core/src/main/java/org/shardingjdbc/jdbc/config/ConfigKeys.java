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
    static final List<String> TRANSACTION = List.of("defaultType", "providerType", "props");
    static final List<String> SQL_PARSER = List.of("sqlStatementCache", "parseTreeCache");
    static final List<String> SQL_FEDERATION =
            List.of("sqlFederationEnabled", "allQueryUseSQLFederation", "executionPlanCache");
    /** The tags of the rules that are in a jar of their own. */
    static final List<String> FEATURE_RULE_TAGS = List.of("READWRITE_SPLITTING", "ENCRYPT", "MASK", "SHADOW", "LIMITS");

    private ConfigKeys() {}

    /** All of it but the keys of rules, which their providers know, by the name of the map. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("document", TOP);
        all.put("mode", MODE);
        all.put("transaction", TRANSACTION);
        all.put("sqlParser", SQL_PARSER);
        all.put("sqlFederation", SQL_FEDERATION);
        all.put("dataSources.<name>", PoolKeys.names());
        all.put("props", PropKey.keys());
        return all;
    }
}
