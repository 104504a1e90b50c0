package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.value.ValueOrder;

/** Puts a merge plan into one line, such as {@code SORT_MERGE 1 ASC; LIMIT 10; TRIM 1}. Columns are counted from 1. */
public final class MergeText {
    private MergeText() {}

    /**
     * @param plan null for a result that is handed through
     * @param bounds of the execution; null when only the plan is to be shown
     */
    public static String of(MergePlan plan, MergeBounds bounds) {
        if (plan == null) {
            return "PASS_THROUGH";
        }
        List<String> steps = new ArrayList<>();
        if (plan.grouping() != null) {
            steps.add(grouping(plan.grouping()));
        } else {
            steps.add(plan.sort().isEmpty() ? "CONCATENATE" : "SORT_MERGE " + keys(plan.sort()));
        }
        if (plan.having() != null) {
            steps.add("FILTER " + formula(plan.having()));
        }
        for (ComputedColumn computed : plan.computed()) {
            steps.add("COMPUTE #" + computed.column() + "=" + formula(computed.formula()));
        }
        if (!plan.distinct().isEmpty()) {
            steps.add("DISTINCT " + columns(plan.distinct()));
        }
        if (!plan.resort().isEmpty()) {
            steps.add("RESORT " + keys(plan.resort()));
        }
        if (plan.limited()) {
            steps.add(limit(bounds));
        }
        if (plan.derivedColumns() > 0) {
            steps.add("TRIM " + plan.derivedColumns());
        }
        return String.join("; ", steps);
    }

    private static String limit(MergeBounds bounds) {
        if (bounds == null) {
            return "LIMIT";
        }
        String text = bounds.count() < 0 ? "LIMIT ALL" : "LIMIT " + bounds.count();
        return bounds.offset() == 0 ? text : text + " OFFSET " + bounds.offset();
    }

    private static String grouping(Grouping grouping) {
        StringBuilder text = new StringBuilder();
        if (grouping.keys().isEmpty()) {
            text.append("AGGREGATE");
        } else {
            text.append(grouping.streaming() ? "GROUP_STREAM " : "GROUP_MEMORY ")
                    .append(keys(grouping.keys()));
        }
        for (Aggregate aggregate : grouping.aggregates()) {
            text.append(' ').append(aggregate(aggregate));
        }
        return text.toString();
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
        if (formula instanceof Formula.Column column) {
            return "#" + column.column();
        }
        if (formula instanceof Formula.Constant constant) {
            return constant.value() instanceof String text ? "'" + text + "'" : String.valueOf(constant.value());
        }
        if (formula instanceof Formula.StatementParameter parameter) {
            return "?" + (parameter.index() + 1);
        }
        if (formula instanceof Formula.Arithmetic arithmetic) {
            return "(" + formula(arithmetic.left()) + " " + arithmetic.operator() + " " + formula(arithmetic.right())
                    + ")";
        }
        if (formula instanceof Formula.Compare compare) {
            return formula(compare.left()) + " " + compare.operator() + " " + formula(compare.right());
        }
        if (formula instanceof Formula.And and) {
            return joined(and.operands(), " AND ");
        }
        if (formula instanceof Formula.Or or) {
            return joined(or.operands(), " OR ");
        }
        if (formula instanceof Formula.Negation negation) {
            return "NOT (" + formula(negation.operand()) + ")";
        }
        if (formula instanceof Formula.Coalesce coalesce) {
            return "COALESCE" + joined(coalesce.operands(), ", ");
        }
        if (formula instanceof Formula.IsNull isNull) {
            return formula(isNull.operand()) + " IS NULL";
        }
        return formula.toString();
    }

    private static String joined(List<Formula> operands, String word) {
        List<String> texts = new ArrayList<>();
        for (Formula operand : operands) {
            texts.add(formula(operand));
        }
        return "(" + String.join(word, texts) + ")";
    }
}
