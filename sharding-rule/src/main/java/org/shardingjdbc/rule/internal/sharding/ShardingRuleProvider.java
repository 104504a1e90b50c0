package org.shardingjdbc.rule.internal.sharding;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;

/** {@code !SHARDING}: tables whose rows are spread over data nodes. */
public final class ShardingRuleProvider implements RuleProvider<ShardingRuleConfiguration> {
    @Override
    public String tag() {
        return "SHARDING";
    }

    @Override
    public Class<ShardingRuleConfiguration> configurationType() {
        return ShardingRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return ShardingConversion.PART;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.PLACES);
    }

    @Override
    public ConfigurationText write(ShardingRuleConfiguration configuration) {
        return ShardingRuleWriter.write(configuration);
    }

    @Override
    public ShardingRuleConfiguration read(ConfigurationMap map) {
        return new ShardingRuleReader(map.problems()).read(map.only(ShardingKeys.SHARDING, ShardingKeys.INSTEAD));
    }

    @Override
    public Rule compile(ShardingRuleConfiguration configuration, RuleSetup setup) {
        Algorithms algorithms = new Algorithms(
                Extensions.services(ShardingAlgorithmFactory.class), Extensions.services(ForeignAlgorithms.class));
        return new ShardingRuleCompiler(configuration, setup, algorithms).compile();
    }

    @Override
    public Map<String, List<String>> keys() {
        return ShardingKeys.all();
    }
}
