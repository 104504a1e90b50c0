package org.shardingjdbc.feature.lookup.internal;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.feature.lookup.LookUpIndex;
import org.shardingjdbc.feature.lookup.LookUpRuleConfiguration;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Reads and compiles {@code !LOOKUP}. Stateless. */
public final class LookUpRuleProvider implements RuleProvider<LookUpRuleConfiguration> {
    static final String TABLES = "tables";
    static final String LOOK_UPS = "lookups";
    static final String COLUMNS = "columns";
    static final String UNIQUE = "unique";
    static final String TABLE = "table";
    static final String PRIMARY_KEY = "primaryKey";
    static final String COVERING = "covering";

    private static final List<String> RULE_KEYS = List.of(TABLES);
    private static final List<String> TABLE_KEYS = List.of(LOOK_UPS);
    private static final List<String> INDEX_KEYS = List.of(COLUMNS, UNIQUE, TABLE, PRIMARY_KEY, COVERING);

    @Override
    public String tag() {
        return "LOOKUP";
    }

    @Override
    public Class<LookUpRuleConfiguration> configurationType() {
        return LookUpRuleConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.PLACES);
    }

    @Override
    public boolean readsTables() {
        return true;
    }

    @Override
    public ConfigurationText write(LookUpRuleConfiguration configuration) {
        return new ConfigurationText().maps(TABLES, configuration.tables(), indexes -> new ConfigurationText()
                .maps(LOOK_UPS, indexes, LookUpRuleProvider::written));
    }

    private static ConfigurationText written(LookUpIndex index) {
        return new ConfigurationText()
                .texts(COLUMNS, index.columns())
                .flag(UNIQUE, index.unique(), false)
                .text(TABLE, index.table())
                .texts(PRIMARY_KEY, index.primaryKey())
                .texts(COVERING, index.covering());
    }

    @Override
    public LookUpRuleConfiguration read(ConfigurationMap map) {
        return new LookUpRuleConfiguration(map.only(RULE_KEYS).maps(TABLES, LookUpRuleProvider::indexes));
    }

    private static Map<String, LookUpIndex> indexes(ConfigurationMap table) {
        return table.only(TABLE_KEYS).maps(LOOK_UPS, LookUpRuleProvider::index);
    }

    private static LookUpIndex index(ConfigurationMap map) {
        ConfigurationMap index = map.only(INDEX_KEYS);
        return new LookUpIndex(
                index.names(COLUMNS),
                index.flag(UNIQUE, false),
                index.requiredText(TABLE),
                index.names(PRIMARY_KEY),
                index.names(COVERING));
    }

    @Override
    public Rule compile(LookUpRuleConfiguration configuration, RuleSetup setup) {
        return new LookUpRuleCompiler(configuration, setup).compile();
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!LOOKUP", RULE_KEYS, "!LOOKUP table", TABLE_KEYS, "!LOOKUP look-up", INDEX_KEYS);
    }
}
