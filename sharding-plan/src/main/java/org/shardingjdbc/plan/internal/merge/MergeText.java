package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergeOperator;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.formula.FormulaVisitor;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.plan.Explanation;

/** Puts a merge plan into words: its operators from the rows of the data nodes up. Columns are counted from 1. */
public final class MergeText {
    private MergeText() {}

    /** The operators in one line, such as {@code MergeSort 1 ASC; Limit; Trim 1}. */
    public static String of(MergePlan plan) {
        List<String> texts = new ArrayList<>();
        for (MergeOperator operator : plan.operators()) {
            String detail = detail(operator, null);
            texts.add(detail.isEmpty() ? operator.word() : operator.word() + " " + detail);
        }
        return String.join("; ", texts);
    }

    /**
     * The operators as a tree.
     *
     * @param route what returns the rows of the data nodes
     * @param plan null for a result that is handed through
     * @param bounds of the execution
     */
    public static Explanation above(Explanation route, @Nullable MergePlan plan, MergeBounds bounds) {
        Explanation top = route;
        for (MergeOperator operator : plan == null ? List.<MergeOperator>of() : plan.operators()) {
            top = Explanation.of(operator.word(), detail(operator, bounds), List.of(top));
        }
        return top;
    }

    /** @param bounds null when they are not known */
    private static String detail(MergeOperator operator, @Nullable MergeBounds bounds) {
        return operator.accept(new Detail(bounds));
    }

    /**
     * What an operator does, behind its name.
     *
     * @param bounds null when they are not known
     */
    private record Detail(@Nullable MergeBounds bounds) implements MergeOperator.Visitor<String, RuntimeException> {
        @Override
        public String visit(MergeOperator.Concatenate concatenate) {
            return "";
        }

        @Override
        public String visit(MergeOperator.MergeSort sort) {
            return keys(sort.keys());
        }

        @Override
        public String visit(MergeOperator.Group group) {
            return grouping(group.grouping());
        }

        @Override
        public String visit(MergeOperator.Filter filter) {
            return formula(filter.condition());
        }

        @Override
        public String visit(MergeOperator.Compute compute) {
            return computed(compute.columns());
        }

        @Override
        public String visit(MergeOperator.Distinct distinct) {
            return columns(distinct.columns());
        }

        @Override
        public String visit(MergeOperator.Sort sort) {
            return keys(sort.keys());
        }

        @Override
        public String visit(MergeOperator.Limit limit) {
            return bounds == null ? "" : limit(bounds);
        }

        @Override
        public String visit(MergeOperator.Trim trim) {
            return String.valueOf(trim.columns());
        }
    }

    private static String computed(List<ComputedColumn> columns) {
        List<String> texts = new ArrayList<>();
        for (ComputedColumn each : columns) {
            texts.add("#" + each.column() + "=" + formula(each.formula()));
        }
        return String.join(", ", texts);
    }

    private static String limit(MergeBounds bounds) {
        String text = bounds.count() < 0 ? "ALL" : String.valueOf(bounds.count());
        return bounds.offset() == 0 ? text : text + " OFFSET " + bounds.offset();
    }

    private static String grouping(Grouping grouping) {
        List<String> texts = new ArrayList<>();
        if (!grouping.keys().isEmpty()) {
            texts.add(keys(grouping.keys()));
        }
        for (Aggregate aggregate : grouping.aggregates()) {
            texts.add(aggregate(aggregate));
        }
        return String.join(" ", texts);
    }

    private static String aggregate(Aggregate aggregate) {
        String text = aggregate.kind() + "(#" + aggregate.column() + ")";
        if (aggregate.kind() == AggregateKind.AVG) {
            return text + "=#" + aggregate.valueColumn() + "/#" + aggregate.countColumn();
        }
        return aggregate.valueColumn() == 0 ? text : text + " of #" + aggregate.valueColumn();
    }

    private static String keys(List<SortKey> keys) {
        List<String> texts = new ArrayList<>();
        for (SortKey key : keys) {
            texts.add(key.column()
                    + (key.descending() ? " DESC" : " ASC")
                    + (key.nullsFirst() == key.descending() ? " NULLS " + (key.nullsFirst() ? "FIRST" : "LAST") : "")
                    + (key.order() == ValueOrder.BY_TYPE ? "" : " " + key.order()));
        }
        return String.join(", ", texts);
    }

    private static String columns(List<SortKey> keys) {
        List<String> texts = new ArrayList<>();
        for (SortKey key : keys) {
            texts.add(key.column() + (key.order() == ValueOrder.BY_TYPE ? "" : " " + key.order()));
        }
        return String.join(", ", texts);
    }

    private static String formula(Formula formula) {
        return Objects.requireNonNull(formula.accept(new FormulaWords()));
    }

    /** A formula as SQL would have it. */
    private record FormulaWords() implements FormulaVisitor<String, RuntimeException> {
        @Override
        public String visit(Formula.Column column) {
            return "#" + column.column();
        }

        @Override
        public String visit(Formula.Constant constant) {
            return constant.value() instanceof String text ? "'" + text + "'" : String.valueOf(constant.value());
        }

        @Override
        public String visit(Formula.Approximate approximate) {
            return String.valueOf(approximate.value().doubleValue());
        }

        @Override
        public String visit(Formula.StatementParameter parameter) {
            return "?" + (parameter.index() + 1);
        }

        @Override
        public String visit(Formula.Arithmetic arithmetic) {
            return "(" + formula(arithmetic.left()) + " " + arithmetic.operator() + " " + formula(arithmetic.right())
                    + ")";
        }

        @Override
        public String visit(Formula.Negative negative) {
            return "(-" + formula(negative.operand()) + ")";
        }

        @Override
        public String visit(Formula.Compare compare) {
            return formula(compare.left()) + " " + compare.operator() + " " + formula(compare.right());
        }

        @Override
        public String visit(Formula.In in) {
            return formula(in.value()) + " IN " + joined(in.items(), ", ");
        }

        @Override
        public String visit(Formula.Range range) {
            return joined(List.of(range.low(), range.high()), " AND ");
        }

        @Override
        public String visit(Formula.And and) {
            return joined(and.operands(), " AND ");
        }

        @Override
        public String visit(Formula.Or or) {
            return joined(or.operands(), " OR ");
        }

        @Override
        public String visit(Formula.Negation negation) {
            return "NOT (" + formula(negation.operand()) + ")";
        }

        @Override
        public String visit(Formula.Coalesce coalesce) {
            return "COALESCE" + joined(coalesce.operands(), ", ");
        }

        @Override
        public String visit(Formula.IsNull isNull) {
            return formula(isNull.operand()) + " IS NULL";
        }
    }

    private static String joined(List<Formula> operands, String word) {
        List<String> texts = new ArrayList<>();
        for (Formula operand : operands) {
            texts.add(formula(operand));
        }
        return "(" + String.join(word, texts) + ")";
    }
}
