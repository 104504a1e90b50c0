package org.shardingjdbc.scaling.internal.layout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * What rules of the module sharding-feature say, which need not be there: its classes are loaded where a configuration
 * has a rule of it. Stateless.
 */
final class OptionalRules {
    private static final String PACKAGE = "org.shardingjdbc.feature.";

    private OptionalRules() {}

    private static List<RuleConfiguration> of(ShardingConfiguration configuration) {
        return configuration.rules().stream()
                .filter(each -> each.getClass().getName().startsWith(PACKAGE))
                .toList();
    }

    /** The replicas of primaries that have some. */
    static Map<String, List<String>> replicas(ShardingConfiguration configuration) {
        Map<String, List<String>> replicas = new LinkedHashMap<>();
        for (RuleConfiguration each : of(configuration)) {
            if (each instanceof ReadwriteSplittingConfiguration splitting) {
                for (DataSourceGroup group : splitting.dataSourceGroups().values()) {
                    String primary = group.writeDataSourceName();
                    if (primary != null && !group.readDataSourceNames().isEmpty()) {
                        replicas.put(primary, group.readDataSourceNames());
                    }
                }
            }
        }
        return replicas;
    }

    /** How columns are encrypted, with the algorithms, by tables and columns in lower case. */
    static Map<String, Map<String, String>> encryptedColumns(ShardingConfiguration configuration) {
        Map<String, Map<String, String>> tables = new LinkedHashMap<>();
        for (RuleConfiguration each : of(configuration)) {
            if (each instanceof EncryptRuleConfiguration encrypt) {
                encrypt.tables().forEach((table, columns) -> {
                    Map<String, String> its = new LinkedHashMap<>();
                    columns.forEach((column, how) ->
                            its.put(column.toLowerCase(Locale.ROOT), described(how, encrypt.encryptors())));
                    tables.put(table.toLowerCase(Locale.ROOT), its);
                });
            }
        }
        return tables;
    }

    /** All algorithms of those names that it mentions, so that one that becomes another one is a difference. */
    private static String described(EncryptedColumn column, Map<String, AlgorithmConfiguration> encryptors) {
        String text = column.cipher() + " " + column.assistedQuery() + " " + column.likeQuery() + " " + column.plain();
        Map<String, AlgorithmConfiguration> its = new LinkedHashMap<>();
        encryptors.forEach((name, algorithm) -> {
            if (text.contains(name)) {
                its.put(name, algorithm);
            }
        });
        return text + its;
    }
}
