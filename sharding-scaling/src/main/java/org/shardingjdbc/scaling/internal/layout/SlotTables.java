package org.shardingjdbc.scaling.internal.layout;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Tables by HASH_SLOT that are bound to each other, as one configuration has them, and how the next one gives slots to
 * other data nodes. A data node that loses or gets slots is another one afterwards, with a name of its own, so that no
 * statement by either configuration finds rows of the other one. Immutable.
 */
public final class SlotTables {
    private final ShardingConfiguration current;
    private final PartitionedTable first;
    private final List<PartitionedTable> all = new ArrayList<>();
    private final int[] slots;

    /** @throws ShardingException when the configuration has mistakes, or the table no slots */
    public SlotTables(ShardingConfiguration current, String table) {
        this.current = current;
        Rules rules = Deployer.compile(current, KeyGenerators.load(() -> 0));
        this.first = slotTable(rules, table);
        this.slots = slots(first);
        all.add(first);
        for (LogicTable each : rules.tables()) {
            PartitionedTable other = each.partitioning();
            if (other != null
                    && other.bindingGroup() >= 0
                    && other.bindingGroup() == first.bindingGroup()
                    && !other.name().equals(first.name())) {
                slots(other);
                all.add(other);
            }
        }
    }

    private static PartitionedTable slotTable(Rules rules, String table) {
        LogicTable logic = rules.table(table);
        PartitionedTable partitioned = logic == null ? null : logic.partitioning();
        if (partitioned == null) {
            throw new ShardingException(ErrorCode.SCALING_IMPOSSIBLE, "table " + table + " is not sharded");
        }
        return partitioned;
    }

    private static int[] slots(PartitionedTable table) {
        int[] slots = table.slots();
        if (slots == null) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "table " + table.name()
                            + " has no slots; it is sharded by something else than HASH_SLOT as its tableStrategy alone");
        }
        return slots;
    }

    /** The logic tables that move together. */
    public List<String> tables() {
        return all.stream().map(PartitionedTable::name).toList();
    }

    /** Data nodes of the first table, in configured order. */
    public List<String> nodes() {
        return first.dataNodes().stream().map(DataNode::toString).toList();
    }

    /** By slot the position of its node. */
    public int[] slots() {
        return slots.clone();
    }

    /**
     * The next configuration.
     *
     * @param targets by slot the data node of the first table that it goes to; null for one that stays
     * @throws ShardingException when it would have mistakes
     */
    public ShardingConfiguration next(@Nullable String[] targets) {
        ShardingConfiguration next = new NextSlots(current, all, slots, targets).configuration();
        next.check();
        return next;
    }
}
