package org.shardingjdbc.jdbc.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.rule.ConfigurationMap;
import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.PlannedStatement;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.RenamedTable;
import org.shardingjdbc.rule.problem.ConfigPath;

/** A rule that no engine knows: see {@link TestRuleConfiguration}. */
public final class TestRuleProvider implements RuleProvider<TestRuleConfiguration> {
    /** The logic table whose hinted value {@code stand-in} asks for the other data source. */
    static final String HINT = "test_rule";

    private static final List<String> KEYS = List.of("prefix", "tables", "standIns", "readOnly");

    private record TestRule(DataSourceChoice dataSourceChoice, List<String> readOnly) implements Rule {
        @Override
        public String refusal(PlannedStatement statement) {
            for (String table : readOnly) {
                if (statement.kind() == StatementKind.WRITE
                        && statement.logicTables().contains(table)) {
                    return table + " is only read";
                }
            }
            return null;
        }
    }

    @Override
    public String tag() {
        return "TEST_RULE";
    }

    @Override
    public Class<TestRuleConfiguration> configurationType() {
        return TestRuleConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.LIMITS;
    }

    @Override
    public TestRuleConfiguration read(ConfigurationMap map) {
        ConfigurationMap standIns = map.only(KEYS).map("standIns");
        return new TestRuleConfiguration(
                map.requiredText("prefix"),
                map.textList("tables"),
                standIns == null ? Map.of() : standIns.texts(),
                map.textList("readOnly"));
    }

    @Override
    public List<String> chosenDataSources(TestRuleConfiguration configuration) {
        return List.copyOf(configuration.standIns().values());
    }

    @Override
    public Rule compile(TestRuleConfiguration configuration, RuleSetup setup) {
        for (int i = 0; i < configuration.tables().size(); i++) {
            String table = configuration.tables().get(i);
            DataNode node = new DataNode(0, setup.dataSourceNames().get(0), configuration.prefix() + table);
            setup.place(
                    new RenamedTable(table, node), setup.path().key("tables").index(i));
        }
        return new TestRule(choice(configuration, setup), configuration.readOnly());
    }

    private static DataSourceChoice choice(TestRuleConfiguration configuration, RuleSetup setup) {
        if (configuration.standIns().isEmpty()) {
            return null;
        }
        List<Integer> other = new ArrayList<>();
        for (String name : setup.dataSourceNames()) {
            ConfigPath at = setup.path().key("standIns").key(name);
            other.add(setup.anyDataSource(configuration.standIns().getOrDefault(name, name), at));
        }
        return (dataSource, facts) ->
                facts.hints().tableValues(HINT).contains("stand-in") ? other.get(dataSource) : dataSource;
    }
}
