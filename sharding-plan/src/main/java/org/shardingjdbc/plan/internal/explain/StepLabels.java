package org.shardingjdbc.plan.internal.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.RowLocks;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** What the steps of an execution are called in its explanation, found by the statements that they run. Immutable. */
public final class StepLabels {
    private static final String STEP = "Step";

    private final Label whole;
    private final List<Named> steps;

    /**
     * How an operator is called.
     *
     * @param operator what is done
     * @param detail to what and how
     */
    public record Label(String operator, String detail) {}

    /** @param runs whether a text is the step's */
    private record Named(Label label, Predicate<String> runs) {}

    private StepLabels(Label whole, List<Named> steps) {
        this.whole = whole;
        this.steps = List.copyOf(steps);
    }

    /** @param dataSourceNames by index */
    public static StepLabels of(SteppedExecution execution, List<String> dataSourceNames) {
        List<Named> steps = new ArrayList<>();
        if (execution instanceof Pull pulled) {
            RowLocks locks = pulled.locks();
            if (locks != null && locks.find() != null) {
                steps.add(new Named(keys(), text(locks.find())));
                for (RowLocks.LockedTable table : locks.tables()) {
                    Leaf leaf = pulled.leaves().get(table.leaf());
                    steps.add(new Named(leaf(leaf), sql -> sql.startsWith(table.rows() + " WHERE ")));
                }
            }
            for (Leaf leaf : pulled.leaves()) {
                steps.add(new Named(leaf(leaf), text(leaf.rows())));
            }
            steps.add(new Named(combine(), any -> true));
            return new StepLabels(pull(dataSourceNames.get(pulled.dataSource())), steps);
        }
        if (execution instanceof BindSubqueries first) {
            for (int i = 0; i < first.subqueries().size(); i++) {
                steps.add(new Named(subquery(i), text(first.subqueries().get(i).rows())));
            }
            steps.add(new Named(rest(), any -> true));
            return new StepLabels(bindSubqueries(), steps);
        }
        if (execution instanceof LookUpFirst first) {
            steps.add(new Named(entries(), text(first.entries())));
            steps.add(new Named(rest(), any -> true));
            return new StepLabels(lookUp(first), steps);
        }
        for (WriteStep step : WriteStep.of(execution)) {
            steps.add(new Named(new Label(STEP, step.purpose()), step::runs));
        }
        return new StepLabels(new Label(WriteStep.operator(execution), ""), steps);
    }

    private static Predicate<String> text(NestedStatement statement) {
        return statement.sql()::equals;
    }

    /** What the steps are together. */
    public Label whole() {
        return whole;
    }

    /**
     * Finds the step that runs a statement.
     *
     * @param sql the statement, logic SQL
     * @param from the position of the step before: two may have the same text
     * @return its position; -1 when it is none of the steps
     */
    public int position(String sql, int from) {
        for (int i = 0; i < steps.size(); i++) {
            int position = (from + i) % steps.size();
            if (steps.get(position).runs().test(sql)) {
                return position;
            }
        }
        return -1;
    }

    /** What a step is called; a position of {@link #position}. */
    public Label at(int position) {
        return position < 0 ? new Label(STEP, "") : steps.get(position).label();
    }

    static Label pull(String dataSource) {
        return new Label("Pull", "into temporary tables of " + dataSource);
    }

    static Label leaf(Leaf leaf) {
        return new Label("Leaf", String.join(", ", leaf.tables()) + " of " + leaf.name());
    }

    static Label keys() {
        return new Label("Find", "the keys of the rows to lock");
    }

    static Label combine() {
        return new Label("Combine", "");
    }

    static Label bindSubqueries() {
        return new Label("BindSubqueries", "");
    }

    static Label subquery(int position) {
        return new Label("Subquery", String.valueOf(position + 1));
    }

    static Label lookUp(LookUpFirst first) {
        return new Label("LookUp", first.lookUp().name());
    }

    static Label entries() {
        return new Label("Entries", "");
    }

    static Label rest() {
        return new Label("Rest", "with the values found");
    }
}
