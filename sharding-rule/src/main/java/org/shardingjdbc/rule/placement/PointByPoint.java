package org.shardingjdbc.rule.placement;

import java.util.BitSet;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;

/** Routes each combination of values by itself where one of them has no data node. */
final class PointByPoint {
    /** More are not tried: the refusal stands then. */
    private static final int MAX_COMBINATIONS = 10_000;

    private PointByPoint() {}

    /**
     * Whether the refusal says that no row can have such values: not where values from outside the SQL may be wrong.
     */
    static boolean mayFind(PartitionedTable table, ShardingException refusal) {
        boolean ofValue = refusal.code() == ErrorCode.SHARDING_VALUE_REFUSED
                || refusal.code() == ErrorCode.SHARDING_TARGET_UNKNOWN;
        return ofValue && !table.asksHint(true) && !table.asksHint(false);
    }

    /**
     * The nodes of all combinations that have one.
     *
     * @throws ShardingException the refusal, where no values are known, or too many
     */
    static int[] find(PartitionedTable table, Domain[] domains, HintValues hints, ShardingException refusal) {
        long combinations = 1;
        boolean points = false;
        for (Domain domain : domains) {
            if (domain instanceof Domain.Points some) {
                points = true;
                combinations *= some.values().length;
                if (combinations > MAX_COMBINATIONS) {
                    throw refusal;
                }
            }
        }
        if (!points) {
            throw refusal;
        }
        BitSet nodes = new BitSet();
        add(table, domains.clone(), 0, hints, nodes);
        return nodes.stream().toArray();
    }

    /** @param domains up to {@code column} of one value at most; changed and set back */
    private static void add(PartitionedTable table, Domain[] domains, int column, HintValues hints, BitSet nodes) {
        if (column == domains.length) {
            try {
                for (int node : table.route(domains, hints)) {
                    nodes.set(node);
                }
            } catch (ShardingException refusal) {
                if (!mayFind(table, refusal)) {
                    throw refusal;
                }
            }
            return;
        }
        Domain domain = domains[column];
        if (domain instanceof Domain.Points points) {
            for (Object value : points.values()) {
                domains[column] = new Domain.Points(new Object[] {value});
                add(table, domains, column + 1, hints, nodes);
            }
            domains[column] = domain;
        } else {
            add(table, domains, column + 1, hints, nodes);
        }
    }
}
