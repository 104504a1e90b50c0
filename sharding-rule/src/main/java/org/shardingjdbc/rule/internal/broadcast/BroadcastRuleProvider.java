package org.shardingjdbc.rule.internal.broadcast;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.problem.ConfigPath;

/** {@code !BROADCAST}: tables with the same rows in every data source. */
public final class BroadcastRuleProvider implements RuleProvider<BroadcastRuleConfiguration> {
    private static final String TABLES = "tables";
    private static final List<String> KEYS = List.of(TABLES);

    @Override
    public String tag() {
        return "BROADCAST";
    }

    @Override
    public Class<BroadcastRuleConfiguration> configurationType() {
        return BroadcastRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return new RuleConversion(Set.of("!BROADCAST"), (name, rule, draft) -> {
            ForeignKeys keys = new ForeignKeys(rule, draft.verdicts());
            keys.copyList("tables", draft.rule("BROADCAST"));
            keys.end();
        });
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.PLACES);
    }

    @Override
    public ConfigurationText write(BroadcastRuleConfiguration configuration) {
        return new ConfigurationText().texts(TABLES, configuration.tables());
    }

    @Override
    public BroadcastRuleConfiguration read(ConfigurationMap map) {
        return new BroadcastRuleConfiguration(map.only(KEYS).names(TABLES));
    }

    @Override
    public Rule compile(BroadcastRuleConfiguration configuration, RuleSetup setup) {
        for (int i = 0; i < configuration.tables().size(); i++) {
            String table = configuration.tables().get(i).trim();
            ConfigPath at = setup.path().key(TABLES).index(i);
            if (table.isEmpty()) {
                setup.problems().add(at, "a table name is missing");
            } else {
                setup.place(new ReplicatedTable(table), at);
            }
        }
        return () -> "Broadcast";
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!BROADCAST", KEYS);
    }
}
