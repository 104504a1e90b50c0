package org.shardingjdbc.feature.shadow.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.internal.NamedAlgorithms;
import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration;
import org.shardingjdbc.feature.shadow.ShadowTable;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Compiles one {@code !SHADOW}; reports its mistakes. One per compilation. */
final class ShadowRuleCompiler {
    private final ShadowRuleConfiguration configuration;
    private final RuleSetup setup;
    private final NamedAlgorithms<ShadowAlgorithm> algorithms;

    ShadowRuleCompiler(ShadowRuleConfiguration configuration, RuleSetup setup) {
        this.configuration = configuration;
        this.setup = setup;
        this.algorithms = new NamedAlgorithms<>(
                "shadow algorithm",
                configuration.shadowAlgorithms(),
                setup.path().key(ShadowRuleProvider.ALGORITHMS),
                setup.problems());
    }

    Rule compile() {
        algorithms.make(ShadowTypes.all());
        int[] shadows = shadows();
        Map<String, List<ShadowAlgorithm>> tables = new HashMap<>();
        configuration.tables().forEach((name, table) -> {
            ConfigPath at = setup.path().key(ShadowRuleProvider.TABLES).key(name);
            if (tables.put(name.toLowerCase(Locale.ROOT), algorithms(table, at)) != null) {
                setup.problems().addAtKey(at, "table '" + name + "' is there twice");
            }
        });
        return new ShadowRule(
                new ShadowDataSources(setup.dataSources().all(), shadows),
                new Marks(
                        tables,
                        byDefault(),
                        algorithms.all().stream()
                                .filter(HintShadowAlgorithm.class::isInstance)
                                .map(HintShadowAlgorithm.class::cast)
                                .toList(),
                        configuration.definitions(),
                        configuration.undecided()));
    }

    /** The shadow's index of each data source, -1 for none. */
    private int[] shadows() {
        int[] shadows = new int[setup.dataSources().all().size()];
        Arrays.fill(shadows, -1);
        Set<String> used = new HashSet<>();
        configuration.dataSources().forEach((name, each) -> {
            ConfigPath at = setup.path().key(ShadowRuleProvider.DATA_SOURCES).key(name);
            String ofProduction = each.productionDataSourceName();
            String ofShadow = each.shadowDataSourceName();
            if (isWritten(name, at) && ofProduction != null && ofShadow != null) {
                int production = setup.anyDataSource(ofProduction, at.key(ShadowRuleProvider.PRODUCTION));
                int shadow = setup.anyDataSource(ofShadow, at.key(ShadowRuleProvider.SHADOW));
                requireUnused(production, ofProduction, used, at.key(ShadowRuleProvider.PRODUCTION));
                requireUnused(shadow, ofShadow, used, at.key(ShadowRuleProvider.SHADOW));
                if (production >= 0) {
                    shadows[production] = shadow;
                }
            }
        });
        if (configuration.dataSources().isEmpty()) {
            setup.problems().add(setup.path(), "key '" + ShadowRuleProvider.DATA_SOURCES + "' is missing or empty");
        }
        return shadows;
    }

    private boolean isWritten(String name, ConfigPath at) {
        if (name.indexOf('$') >= 0) {
            setup.problems()
                    .addAtKey(at, "the name of a data source is no row expression here; write an entry for each");
            return false;
        }
        return true;
    }

    private void requireUnused(int index, String name, Set<String> used, ConfigPath at) {
        if (index >= 0 && !used.add(setup.dataSources().all().get(index))) {
            setup.problems()
                    .add(at, "data source '" + name + "' has a part already; each is one production or one shadow");
        }
    }

    private List<ShadowAlgorithm> algorithms(ShadowTable table, ConfigPath at) {
        if (table.dataSourceNames().isEmpty()) {
            setup.problems()
                    .add(
                            at,
                            "key '" + ShadowRuleProvider.DATA_SOURCE_NAMES
                                    + "' is missing or empty; name the entries of dataSources where the table is");
        }
        for (int i = 0; i < table.dataSourceNames().size(); i++) {
            String name = table.dataSourceNames().get(i);
            if (!configuration.dataSources().containsKey(name)) {
                setup.problems()
                        .unknown(
                                at.key(ShadowRuleProvider.DATA_SOURCE_NAMES).index(i),
                                "shadow data source",
                                name,
                                configuration.dataSources().keySet());
            }
        }
        if (table.shadowAlgorithmNames().isEmpty() && configuration.defaultShadowAlgorithmName() == null) {
            setup.problems()
                    .add(
                            at,
                            "key '" + ShadowRuleProvider.ALGORITHM_NAMES + "' is missing or empty, and there is no '"
                                    + ShadowRuleProvider.DEFAULT_ALGORITHM + "'; nothing would mark a statement");
        }
        List<ShadowAlgorithm> found = new ArrayList<>();
        for (int i = 0; i < table.shadowAlgorithmNames().size(); i++) {
            ConfigPath place = at.key(ShadowRuleProvider.ALGORITHM_NAMES).index(i);
            ShadowAlgorithm algorithm =
                    algorithms.named(table.shadowAlgorithmNames().get(i), place);
            if (algorithm != null) {
                found.add(algorithm);
            }
        }
        return List.copyOf(found);
    }

    /** Null for none. */
    private @Nullable HintShadowAlgorithm byDefault() {
        String name = configuration.defaultShadowAlgorithmName();
        if (name == null) {
            return null;
        }
        ConfigPath at = setup.path().key(ShadowRuleProvider.DEFAULT_ALGORITHM);
        ShadowAlgorithm algorithm = algorithms.named(name, at);
        if (algorithm != null && !(algorithm instanceof HintShadowAlgorithm)) {
            setup.problems()
                    .add(
                            at,
                            "algorithm '" + name
                                    + "' looks at a column, which not every table has; name one of type SQL_HINT");
        }
        return algorithm instanceof HintShadowAlgorithm hint ? hint : null;
    }
}
