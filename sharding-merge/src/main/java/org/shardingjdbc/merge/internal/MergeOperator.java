package org.shardingjdbc.merge.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;

/**
 * What is done with the rows that the execution units return, until they are the rows of the statement: a chain from
 * the operator that reads the units up to the one whose rows the user sees. Columns are counted from 1. Immutable.
 *
 * <p>A query and its operators, over two units:
 *
 * <pre>
 * SELECT a, COUNT(*) AS n FROM t GROUP BY a ORDER BY n DESC LIMIT 10
 *
 *   Limit                             10 rows, of those of all units
 *   └─ Sort 2 DESC                    all groups, by n
 *      └─ Group 1 ASC COUNT(#2)       one row for each a, however many units have it
 *         └─ unit: SELECT a, COUNT(*) AS n FROM t_0 GROUP BY a ORDER BY a
 *         └─ unit: SELECT a, COUNT(*) AS n FROM t_1 GROUP BY a ORDER BY a
 * </pre>
 */
public sealed interface MergeOperator {
    /** What its rows come from; null of those that read the units. */
    @Nullable
    MergeOperator input();

    /** What explanations call it: a word that users read, so that it stays when a class is renamed. */
    String word();

    /** Calls what a visitor does with such an operator. */
    <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E;

    /**
     * The rows of one result after the other enter, in any order; the same rows leave.
     *
     * @param united whether a result may be that of several units, joined by UNION ALL
     */
    record Concatenate(boolean united) implements MergeOperator {
        @Override
        public String word() {
            return "Concatenate";
        }

        @Override
        public @Nullable MergeOperator input() {
            return null;
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Rows enter that each unit has sorted; the same rows leave, sorted. Holds one row of each unit.
     *
     * @param keys never empty
     */
    record MergeSort(List<SortKey> keys) implements MergeOperator {
        public MergeSort {
            keys = List.copyOf(keys);
        }

        @Override
        public String word() {
            return "MergeSort";
        }

        @Override
        public @Nullable MergeOperator input() {
            return null;
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Parts of groups enter, one of each unit that has rows of the group; one row leaves for each group. Where the
     * units sort by the groups' keys it holds one group, else all.
     *
     * @param sort in which each unit returns its parts and in which the groups leave; empty when in none
     */
    record Group(Grouping grouping, List<SortKey> sort) implements MergeOperator {
        public Group {
            sort = List.copyOf(sort);
        }

        @Override
        public String word() {
            return grouping.keys().isEmpty() ? "Aggregate" : grouping.streaming() ? "Group" : "GroupInMemory";
        }

        @Override
        public @Nullable MergeOperator input() {
            return null;
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** Groups enter; those leave for which the condition holds: a HAVING. */
    record Filter(MergeOperator input, Formula condition) implements MergeOperator {
        @Override
        public String word() {
            return "Filter";
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Groups enter and leave, with the values of select items over aggregates in their columns.
     *
     * @param columns never empty
     */
    record Compute(MergeOperator input, List<ComputedColumn> columns) implements MergeOperator {
        public Compute {
            columns = List.copyOf(columns);
        }

        @Override
        public String word() {
            return "Compute";
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Rows enter of which each unit has removed its own duplicates; the first of equal ones leaves, of a single unit
     * therefore each. Over a {@link MergeSort} or a {@link Sort} that begins with exactly these columns, in any
     * permutation, it looks at the row before, else at all that it has seen.
     *
     * @param columns that make a row distinct, with their order of comparison; never empty
     */
    record Distinct(MergeOperator input, List<SortKey> columns) implements MergeOperator {
        public Distinct {
            columns = List.copyOf(columns);
        }

        @Override
        public String word() {
            return "Distinct";
        }

        /** Whether duplicates follow each other, so that none is to be remembered. */
        public boolean isStreamed() {
            if (input instanceof MergeSort sort) {
                return beginWithColumns(sort.keys());
            }
            return input instanceof Sort sort && beginWithColumns(sort.keys());
        }

        /** Whether a sort begins with exactly these columns, compared alike. */
        private boolean beginWithColumns(List<SortKey> keys) {
            if (keys.size() < columns.size()) {
                return false;
            }
            Map<Integer, ValueOrder> wanted = new HashMap<>();
            for (SortKey column : columns) {
                wanted.put(column.column(), column.order());
            }
            for (SortKey key : keys.subList(0, columns.size())) {
                if (wanted.remove(key.column()) != key.order()) {
                    return false;
                }
            }
            return wanted.isEmpty();
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Rows enter in an order that is not the statement's; the same rows leave, sorted. Holds all of them, or as many as
     * a {@link Limit} above it asks for.
     *
     * @param keys never empty
     */
    record Sort(MergeOperator input, List<SortKey> keys) implements MergeOperator {
        public Sort {
            keys = List.copyOf(keys);
        }

        @Override
        public String word() {
            return "Sort";
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Rows enter; those between the offset and the count leave, which come with each execution ({@link MergeBounds}).
     */
    record Limit(MergeOperator input) implements MergeOperator {
        @Override
        public String word() {
            return "Limit";
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Rows enter and leave, without their trailing columns that only the operators below needed.
     *
     * @param columns how many; at least one
     */
    record Trim(MergeOperator input, int columns) implements MergeOperator {
        @Override
        public String word() {
            return "Trim";
        }

        @Override
        public <R, E extends Exception> R accept(Visitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * What is done with an operator, by what it is.
     *
     * @param <R> what comes of it
     * @param <E> what it may throw
     */
    interface Visitor<R, E extends Exception> {
        R visit(Concatenate concatenate) throws E;

        R visit(MergeSort mergeSort) throws E;

        R visit(Group group) throws E;

        R visit(Filter filter) throws E;

        R visit(Compute compute) throws E;

        R visit(Distinct distinct) throws E;

        R visit(Sort sort) throws E;

        R visit(Limit limit) throws E;

        R visit(Trim trim) throws E;
    }
}
