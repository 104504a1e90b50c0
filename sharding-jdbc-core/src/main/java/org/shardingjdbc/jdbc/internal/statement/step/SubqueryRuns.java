package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.value.BoundColumn;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.BindSubqueries.Replacement;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Subquery;
import org.shardingjdbc.plan.internal.template.NameQuoting;

/**
 * Runs the subqueries of a statement and puts what they found into it. A scalar subquery with more than one row becomes
 * one of two rows, so that the database raises its own error, and only if it looks at it. One per execution, used by
 * one thread.
 */
final class SubqueryRuns {
    private final BindSubqueries steps;
    private final Dialect dialect;
    private final int most;
    private final List<Replacement> replacements = new ArrayList<>();
    private final Map<Span, Replacement> labels = new LinkedHashMap<>();
    private final List<BoundColumn> columns = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** @param most how many rows of a subquery may be bound */
    SubqueryRuns(BindSubqueries steps, Dialect dialect, int most) {
        this.steps = steps;
        this.dialect = dialect;
        this.most = most;
    }

    /** Runs them; false when the values cannot be bound. */
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
        List<Replacement> all = new ArrayList<>(replacements);
        all.addAll(labels.values());
        return steps.with(all);
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
        switch (subquery.kind()) {
            case EXISTS -> truth(subquery.span(), !found.rows().isEmpty());
            case SCALAR -> scalar(found);
            case IN -> in(found);
        }
        if (subquery.item() != null) {
            labels.put(subquery.item(), label(found));
        }
    }

    private void truth(Span span, boolean holds) {
        replacements.add(new Replacement(span, holds ? "(1 = 1)" : "(1 = 0)", 0));
    }

    private void scalar(SubqueryRows found) {
        List<Object[]> rows = found.rows();
        if (rows.isEmpty()) {
            rows = Collections.singletonList(new Object[found.columns().length]);
        }
        String row = String.join(", ", placeholders(found));
        String text = row;
        if (rows.size() > 1) {
            text = "(SELECT " + row + " UNION ALL SELECT " + row + ")";
        } else if (found.columns().length > 1) {
            text = "(" + row + ")";
        }
        add(found, found.subquery().values(), text, rows);
    }

    private void in(SubqueryRows found) {
        if (found.rows().isEmpty()) {
            inNothing(found.subquery());
            return;
        }
        List<Object[]> rows = new ArrayList<>(found.rows());
        // Few different texts, so that their plans are kept.
        int padded = Math.min(Integer.highestOneBit(Math.max(1, 2 * rows.size() - 1)), most);
        while (rows.size() < padded) {
            rows.add(rows.get(rows.size() - 1));
        }
        String row = String.join(", ", placeholders(found));
        String element = found.subquery().columns() > 0 ? "(" + row + ")" : row;
        add(
                found,
                found.subquery().values(),
                "(" + String.join(", ", Collections.nCopies(padded, element)) + ")",
                rows);
    }

    /**
     * True or false whatever is looked for, NULL too. What is looked for is still named, so that the database says when
     * there is no such thing.
     */
    private void inNothing(Subquery in) {
        int start = in.span().start();
        String nothing = in.columns() > 0
                ? "((" + String.join(", ", Collections.nCopies(in.columns(), "NULL")) + "))"
                : "(NULL)";
        String holds = in.negated() ? " IS NULL OR 1 = 1)" : " IS NULL AND 1 = 0)";
        replacements.add(new Replacement(new Span(start, start), "((", 0));
        replacements.add(new Replacement(in.values(), nothing + ")" + holds, 0));
    }

    private static List<String> placeholders(SubqueryRows found) {
        List<String> texts = new ArrayList<>();
        for (BoundColumn column : found.columns()) {
            texts.add(column.placeholder());
        }
        return texts;
    }

    private void add(SubqueryRows found, Span span, String text, List<Object[]> rows) {
        int count = 0;
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                columns.add(found.columns()[i]);
                values.add(row[i]);
                count++;
            }
        }
        replacements.add(new Replacement(span, text, count));
    }

    /** The label that the item had with the subquery in it. */
    private Replacement label(SubqueryRows found) {
        Span item = found.subquery().item();
        String label = found.label();
        if (dialect.queries().labelsAreTexts()) {
            label = item.of(steps.sql()).strip();
        } else if (found.subquery().kind() == Subquery.Kind.EXISTS) {
            label = "exists";
        }
        Span end = new Span(item.stop(), item.stop());
        return new Replacement(end, " AS " + new NameQuoting(dialect).quoted(label), 0);
    }
}
