package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.RowsTemplate;
import org.shardingjdbc.plan.internal.nested.StepTemplate;

/**
 * A statement that is executed on behalf of another one, as an operator over its own plan. Immutable.
 *
 * @param word the step's name in explanations: a {@code Leaf}, a {@code Subquery}, a {@code Step}
 * @param detail which one, or its purpose
 * @param statement the statement, with {@code ?} for each value that the execution supplies
 * @param unit how the step is shown where it has no plan before it is executed; null where its plan shows that
 * @param makers the statements as which the step is executed, or what makes them; empty for a step that executes
 *     whatever no other step executes
 */
public record NestedStep(
        String word,
        String detail,
        @Nullable NestedStatement statement,
        @Nullable ExplainedUnit unit,
        List<Object> makers)
        implements Operator {
    private static final String STEP = "Step";

    /** Stands for steps that explanations do not name. */
    static final NestedStep UNNAMED = new NestedStep(STEP, "", null, null, List.of());

    public NestedStep {
        makers = List.copyOf(makers);
    }

    /** A step whose plan is known. */
    static NestedStep planned(String word, String detail, NestedStatement statement) {
        return new NestedStep(word, detail, statement, null, List.of(statement));
    }

    /** The same step, which also executes statements of another maker. */
    NestedStep or(Object maker) {
        List<Object> all = new ArrayList<>(makers);
        all.add(maker);
        return new NestedStep(word, detail, statement, unit, all);
    }

    /** A step whose plan depends on the rows that are found. */
    static NestedStep of(String purpose, NestedStatement statement) {
        return new NestedStep(STEP, purpose, statement, shown(null, statement), List.of(statement));
    }

    static NestedStep of(String purpose, StepTemplate template) {
        NestedStatement statement = template.fill();
        return new NestedStep(STEP, purpose, statement, shown(null, statement), List.of(template));
    }

    static NestedStep of(String purpose, RowsTemplate template) {
        NestedStatement statement = template.shown();
        return new NestedStep(STEP, purpose, statement, shown(null, statement), List.of(template));
    }

    static NestedStep find(String purpose, NestedStatement statement) {
        return planned(STEP, purpose, statement);
    }

    /** A step that goes to a data source as it is written. */
    static NestedStep in(String dataSourceName, String purpose, NestedStatement statement) {
        return new NestedStep(STEP, purpose, statement, shown(dataSourceName, statement), List.of(statement));
    }

    /** A step that executes whatever no other step executes. */
    static NestedStep last(String word, String detail, NestedStatement statement, ExplainedUnit unit) {
        return new NestedStep(word, detail, statement, unit, List.of());
    }

    static ExplainedUnit shown(@Nullable String dataSourceName, NestedStatement statement) {
        return new ExplainedUnit(dataSourceName, statement.text(), statement.shownSources(), null);
    }

    /**
     * Whether a statement is executed as this step.
     *
     * @param executed null where it is not executed on behalf of another one
     */
    public boolean runs(@Nullable NestedStatement executed) {
        return makers.isEmpty() || executed != null && makers.stream().anyMatch(executed::isOf);
    }

    /** Whether both steps have the same name. */
    public boolean isCalledAs(NestedStep other) {
        return word.equals(other.word) && detail.equals(other.detail);
    }

    /** The step's plan, where it has one before it is executed. */
    @Override
    public List<StatementPlan> inputs() {
        return unit == null && statement != null && statement.plan() instanceof StatementPlan plan
                ? List.of(plan)
                : List.of();
    }
}
