package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.ValueOrder;
import org.shardingjdbc.merge.internal.formula.ComputedRows;
import org.shardingjdbc.merge.internal.formula.FilteredRows;
import org.shardingjdbc.merge.internal.formula.FormulaValues;
import org.shardingjdbc.merge.internal.group.Accumulator;
import org.shardingjdbc.merge.internal.group.Accumulators;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateColumns;
import org.shardingjdbc.merge.internal.group.GroupRows;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.group.HeldGroups;
import org.shardingjdbc.merge.internal.group.ParkedGroups;
import org.shardingjdbc.merge.internal.group.SortedGroups;
import org.shardingjdbc.merge.internal.order.DistinctRows;
import org.shardingjdbc.merge.internal.order.ResortedRows;
import org.shardingjdbc.merge.internal.order.ShardTournament;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.order.SortKeys;
import org.shardingjdbc.merge.internal.order.SortedRows;
import org.shardingjdbc.merge.internal.row.ConcatenatedRows;
import org.shardingjdbc.merge.internal.row.LimitedRows;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.row.WrittenOrderRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrders;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/** Puts the steps of a merge plan on top of each other. One per execution. */
final class MergePipeline {
    private final MergePlan plan;
    private final ResultSet[] shards;
    private final int[] shardOfRow;
    private final MergeBounds bounds;
    private final Object[] parameters;
    private final Dialect dialect;
    private final MemoryBudget budget;
    private final ResultSetMetaData metaData;

    /** @param shardOfRow which shard has got each row that was written; null where none was */
    MergePipeline(
            MergePlan plan,
            ResultSet[] shards,
            int[] shardOfRow,
            MergeBounds bounds,
            Object[] parameters,
            Dialect dialect)
            throws SQLException {
        this.plan = plan;
        this.shards = shards;
        this.shardOfRow = shardOfRow;
        this.bounds = bounds;
        this.parameters = parameters;
        this.dialect = dialect;
        budget = new MemoryBudget(bounds.maxRowsInMemory());
        metaData = needsTypes(plan) ? shards[0].getMetaData() : null;
    }

    private static boolean needsTypes(MergePlan plan) {
        return !plan.sort().isEmpty()
                || plan.grouping() != null
                || plan.having() != null
                || !plan.computed().isEmpty()
                || !plan.distinct().isEmpty()
                || !plan.resort().isEmpty();
    }

    MergedRows open() throws SQLException {
        if (plan.columns() > 0) {
            new ColumnCheck(plan.columns(), plan.labels()).check(shards);
        } else if (plan.columns() == 0 && shards.length > 1 && plan.grouping() == null) {
            // Rows that are shown as they come: a SELECT * over tables of other columns must not mix them up.
            new ColumnCheck(shards[0].getMetaData().getColumnCount(), List.of()).check(shards);
        }
        boolean sortedDistinct = plan.grouping() == null && sortStartsWithDistinct();
        MergedRows rows = plan.grouping() == null ? plainRows(sortedDistinct) : computedGroups(plan.grouping());
        boolean onlyOwnDuplicates = plan.grouping() == null && shards.length == 1;
        if (!plan.distinct().isEmpty() && !sortedDistinct && !onlyOwnDuplicates) {
            rows = new DistinctRows(rows, plan.distinct(), orders(plan.distinct(), false), budget);
        }
        long offset = plan.limited() ? bounds.offset() : 0;
        long count = count();
        if (!plan.resort().isEmpty()) {
            long wanted = offset + count < 0 ? Long.MAX_VALUE : offset + count;
            rows = new ResortedRows(rows, plan.resort(), orders(plan.resort(), true), visible(), wanted, budget);
        }
        return offset == 0 && count == Long.MAX_VALUE ? rows : new LimitedRows(rows, offset, count);
    }

    private long count() {
        long count = plan.limited() && bounds.count() >= 0 ? bounds.count() : Long.MAX_VALUE;
        return bounds.maxRows() > 0 ? Math.min(count, bounds.maxRows()) : count;
    }

    private MergedRows plainRows(boolean sortedDistinct) throws SQLException {
        if (shardOfRow != null) {
            return new WrittenOrderRows(shards, shardOfRow);
        }
        if (plan.sort().isEmpty() || shards.length == 1) {
            return new ConcatenatedRows(shards);
        }
        return new SortedRows(
                tournament(plan.sort()), sortedDistinct ? plan.distinct().size() : 0);
    }

    /**
     * Whether the sort begins with exactly the columns of the DISTINCT, compared alike, so that duplicates follow each
     * other.
     */
    private boolean sortStartsWithDistinct() {
        int count = plan.distinct().size();
        if (count == 0 || plan.sort().size() < count) {
            return false;
        }
        Map<Integer, ValueOrder> wanted = new HashMap<>();
        for (SortKey key : plan.distinct()) {
            wanted.put(key.column(), key.order());
        }
        for (SortKey key : plan.sort().subList(0, count)) {
            if (wanted.remove(key.column()) != key.order()) {
                return false;
            }
        }
        return wanted.isEmpty();
    }

    private MergedRows computedGroups(Grouping grouping) throws SQLException {
        GroupRows groups = groups(grouping);
        MergedRows rows = groups;
        if (plan.having() != null) {
            rows = new FilteredRows(rows, plan.having(), formulaValues(groups));
        }
        return plan.computed().isEmpty() ? rows : computed(rows, formulaValues(groups));
    }

    private GroupRows groups(Grouping grouping) throws SQLException {
        boolean severalRows = false;
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
                    tournament(grouping.keys()),
                    shards.length,
                    aggregates,
                    grouping.keys().isEmpty());
        }
        SortKey valueKey = distinctAggregates == 1 ? sortKeyOfDistinctValue(grouping) : null;
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
    private SortKey sortKeyOfDistinctValue(Grouping grouping) {
        int place = grouping.keys().size();
        if (plan.sort().size() <= place || !plan.sort().subList(0, place).equals(grouping.keys())) {
            return null;
        }
        SortKey next = plan.sort().get(place);
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
                orders(grouping.keys(), false),
                held,
                aggregates(grouping, held, false),
                budget);
    }

    private AggregateColumns aggregates(Grouping grouping, HeldColumns held, boolean sortedValue) throws SQLException {
        Accumulators accumulators = new Accumulators(metaData, dialect, budget, held);
        Accumulator[] all = new Accumulator[grouping.aggregates().size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = accumulators.of(grouping.aggregates().get(i), sortedValue);
        }
        return new AggregateColumns(all, metaData.getColumnCount());
    }

    /** With one shard nothing is ever compared, so that no order need be known. */
    private ShardTournament tournament(List<SortKey> sort) throws SQLException {
        List<SortKey> compared = shards.length == 1 ? List.of() : sort;
        return new ShardTournament(shards, SortKeys.of(compared, shards.length, metaData, dialect));
    }

    private MergedRows computed(MergedRows rows, FormulaValues values) throws SQLException {
        ColumnType[] types = new ColumnType[plan.computed().size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = ColumnType.of(metaData, plan.computed().get(i).column(), dialect);
        }
        return new ComputedRows(rows, plan.computed(), types, values, metaData.getColumnCount());
    }

    private FormulaValues formulaValues(GroupRows groups) throws SQLException {
        return new FormulaValues(parameters, metaData, dialect, groups);
    }

    private HeldColumns visible() throws SQLException {
        return new HeldColumns(metaData, metaData.getColumnCount() - plan.derivedColumns(), dialect);
    }

    private ColumnOrder[] orders(List<SortKey> keys, boolean sorting) throws SQLException {
        ColumnOrder[] orders = new ColumnOrder[keys.size()];
        for (int i = 0; i < orders.length; i++) {
            SortKey key = keys.get(i);
            ColumnType type = ColumnType.of(metaData, key.column(), dialect);
            orders[i] =
                    sorting ? ColumnOrders.forSorting(key.order(), type) : ColumnOrders.forEquality(key.order(), type);
        }
        return orders;
    }
}
