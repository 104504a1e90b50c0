package org.shardingjdbc.feature.mask;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !MASK}. Immutable.
 *
 * @param tables the masked columns by their names, by the logic names of their tables
 * @param maskAlgorithms algorithms by the names that columns call them
 * @param readerClientInfo the client info property by which a connection may name its reader; null where it must not
 */
public record MaskRuleConfiguration(
        Map<String, Map<String, MaskedColumn>> tables,
        Map<String, AlgorithmConfiguration> maskAlgorithms,
        @Nullable String readerClientInfo)
        implements RuleConfiguration {
    /** Connections must not name their reader. */
    public MaskRuleConfiguration(
            Map<String, Map<String, MaskedColumn>> tables, Map<String, AlgorithmConfiguration> maskAlgorithms) {
        this(tables, maskAlgorithms, null);
    }

    /** Copies both in their order. */
    public MaskRuleConfiguration {
        Map<String, Map<String, MaskedColumn>> copied = new LinkedHashMap<>();
        tables.forEach(
                (table, columns) -> copied.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(columns))));
        tables = Collections.unmodifiableMap(copied);
        maskAlgorithms = Collections.unmodifiableMap(new LinkedHashMap<>(maskAlgorithms));
    }
}
