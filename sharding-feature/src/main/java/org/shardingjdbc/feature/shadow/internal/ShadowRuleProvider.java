package org.shardingjdbc.feature.shadow.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.feature.shadow.ShadowDataSource;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration.Definitions;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration.Undecided;
import org.shardingjdbc.feature.shadow.ShadowTable;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Reads and compiles {@code !SHADOW}. Stateless. */
public final class ShadowRuleProvider implements RuleProvider<ShadowRuleConfiguration> {
    static final String DATA_SOURCES = "dataSources";
    static final String PRODUCTION = "productionDataSourceName";
    static final String SHADOW = "shadowDataSourceName";
    static final String TABLES = "tables";
    static final String DATA_SOURCE_NAMES = "dataSourceNames";
    static final String ALGORITHM_NAMES = "shadowAlgorithmNames";
    static final String DEFAULT_ALGORITHM = "defaultShadowAlgorithmName";
    static final String ALGORITHMS = "shadowAlgorithms";
    static final String DEFINITIONS = "definitions";
    static final String UNDECIDED = "undecided";

    private static final List<String> RULE =
            List.of(DATA_SOURCES, TABLES, DEFAULT_ALGORITHM, ALGORITHMS, DEFINITIONS, UNDECIDED);
    private static final List<String> DATA_SOURCE = List.of(PRODUCTION, SHADOW);
    private static final List<String> TABLE = List.of(DATA_SOURCE_NAMES, ALGORITHM_NAMES);

    private static final String EACH_PAIR =
            "write a data source of '" + PRODUCTION + "' and '" + SHADOW + "' for each pair";

    /** What ShardingSphere had before 5.3, and what stands in its place. */
    private static final Map<String, String> FORMER = Map.of(
            "enable",
            "leave the rule out where nothing is to go to shadows",
            "sourceDataSourceNames",
            EACH_PAIR,
            "shadowDataSourceNames",
            EACH_PAIR,
            "column",
            "write an algorithm of type VALUE_MATCH and name it under '" + ALGORITHM_NAMES + "'");

    private static final Map<String, String> FORMER_OF_SOURCE =
            Map.of("sourceDataSourceName", "write it as '" + PRODUCTION + "'");

    @Override
    public String tag() {
        return "SHADOW";
    }

    @Override
    public Class<ShadowRuleConfiguration> configurationType() {
        return ShadowRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return ShadowConversion.PART;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.AS_WRITTEN).andBefore("LIMITS");
    }

    @Override
    public ConfigurationText write(ShadowRuleConfiguration configuration) {
        return new ConfigurationText()
                .maps(DATA_SOURCES, configuration.dataSources(), each -> new ConfigurationText()
                        .text(PRODUCTION, each.productionDataSourceName())
                        .text(SHADOW, each.shadowDataSourceName()))
                .maps(TABLES, configuration.tables(), each -> new ConfigurationText()
                        .texts(DATA_SOURCE_NAMES, each.dataSourceNames())
                        .texts(ALGORITHM_NAMES, each.shadowAlgorithmNames()))
                .text(DEFAULT_ALGORITHM, configuration.defaultShadowAlgorithmName())
                .algorithms(ALGORITHMS, configuration.shadowAlgorithms())
                .constant(DEFINITIONS, configuration.definitions(), Definitions.PRODUCTION)
                .constant(UNDECIDED, configuration.undecided(), Undecided.REFUSE);
    }

    @Override
    public ShadowRuleConfiguration read(ConfigurationMap map) {
        ConfigurationMap rule = map.only(RULE, FORMER);
        return new ShadowRuleConfiguration(
                rule.maps(DATA_SOURCES, ShadowRuleProvider::dataSource),
                rule.maps(TABLES, ShadowRuleProvider::table),
                rule.text(DEFAULT_ALGORITHM),
                rule.algorithms(ALGORITHMS),
                rule.constant(DEFINITIONS, Definitions.PRODUCTION),
                rule.constant(UNDECIDED, Undecided.REFUSE));
    }

    private static ShadowDataSource dataSource(ConfigurationMap map) {
        ConfigurationMap entry = map.only(DATA_SOURCE, FORMER_OF_SOURCE);
        return new ShadowDataSource(entry.requiredText(PRODUCTION), entry.requiredText(SHADOW));
    }

    private static ShadowTable table(ConfigurationMap map) {
        ConfigurationMap entry = map.only(TABLE);
        return new ShadowTable(entry.textList(DATA_SOURCE_NAMES), entry.textList(ALGORITHM_NAMES));
    }

    @Override
    public List<String> chosenDataSources(ShadowRuleConfiguration configuration) {
        List<String> shadows = new ArrayList<>();
        for (ShadowDataSource each : configuration.dataSources().values()) {
            if (each.shadowDataSourceName() != null) {
                shadows.add(each.shadowDataSourceName());
            }
        }
        return shadows;
    }

    @Override
    public Map<String, String> dataSourceNames(ShadowRuleConfiguration configuration) {
        Map<String, String> names = new LinkedHashMap<>();
        configuration.dataSources().forEach((name, each) -> {
            if (each.productionDataSourceName() != null) {
                names.put(name, each.productionDataSourceName());
            }
        });
        return names;
    }

    @Override
    public Rule compile(ShadowRuleConfiguration configuration, RuleSetup setup) {
        return new ShadowRuleCompiler(configuration, setup).compile();
    }

    @Override
    public String shadowAdvice() {
        return "configure !SHADOW";
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!SHADOW", RULE, "!SHADOW data source", DATA_SOURCE, "!SHADOW table", TABLE);
    }
}
