package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.merge.internal.MergeOperator.Group;
import org.shardingjdbc.merge.internal.group.Accumulator;
import org.shardingjdbc.merge.internal.group.Accumulators;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateColumns;
import org.shardingjdbc.merge.internal.group.GroupRows;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.group.HeldGroups;
import org.shardingjdbc.merge.internal.group.ParkedGroups;
import org.shardingjdbc.merge.internal.group.SortedGroups;
import org.shardingjdbc.merge.internal.order.ShardTournament;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.order.SortKeys;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/** Opens the operator that unites the parts of groups. One per execution. */
final class GroupOpening {
    private final ResultSet[] shards;
    private final ResultSetMetaData metaData;
    private final Dialect dialect;
    private final MemoryBudget budget;

    GroupOpening(ResultSet[] shards, ResultSetMetaData metaData, Dialect dialect, MemoryBudget budget) {
        this.shards = shards;
        this.metaData = metaData;
        this.dialect = dialect;
        this.budget = budget;
    }

    GroupRows open(Group group) throws SQLException {
        return groups(group.grouping(), group.sort());
    }

    private GroupRows groups(Grouping grouping, List<SortKey> partOrder) throws SQLException {
        boolean severalRows = grouping.repeating();
        int distinctAggregates = 0;
        for (Aggregate aggregate : grouping.aggregates()) {
            if (aggregate.kind().isDistinct()) {
                severalRows = true;
                distinctAggregates++;
            }
        }
        if (!grouping.streaming()) {
            return heldGroups(grouping);
        }
        if (!severalRows) {
            AggregateColumns aggregates = aggregates(grouping, null, false);
            return new ParkedGroups(
                    ShardTournament.of(shards, grouping.keys(), metaData, dialect),
                    shards.length,
                    aggregates,
                    grouping.keys().isEmpty());
        }
        SortKey valueKey = distinctAggregates == 1 ? sortKeyOfDistinctValue(grouping, partOrder) : null;
        List<SortKey> sort = new ArrayList<>(grouping.keys());
        if (valueKey != null) {
            sort.add(valueKey);
        }
        HeldColumns held = new HeldColumns(metaData, metaData.getColumnCount(), dialect);
        SortKeys keys = SortKeys.of(sort, shards.length, metaData, dialect);
        return new SortedGroups(
                new ShardTournament(shards, keys),
                grouping.keys().size(),
                held,
                aggregates(grouping, held, valueKey != null));
    }

    /** The sort key that follows the group's keys, if it is the distinct value; else null. */
    private static @Nullable SortKey sortKeyOfDistinctValue(Grouping grouping, List<SortKey> sort) {
        int place = grouping.keys().size();
        if (sort.size() <= place || !sort.subList(0, place).equals(grouping.keys())) {
            return null;
        }
        SortKey next = sort.get(place);
        for (Aggregate aggregate : grouping.aggregates()) {
            if (aggregate.kind().isDistinct() && aggregate.valueColumn() == next.column()) {
                return next;
            }
        }
        return null;
    }

    private GroupRows heldGroups(Grouping grouping) throws SQLException {
        HeldColumns held = new HeldColumns(metaData, metaData.getColumnCount(), dialect);
        return new HeldGroups(
                shards,
                grouping.keys(),
                SortKeys.ordersOfEquality(grouping.keys(), metaData, dialect),
                held,
                aggregates(grouping, held, false),
                budget);
    }

    private AggregateColumns aggregates(Grouping grouping, @Nullable HeldColumns held, boolean sortedValue)
            throws SQLException {
        Accumulators accumulators = new Accumulators(metaData, dialect, budget, held);
        Accumulator[] all = new Accumulator[grouping.aggregates().size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = accumulators.of(grouping.aggregates().get(i), sortedValue);
        }
        return new AggregateColumns(all, metaData.getColumnCount());
    }
}
