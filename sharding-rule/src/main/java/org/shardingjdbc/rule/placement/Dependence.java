package org.shardingjdbc.rule.placement;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * A declared functional dependence as it concerns one table of a binding group. The tables of a group have theirs in
 * one order, so that those at the same position correspond to each other.
 *
 * @param text as it was declared, such as {@code order_id -> user_id}
 * @param columns of this table that decide, lower case
 * @param determined positions of sharding columns in {@link PartitionedTable#shardingColumns()}
 */
@Incubating
public record Dependence(String text, List<String> columns, List<Integer> determined) {
    public Dependence {
        columns = List.copyOf(columns);
        determined = List.copyOf(determined);
    }
}
