package org.shardingjdbc.feature.readwrite.internal;

import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.internal.NamedAlgorithms;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.feature.readwrite.PrimaryCheckFactory;
import org.shardingjdbc.feature.readwrite.internal.health.HttpPrimaryCheck;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Makes the checks that know besides the databases which one is the primary of a group; reports mistakes. Stateless.
 */
final class PrimaryChecks {
    private PrimaryChecks() {}

    /** Makes the check of a group. */
    private interface Maker extends BiFunction<List<String>, AlgorithmProperties, PrimaryCheck> {}

    private static TypeRegistry<Maker> types() {
        return new TypeRegistry<Maker>("primary-check type")
                .builtIn("HTTP", HttpPrimaryCheck::of)
                .services(PrimaryCheckFactory.class, PrimaryCheckFactory::type, factory -> factory::create);
    }

    /**
     * The check of a group.
     *
     * @param entry null for none
     * @param dataSources the primary first
     * @param at where the entry stands
     * @return null for none, and after a mistake
     */
    static @Nullable PrimaryCheck of(
            @Nullable AlgorithmConfiguration entry, List<String> dataSources, ConfigPath at, Problems problems) {
        if (entry == null || entry.type() == null) {
            return null;
        }
        Maker maker = types().find(entry.type(), at.key("type"), problems);
        return maker == null
                ? null
                : NamedAlgorithms.madeOfDataSources(
                        entry, at, problems, properties -> maker.apply(dataSources, properties));
    }
}
