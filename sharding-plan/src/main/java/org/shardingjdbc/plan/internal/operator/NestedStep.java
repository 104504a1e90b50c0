package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.RowsTemplate;
import org.shardingjdbc.plan.internal.nested.StepTemplate;

/**
 * A statement that is executed on behalf of another, as an operator over its own plan. Immutable.
 *
 * @param word what explanations call it: a {@code Leaf}, a {@code Subquery}, a {@code Step}
 * @param detail which one, or what it is for
 * @param statement the statement, with {@code ?} for each value that the execution supplies
 * @param unit how it is shown where it has no plan before it is executed; null where its plan tells
 * @param makers the statements that it is executed as, or what makes them; empty for whatever no other step executes
 */
public record NestedStep(
        String word,
        String detail,
        @Nullable NestedStatement statement,
        @Nullable ExplainedUnit unit,
        List<Object> makers)
        implements Operator {
    private static final String STEP = "Step";

    /** Beside those that explanations name. */
    static final NestedStep UNNAMED = new NestedStep(STEP, "", null, null, List.of());

    public NestedStep {
        makers = List.copyOf(makers);
    }

    /** One whose plan is known. */
    static NestedStep planned(String word, String detail, NestedStatement statement) {
        return new NestedStep(word, detail, statement, null, List.of(statement));
    }

    /** The same that makers execute otherwise too. */
    NestedStep or(Object maker) {
        List<Object> all = new ArrayList<>(makers);
        all.add(maker);
        return new NestedStep(word, detail, statement, unit, all);
    }

    /** One whose plan depends on the rows that are found. */
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

    /** One that goes to a data source as it is written. */
    static NestedStep in(String dataSourceName, String purpose, NestedStatement statement) {
        return new NestedStep(STEP, purpose, statement, shown(dataSourceName, statement), List.of(statement));
    }

    /** What no other step executes. */
    static NestedStep last(String word, String detail, NestedStatement statement, ExplainedUnit unit) {
        return new NestedStep(word, detail, statement, unit, List.of());
    }

    static ExplainedUnit shown(@Nullable String dataSourceName, NestedStatement statement) {
        return new ExplainedUnit(dataSourceName, statement.text(), statement.shownSources(), null);
    }

    /**
     * Whether a statement is executed as this step.
     *
     * @param executed null where it is none on behalf of another
     */
    public boolean runs(@Nullable NestedStatement executed) {
        return makers.isEmpty() || executed != null && makers.stream().anyMatch(executed::isOf);
    }

    /** Whether they are called the same. */
    public boolean isCalledAs(NestedStep other) {
        return word.equals(other.word) && detail.equals(other.detail);
    }

    /** Its plan, where it has one before it is executed. */
    @Override
    public List<StatementPlan> inputs() {
        return unit == null && statement != null && statement.plan() instanceof StatementPlan plan
                ? List.of(plan)
                : List.of();
    }
}
