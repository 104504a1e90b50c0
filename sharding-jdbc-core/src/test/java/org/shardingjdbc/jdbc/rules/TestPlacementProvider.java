package org.shardingjdbc.jdbc.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** A rule that no engine knows, with a placement that none knows either: see {@link TestPlacementConfiguration}. */
public final class TestPlacementProvider implements RuleProvider<TestPlacementConfiguration> {
    /** Rows by the first letter of a text: those from A to M in the first data source, the others in the last one. */
    private record ByInitial(String name, String column, List<DataNode> dataNodes) implements PartitionedTable {
        @Override
        public List<String> shardingColumns() {
            return List.of(column);
        }

        @Override
        public int[] databaseColumns() {
            return new int[] {0};
        }

        @Override
        public boolean placedByColumns() {
            return true;
        }

        @Override
        public int[] route(Domain[] domains, HintValues hints) {
            if (domains[0] instanceof Domain.Points points) {
                TreeSet<Integer> nodes = new TreeSet<>();
                for (Object value : points.values()) {
                    nodes.add(node((String) value));
                }
                return nodes.stream().mapToInt(Integer::intValue).toArray();
            }
            return IntStream.range(0, dataNodes.size()).toArray();
        }

        private int node(String value) {
            return value.toLowerCase(Locale.ROOT).compareTo("n") < 0 ? 0 : dataNodes.size() - 1;
        }
    }

    @Override
    public String tag() {
        return "TEST_PLACEMENT";
    }

    @Override
    public Class<TestPlacementConfiguration> configurationType() {
        return TestPlacementConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.before("SHARDING");
    }

    @Override
    public TestPlacementConfiguration read(ConfigurationMap map) {
        ConfigurationMap only = map.only(List.of("table", "column"));
        return new TestPlacementConfiguration(only.requiredText("table"), only.requiredText("column"));
    }

    @Override
    public Rule compile(TestPlacementConfiguration configuration, RuleSetup setup) {
        List<DataNode> nodes = new ArrayList<>();
        for (int i = 0; i < setup.dataSourceNames().size(); i++) {
            nodes.add(new DataNode(i, setup.dataSourceNames().get(i), configuration.table() + "_by_initial"));
        }
        setup.place(
                new ByInitial(configuration.table(), configuration.column(), List.copyOf(nodes)),
                setup.path().key("table"));
        return () -> "TEST_PLACEMENT";
    }
}
