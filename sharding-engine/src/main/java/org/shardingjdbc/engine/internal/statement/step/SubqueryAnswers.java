package org.shardingjdbc.engine.internal.statement.step;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.value.BoundColumn;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.Subquery;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;

/**
 * Runs the subqueries of a statement and puts the values that they found into it. A scalar subquery with more than one
 * row becomes one of two rows, so that the database raises its own error, and only if it evaluates the subquery. One
 * per execution, used by one thread.
 */
final class SubqueryAnswers {
    private final BindSubqueries steps;
    private final Dialect dialect;
    private final int most;
    private final List<Subquery.Answer> answers = new ArrayList<>();
    private final List<BoundColumn> columns = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** @param most how many rows of a subquery may be bound */
    SubqueryAnswers(BindSubqueries steps, Dialect dialect, int most) {
        this.steps = steps;
        this.dialect = dialect;
        this.most = most;
    }

    /** Runs the subqueries; returns false when their values cannot be bound. */
    boolean find(OuterStatement outer) throws SQLException {
        for (Subquery subquery : steps.subqueries()) {
            SubqueryRows found = SubqueryRows.of(subquery, outer, most);
            if (!found.bindable()) {
                return false;
            }
            put(found);
        }
        return true;
    }

    /** The statement with the values in it. */
    NestedStatement rest() {
        return steps.with(answers);
    }

    /** The parameters of {@link #rest}. */
    Parameters parameters(NestedStatement rest, Parameters given) {
        int[] sources = rest.sources();
        Parameters all = new Parameters(sources.length);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                all.take(i, given, sources[i]);
            } else {
                int own = -1 - sources[i];
                columns.get(own).set(all, i + 1, values.get(own));
            }
        }
        return all;
    }

    private void put(SubqueryRows found) {
        Subquery subquery = found.subquery();
        List<Object[]> rows = subquery.kind() == Subquery.Kind.EXISTS ? List.of() : rows(found);
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                columns.add(found.columns()[i]);
                values.add(row[i]);
            }
        }
        List<ValueForm> forms = new ArrayList<>();
        for (BoundColumn column : found.columns()) {
            forms.add(column.form());
        }
        String label = subquery.item() == null ? null : label(found);
        answers.add(new Subquery.Answer(!found.rows().isEmpty(), rows.size(), forms, label));
    }

    /** The rows whose values are put into the statement. */
    private List<Object[]> rows(SubqueryRows found) {
        List<Object[]> rows = new ArrayList<>(found.rows());
        if (found.subquery().kind() == Subquery.Kind.SCALAR) {
            return rows.isEmpty() ? Collections.singletonList(new Object[found.columns().length]) : rows;
        }
        // Padded to a power of two, so that there are few different texts, whose plans are kept.
        int padded = Math.min(Integer.highestOneBit(Math.max(1, 2 * rows.size() - 1)), most);
        while (!rows.isEmpty() && rows.size() < padded) {
            rows.add(rows.get(rows.size() - 1));
        }
        return rows;
    }

    /** The label that the item had with the subquery in it. */
    private @Nullable String label(SubqueryRows found) {
        if (dialect.queries().labelsAreTexts()) {
            return Objects.requireNonNull(found.subquery().item(), "a select item")
                    .span()
                    .of(steps.sql())
                    .strip();
        }
        return found.subquery().kind() == Subquery.Kind.EXISTS ? "exists" : found.label();
    }
}
