package org.shardingjdbc.feature.shadow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !SHADOW}. Immutable.
 *
 * @param dataSources by the names that other rules and users call them
 * @param tables by logic names
 * @param defaultShadowAlgorithmName an algorithm of hints that marks statements on any table; null for none
 * @param shadowAlgorithms by the names that tables call them
 * @param definitions where definitions run that no hint sends elsewhere
 * @param undecided what happens to a statement of which the algorithms cannot tell whether it is marked
 */
public record ShadowRuleConfiguration(
        Map<String, ShadowDataSource> dataSources,
        Map<String, ShadowTable> tables,
        @Nullable String defaultShadowAlgorithmName,
        Map<String, AlgorithmConfiguration> shadowAlgorithms,
        Definitions definitions,
        Undecided undecided)
        implements RuleConfiguration {
    /** Where definitions run. */
    public enum Definitions {
        PRODUCTION,
        /** On the shadow first, then on production. */
        BOTH
    }

    /** What happens to a statement that may be marked or not. */
    public enum Undecided {
        REFUSE,
        /** The statement counts as one without a mark. */
        PRODUCTION
    }

    /** Copies the maps in their order. */
    public ShadowRuleConfiguration {
        dataSources = Collections.unmodifiableMap(new LinkedHashMap<>(dataSources));
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        shadowAlgorithms = Collections.unmodifiableMap(new LinkedHashMap<>(shadowAlgorithms));
    }

    /** Definitions run on production, and statements that cannot be decided are refused. */
    public ShadowRuleConfiguration(
            Map<String, ShadowDataSource> dataSources,
            Map<String, ShadowTable> tables,
            @Nullable String defaultShadowAlgorithmName,
            Map<String, AlgorithmConfiguration> shadowAlgorithms) {
        this(
                dataSources,
                tables,
                defaultShadowAlgorithmName,
                shadowAlgorithms,
                Definitions.PRODUCTION,
                Undecided.REFUSE);
    }
}
