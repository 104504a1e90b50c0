package org.shardingjdbc.feature.encrypt;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !ENCRYPT}. Immutable.
 *
 * @param tables the encrypted columns by their logic names, by the logic names of their tables
 * @param encryptors algorithms by the names that columns call them
 */
public record EncryptRuleConfiguration(
        Map<String, Map<String, EncryptedColumn>> tables, Map<String, AlgorithmConfiguration> encryptors)
        implements RuleConfiguration {
    /** Copies both in their order. */
    public EncryptRuleConfiguration {
        Map<String, Map<String, EncryptedColumn>> copied = new LinkedHashMap<>();
        tables.forEach(
                (table, columns) -> copied.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(columns))));
        tables = Collections.unmodifiableMap(copied);
        encryptors = Collections.unmodifiableMap(new LinkedHashMap<>(encryptors));
    }
}
