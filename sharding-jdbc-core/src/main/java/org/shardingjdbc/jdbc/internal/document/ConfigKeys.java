package org.shardingjdbc.jdbc.internal.document;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.internal.yaml.YamlMap;
import org.shardingjdbc.rule.internal.RuleProviders;

/**
 * Every key that a document may have, by the map that it stands in. {@code docs/configuration.md} is checked against
 * it.
 */
public final class ConfigKeys {
    public static final List<String> TOP = List.of(
            "databaseName",
            "mode",
            "dataSources",
            "rules",
            "props",
            "transaction",
            "sqlParser",
            "sqlFederation",
            "sqlTranslator");
    public static final List<String> MODE =
            List.of("type", "repository", "whenDifferent", "whenAway", "secretKey", "localCopy");
    public static final List<String> REPOSITORY = List.of("type", "props");
    public static final List<String> TRANSACTION = List.of("defaultType", "providerType", "props");
    public static final List<String> SQL_PARSER = List.of("sqlStatementCache", "parseTreeCache");
    public static final List<String> SQL_FEDERATION =
            List.of("sqlFederationEnabled", "allQueryUseSQLFederation", "executionPlanCache");
    public static final List<String> SQL_TRANSLATOR = List.of("type", "useOriginalSQLWhenTranslatingFailed");

    /** What ShardingSphere's documents had besides rules, and what to write instead. */
    private static final Map<String, String> INSTEAD = Map.of(
            "schemaName", "write it as 'databaseName'" + YamlMap.CONVERTED,
            "dataSourceCommon", "write its keys in each data source" + YamlMap.CONVERTED,
            "orchestration", "write it as 'mode'" + YamlMap.CONVERTED,
            "governance", "write it as 'mode'" + YamlMap.CONVERTED);

    private static final String BESIDE_RULES = "write it beside 'rules', as the key ";

    /** The same of rules that no rule here is made of, by tag. */
    private static final Map<String, String> RULES_INSTEAD = Map.of(
            "DB_DISCOVERY",
            "leave it out; name primaries and replicas in the rule that reads from replicas",
            "TRANSACTION",
            BESIDE_RULES + "'transaction'",
            "SQL_TRANSLATOR",
            BESIDE_RULES + "'sqlTranslator'");

    /** The tags of the rules that are in a jar of their own. */
    public static final List<String> FEATURE_RULE_TAGS =
            List.of("READWRITE_SPLITTING", "ENCRYPT", "MASK", "SHADOW", "LIMITS");

    private ConfigKeys() {}

    /**
     * What to write in place of keys that ShardingSphere's documents had.
     *
     * @param found the keys of a document
     * @return by key; rules are called by the tags of those that are made of them
     */
    public static Map<String, String> instead(List<String> found, RuleProviders providers) {
        Map<String, String> instead = new HashMap<>(INSTEAD);
        for (String key : found) {
            if (key.endsWith("Rule") || key.endsWith("Rules")) {
                String tag = providers.tagOf(key);
                instead.put(
                        key,
                        "write the rule under 'rules', by its tag" + (tag == null ? "" : " !" + tag)
                                + YamlMap.CONVERTED);
            }
        }
        return instead;
    }

    /** What to write in place of a rule that ShardingSphere has, by its tag; null where nothing is known. */
    public static @Nullable String ruleInstead(String tag, RuleProviders providers) {
        String ours = providers.tagOf("!" + tag);
        return ours == null ? RULES_INSTEAD.get(tag) : "write it as !" + ours;
    }

    /** All of it but props and the keys of rules, which their providers know, by the name of the map. */
    public static Map<String, List<String>> all() {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("document", TOP);
        all.put("mode", MODE);
        all.put("mode.repository", REPOSITORY);
        all.put("transaction", TRANSACTION);
        all.put("sqlParser", SQL_PARSER);
        all.put("sqlFederation", SQL_FEDERATION);
        all.put("sqlTranslator", SQL_TRANSLATOR);
        all.put("dataSources.<name>", PoolKeys.names());
        return all;
    }
}
