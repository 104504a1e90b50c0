package org.shardingjdbc.scaling.internal.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Makes the configuration in which slots are on other data nodes. One per change. */
final class NextSlots {
    private static final String VERSION = "_v";

    private final ShardingConfiguration current;
    private final List<PartitionedTable> tables;
    private final int slotCount;
    private final List<Node> nodes = new ArrayList<>();

    /**
     * A data node of the next layout.
     *
     * @param position of one that is there; -1 for a new one
     * @param name of a new one, as the first table calls it
     * @param changed whether it has other slots than before
     */
    private record Node(int position, String name, BitSet slots, boolean changed) {}

    /**
     * @param tables that are bound to each other
     * @param slots by slot the position of its data node
     * @param targets by slot the data node of the first table that it goes to, or null
     */
    NextSlots(ShardingConfiguration current, List<PartitionedTable> tables, int[] slots, @Nullable String[] targets) {
        this.current = current;
        this.tables = tables;
        this.slotCount = slots.length;
        Map<String, Integer> positions = new LinkedHashMap<>();
        List<BitSet> before = new ArrayList<>();
        List<BitSet> after = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (DataNode node : tables.get(0).dataNodes()) {
            positions.put(node.toString().toLowerCase(Locale.ROOT), names.size());
            add(node.toString(), names, before, after);
        }
        for (int slot = 0; slot < slots.length; slot++) {
            String target = targets[slot];
            int position = slots[slot];
            before.get(position).set(slot);
            if (target != null) {
                Integer known = positions.get(target.toLowerCase(Locale.ROOT));
                if (known == null) {
                    known = names.size();
                    positions.put(target.toLowerCase(Locale.ROOT), known);
                    add(target, names, before, after);
                }
                position = known;
            }
            after.get(position).set(slot);
        }
        int there = tables.get(0).dataNodes().size();
        for (int i = 0; i < names.size(); i++) {
            boolean changed = !before.get(i).equals(after.get(i));
            // one that has lost all its slots goes
            if (!changed || !after.get(i).isEmpty()) {
                nodes.add(new Node(i < there ? i : -1, names.get(i), after.get(i), changed));
            }
        }
    }

    private static void add(String name, List<String> names, List<BitSet> before, List<BitSet> after) {
        names.add(name);
        before.add(new BitSet());
        after.add(new BitSet());
    }

    ShardingConfiguration configuration() {
        List<RuleConfiguration> rules = new ArrayList<>();
        for (RuleConfiguration rule : current.rules()) {
            rules.add(rule instanceof ShardingRuleConfiguration sharding ? changed(sharding) : rule);
        }
        return current.toBuilder().rules(rules).build();
    }

    private ShardingRuleConfiguration changed(ShardingRuleConfiguration rule) {
        Map<String, AlgorithmConfiguration> algorithms = new LinkedHashMap<>(rule.shardingAlgorithms());
        List<ShardedTableConfiguration> listed = new ArrayList<>();
        List<AutoTableConfiguration> counted = new ArrayList<>();
        for (ShardedTableConfiguration each : rule.tables()) {
            PartitionedTable moved = moved(each.logicTable());
            StrategyConfiguration own = each.tableStrategy();
            listed.add(
                    moved == null
                            ? each
                            : changed(each, moved, own == null ? rule.defaultTableStrategy() : own, rule, algorithms));
        }
        for (AutoTableConfiguration each : rule.autoTables()) {
            PartitionedTable moved = moved(each.logicTable());
            if (moved == null) {
                counted.add(each);
                continue;
            }
            ShardedTableConfiguration same = new ShardedTableConfiguration(
                    each.logicTable(),
                    null,
                    StrategyConfiguration.none(),
                    null,
                    each.keyGenerateStrategy(),
                    each.auditStrategy());
            listed.add(changed(same, moved, each.shardingStrategy(), rule, algorithms));
        }
        return new ShardingRuleConfiguration(
                listed,
                counted,
                rule.bindingTables(),
                rule.defaultDatabaseStrategy(),
                rule.defaultTableStrategy(),
                rule.defaultKeyGenerateStrategy(),
                rule.defaultAuditStrategy(),
                rule.defaultShardingColumn(),
                rule.keyGenerateStrategies(),
                algorithms,
                rule.keyGenerators(),
                rule.auditors());
    }

    private @Nullable PartitionedTable moved(String logicTable) {
        for (PartitionedTable each : tables) {
            if (each.name().equalsIgnoreCase(logicTable)) {
                return each;
            }
        }
        return null;
    }

    /** @param algorithms gets the algorithm that the table has then */
    private ShardedTableConfiguration changed(
            ShardedTableConfiguration table,
            PartitionedTable moved,
            @Nullable StrategyConfiguration strategy,
            ShardingRuleConfiguration rule,
            Map<String, AlgorithmConfiguration> algorithms) {
        if (!(strategy instanceof StrategyConfiguration.Standard standard)
                || standard.shardingAlgorithmName() == null) {
            throw new IllegalStateException("table " + moved.name() + " has slots and no standard strategy");
        }
        String name = standard.shardingAlgorithmName().trim();
        List<String> names = names(moved);
        Map<String, String> props =
                new LinkedHashMap<>(Objects.requireNonNull(named(rule.shardingAlgorithms(), name), name)
                        .props());
        props.remove("sharding-count");
        props.put("slots", String.valueOf(slotCount));
        props.put("nodes", entries(names));
        String called = users(rule, name) == 1 ? name : name + "_" + moved.name();
        algorithms.keySet().removeIf(each -> each.equalsIgnoreCase(called));
        algorithms.put(called, new AlgorithmConfiguration("HASH_SLOT", props));
        StrategyConfiguration next =
                new StrategyConfiguration.Standard(standard.shardingColumn(), called, standard.nullPlacement());
        return new ShardedTableConfiguration(
                table.logicTable(),
                String.join(", ", names),
                table.databaseStrategy(),
                next,
                table.keyGenerateStrategy(),
                table.auditStrategy());
    }

    private static @Nullable AlgorithmConfiguration named(Map<String, AlgorithmConfiguration> all, String name) {
        for (Map.Entry<String, AlgorithmConfiguration> each : all.entrySet()) {
            if (each.getKey().equalsIgnoreCase(name)) {
                return each.getValue();
            }
        }
        return null;
    }

    /** How many tables have an algorithm, or might have it by default. */
    private static long users(ShardingRuleConfiguration rule, String algorithm) {
        List<@Nullable StrategyConfiguration> all = new ArrayList<>();
        for (ShardedTableConfiguration each : rule.tables()) {
            all.add(each.tableStrategy());
            all.add(each.databaseStrategy());
        }
        rule.autoTables().forEach(each -> all.add(each.shardingStrategy()));
        long count = 0;
        for (StrategyConfiguration each : all) {
            count += is(each, algorithm) ? 1 : 0;
        }
        boolean usual = is(rule.defaultTableStrategy(), algorithm) || is(rule.defaultDatabaseStrategy(), algorithm);
        return usual ? Integer.MAX_VALUE : count;
    }

    private static boolean is(@Nullable StrategyConfiguration strategy, String algorithm) {
        return strategy instanceof StrategyConfiguration.Standard standard
                && standard.shardingAlgorithmName() != null
                && standard.shardingAlgorithmName().trim().equalsIgnoreCase(algorithm);
    }

    private String entries(List<String> names) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            text.append(names.get(i))
                    .append(": ")
                    .append(ranges(nodes.get(i).slots()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String ranges(BitSet slots) {
        List<String> ranges = new ArrayList<>();
        for (int from = slots.nextSetBit(0); from >= 0; ) {
            int end = slots.nextClearBit(from);
            ranges.add(end - 1 == from ? String.valueOf(from) : from + "-" + (end - 1));
            from = slots.nextSetBit(end);
        }
        return String.join(", ", ranges);
    }

    /** What the nodes are called of one of the tables; those whose slots are the same by their names. */
    private List<String> names(PartitionedTable table) {
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        table.dataNodes().forEach(node -> taken.add(node.toString()));
        Set<String> names = new LinkedHashSet<>();
        for (Node node : nodes) {
            String name = node.position() < 0
                    ? added(table, node.name())
                    : table.dataNodes().get(node.position()).toString();
            if (node.position() >= 0 && node.changed()) {
                name = versioned(name, taken);
            }
            boolean twice = node.position() < 0 && taken.contains(name) || !names.add(name);
            if (twice) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        name + " is a data node of table " + table.name() + " already; give the new one another name");
            }
            taken.add(name);
        }
        return List.copyOf(names);
    }

    /** What a new node of a bound table is called beside one of the first table. */
    private String added(PartitionedTable table, String name) {
        PartitionedTable first = tables.get(0);
        int dot = name.indexOf('.');
        String actual = name.substring(dot + 1);
        if (table == first) {
            return name;
        }
        if (!actual.regionMatches(true, 0, first.name(), 0, first.name().length())) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the new actual table " + actual + " does not begin with " + first.name()
                            + ", so that nobody knows what that of the bound table " + table.name() + " is called");
        }
        return name.substring(0, dot + 1)
                + table.name()
                + actual.substring(first.name().length());
    }

    private static String versioned(String name, Set<String> taken) {
        int at = name.lastIndexOf(VERSION);
        String end = at < 0 ? "" : name.substring(at + VERSION.length());
        boolean versioned = !end.isEmpty() && end.length() < 6 && end.chars().allMatch(Character::isDigit);
        String front = versioned ? name.substring(0, at) : name;
        int version = versioned ? Integer.parseInt(end) + 1 : 2;
        while (taken.contains(front + VERSION + version)) {
            version++;
        }
        return front + VERSION + version;
    }
}
