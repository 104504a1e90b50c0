package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.merge.internal.MergeOperator.Compute;
import org.shardingjdbc.merge.internal.MergeOperator.Concatenate;
import org.shardingjdbc.merge.internal.MergeOperator.Distinct;
import org.shardingjdbc.merge.internal.MergeOperator.Filter;
import org.shardingjdbc.merge.internal.MergeOperator.Group;
import org.shardingjdbc.merge.internal.MergeOperator.Limit;
import org.shardingjdbc.merge.internal.MergeOperator.MergeSort;
import org.shardingjdbc.merge.internal.MergeOperator.Sort;
import org.shardingjdbc.merge.internal.MergeOperator.Trim;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.ComputedRows;
import org.shardingjdbc.merge.internal.formula.FilteredRows;
import org.shardingjdbc.merge.internal.formula.FormulaValues;
import org.shardingjdbc.merge.internal.group.GroupRows;
import org.shardingjdbc.merge.internal.row.ConcatenatedRows;
import org.shardingjdbc.merge.internal.row.LimitedRows;
import org.shardingjdbc.merge.internal.row.MemoryBudget;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.row.WrittenOrderRows;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** Puts the steps of a merge plan on top of each other. One per execution. */
final class MergePipeline {
    private final MergePlan plan;
    private final ResultSet[] shards;
    private final int @Nullable [] shardOfRow;
    private final MergeBounds bounds;
    private final Object @Nullable [] parameters;
    private final Dialect dialect;
    private final MemoryBudget budget;
    private final @Nullable ResultSetMetaData metaData;
    private final boolean isLimited;
    private final long offset;
    private final long count;
    /** Null before they are opened, and where rows are not grouped. */
    private @Nullable GroupRows groups;

    /** @param shardOfRow which shard has got each row that was written; null where none was */
    MergePipeline(
            MergePlan plan,
            ResultSet[] shards,
            int @Nullable [] shardOfRow,
            MergeBounds bounds,
            Object @Nullable [] parameters,
            Dialect dialect)
            throws SQLException {
        this.plan = plan;
        this.shards = shards;
        this.shardOfRow = shardOfRow;
        this.bounds = bounds;
        this.parameters = parameters;
        this.dialect = dialect;
        // results are united only where they have few rows, which their drivers would hold otherwise
        budget = new MemoryBudget(plan.readsUnited() ? 0 : bounds.maxRowsInMemory());
        isLimited = plan.find(Limit.class) != null;
        offset = isLimited ? bounds.offset() : 0;
        count = mostRows();
        metaData = needsTypes(plan) ? shards[0].getMetaData() : null;
    }

    private long mostRows() {
        long most = isLimited && bounds.count() >= 0 ? bounds.count() : Long.MAX_VALUE;
        return bounds.maxRows() > 0 ? Math.min(most, bounds.maxRows()) : most;
    }

    /** Rows that only go one after the other, or not all of them, may be of types that nobody here knows. */
    private static boolean needsTypes(MergePlan plan) {
        MergeOperator rows = plan.root();
        while (rows instanceof Limit || rows instanceof Trim) {
            rows = rows.input();
        }
        return !(rows instanceof Concatenate);
    }

    MergedRows open() throws SQLException {
        if (plan.columns() > 0) {
            new ColumnCheck(plan.columns(), plan.labels()).check(shards);
        } else if (plan.columns() == 0 && shards.length > 1 && plan.grouping() == null) {
            // Rows that are shown as they come: a SELECT * over tables of other columns must not mix them up.
            new ColumnCheck(shards[0].getMetaData().getColumnCount(), List.of()).check(shards);
        }
        long wanted = offset + count < 0 ? Long.MAX_VALUE : offset + count;
        MergedRows rows = open(plan.root(), wanted);
        return isLimited || count == Long.MAX_VALUE ? rows : new LimitedRows(rows, 0, count);
    }

    /** @param wanted how many of the rows are read at most; {@link Long#MAX_VALUE} where all may be */
    private MergedRows open(MergeOperator operator, long wanted) throws SQLException {
        return operator.accept(new Opening(wanted));
    }

    /** Opens what stands below an operator that may take rows away: how many it needs, nobody knows before. */
    private MergedRows openAll(MergeOperator operator) throws SQLException {
        return open(operator, Long.MAX_VALUE);
    }

    /** Opens an operator, and what stands below it. */
    private final class Opening implements MergeOperator.Visitor<MergedRows, SQLException> {
        private final long wanted;

        /** @param wanted how many rows of the operator are read at most */
        Opening(long wanted) {
            this.wanted = wanted;
        }

        @Override
        public MergedRows visit(Concatenate concatenate) throws SQLException {
            return shardOfRow == null ? new ConcatenatedRows(shards) : new WrittenOrderRows(shards, shardOfRow);
        }

        @Override
        public MergedRows visit(MergeSort sort) throws SQLException {
            return orders().open(sort);
        }

        @Override
        public MergedRows visit(Group group) throws SQLException {
            GroupRows opened = new GroupOpening(shards, types(), dialect, budget).open(group);
            groups = opened;
            return opened;
        }

        @Override
        public MergedRows visit(Filter filter) throws SQLException {
            return new FilteredRows(openAll(filter.input()), filter.condition(), formulaValues());
        }

        @Override
        public MergedRows visit(Compute compute) throws SQLException {
            return computed(open(compute.input(), wanted), compute.columns());
        }

        @Override
        public MergedRows visit(Distinct distinct) throws SQLException {
            return distinct(distinct);
        }

        @Override
        public MergedRows visit(Sort sort) throws SQLException {
            return sorted(sort, 0, wanted);
        }

        @Override
        public MergedRows visit(Limit limit) throws SQLException {
            MergedRows rows = limit.input().accept(this);
            return offset == 0 && count == Long.MAX_VALUE ? rows : new LimitedRows(rows, offset, count);
        }

        /** What is trimmed is hidden by the one who shows the rows. */
        @Override
        public MergedRows visit(Trim trim) throws SQLException {
            return trim.input().accept(this);
        }
    }

    private MergedRows distinct(Distinct distinct) throws SQLException {
        if (distinct.isStreamed()) {
            return distinct.input() instanceof MergeSort sort
                    ? orders().open(sort, distinct)
                    // which of the first rows are duplicates is not known before they are sorted
                    : sorted((Sort) distinct.input(), distinct.columns().size(), Long.MAX_VALUE);
        }
        MergedRows rows = openAll(distinct.input());
        boolean onlyOwnDuplicates = groups == null && shards.length == 1 && !plan.readsUnited();
        return onlyOwnDuplicates ? rows : orders().open(distinct, rows);
    }

    private MergedRows sorted(Sort sort, int distinct, long wanted) throws SQLException {
        return orders().open(sort, openAll(sort.input()), plan.derivedColumns(), distinct, wanted);
    }

    private MergedRows computed(MergedRows rows, List<ComputedColumn> columns) throws SQLException {
        ColumnType[] types = new ColumnType[columns.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = ColumnType.of(types(), columns.get(i).column(), dialect);
        }
        return new ComputedRows(rows, columns, types, formulaValues(), types().getColumnCount());
    }

    private OrderOpening orders() {
        return new OrderOpening(shards, types(), dialect, budget);
    }

    private ResultSetMetaData types() {
        return Objects.requireNonNull(metaData, "rows that only go one after the other have no types");
    }

    private FormulaValues formulaValues() throws SQLException {
        return new FormulaValues(parameters, types(), dialect, groups);
    }
}
