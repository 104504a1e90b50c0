package org.shardingjdbc.scaling.internal.layout;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Whether a data node that is in two layouts has the same rows in both, whatever they are: then it stays where it is.
 * It is proved of two kinds of layouts. By slots, the node has the same ones in both. By an algorithm that names the
 * actual table, both have the same one, the same names of actual tables in the same order, and each name once, so that
 * the name alone says the data node.
 */
final class StayingNodes {
    private final ShardingConfiguration from;
    private final ShardingConfiguration to;

    /** What chooses the data sources or the actual tables of a table. */
    private record Choice(StrategyConfiguration strategy, List<String> columns, AlgorithmConfiguration algorithm) {}

    StayingNodes(ShardingConfiguration from, ShardingConfiguration to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Whether that is proved of a node that both have.
     *
     * @param left its index in the layout of before
     * @param right its index in the next one
     */
    boolean stays(PartitionedTable before, int left, PartitionedTable next, int right) {
        if (!before.shardingColumns().equals(next.shardingColumns()) || !before.placesNullsAs(next)) {
            return false;
        }
        int[] one = before.slots();
        int[] other = next.slots();
        if (one != null && other != null) {
            return one.length == other.length && slots(one, left).equals(slots(other, right));
        }
        return one == null && other == null && isNamedAlike(before, next);
    }

    private static BitSet slots(int[] nodeOf, int node) {
        BitSet slots = new BitSet(nodeOf.length);
        for (int slot = 0; slot < nodeOf.length; slot++) {
            slots.set(slot, nodeOf[slot] == node);
        }
        return slots;
    }

    private boolean isNamedAlike(PartitionedTable before, PartitionedTable next) {
        boolean byName = before.namesActualTables()
                && next.namesActualTables()
                && before.actualTables().equals(next.actualTables())
                && before.actualTables().size() == before.dataNodes().size()
                && next.actualTables().size() == next.dataNodes().size();
        if (!byName) {
            return false;
        }
        Choice one = choice(from, before.name(), false);
        Choice other = choice(to, next.name(), false);
        return one != null && one.equals(other);
    }

    /** Whether the rules of a table that has the same data nodes in both are the same, whatever they are. */
    boolean isRuledAlike(String table) {
        return Objects.equals(choice(from, table, false), choice(to, table, false))
                && Objects.equals(choice(from, table, true), choice(to, table, true));
    }

    private static @Nullable Choice choice(ShardingConfiguration configuration, String table, boolean ofDatabase) {
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                StrategyConfiguration strategy = strategy(sharding, table, ofDatabase);
                AlgorithmConfiguration algorithm =
                        strategy == null ? null : named(sharding.shardingAlgorithms(), algorithm(strategy));
                if (strategy != null && algorithm != null) {
                    return new Choice(nameless(strategy), column(sharding, strategy), algorithm);
                }
            }
        }
        return null;
    }

    private static List<String> column(ShardingRuleConfiguration sharding, StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            String column =
                    standard.shardingColumn() == null ? sharding.defaultShardingColumn() : standard.shardingColumn();
            return column == null ? List.of() : List.of(column.trim().toLowerCase(Locale.ROOT));
        }
        return strategy instanceof StrategyConfiguration.Complex complex
                ? complex.shardingColumns().stream()
                        .map(each -> each.trim().toLowerCase(Locale.ROOT))
                        .toList()
                : List.of();
    }

    private static @Nullable AlgorithmConfiguration named(
            Map<String, AlgorithmConfiguration> algorithms, @Nullable String name) {
        Map<String, AlgorithmConfiguration> folded = new HashMap<>();
        algorithms.forEach((each, algorithm) -> folded.put(each.toLowerCase(Locale.ROOT), algorithm));
        return name == null ? null : folded.get(name.trim().toLowerCase(Locale.ROOT));
    }

    private static @Nullable StrategyConfiguration strategy(
            ShardingRuleConfiguration sharding, String table, boolean ofDatabase) {
        for (ShardedTableConfiguration each : sharding.tables()) {
            if (each.logicTable().equalsIgnoreCase(table)) {
                StrategyConfiguration own = ofDatabase ? each.databaseStrategy() : each.tableStrategy();
                StrategyConfiguration usual =
                        ofDatabase ? sharding.defaultDatabaseStrategy() : sharding.defaultTableStrategy();
                return own == null ? usual : own;
            }
        }
        for (AutoTableConfiguration each : sharding.autoTables()) {
            if (each.logicTable().equalsIgnoreCase(table)) {
                return ofDatabase ? null : each.shardingStrategy();
            }
        }
        return null;
    }

    private static @Nullable String algorithm(StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return standard.shardingAlgorithmName();
        }
        if (strategy instanceof StrategyConfiguration.Hint hint) {
            return hint.shardingAlgorithmName();
        }
        return strategy instanceof StrategyConfiguration.Complex complex ? complex.shardingAlgorithmName() : null;
    }

    /** What the algorithm is called is of no matter; which columns there are is compared apart. */
    private static StrategyConfiguration nameless(StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return new StrategyConfiguration.Standard(null, null, standard.nullPlacement());
        }
        return strategy instanceof StrategyConfiguration.Hint
                ? new StrategyConfiguration.Hint(null)
                : new StrategyConfiguration.Complex(List.of(), null);
    }
}
