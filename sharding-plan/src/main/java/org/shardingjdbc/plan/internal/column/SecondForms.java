package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * Writes the further forms of a value wherever the first is written: {@code phone} in a column list becomes two columns
 * or more, its value in each row as many values, its assignment as many assignments, the first form last. One per
 * planning of a statement.
 */
final class SecondForms {
    private final WrittenValues written;
    private final StoredNames names;
    private final Map<Identifier, List<StoredColumn>> listed = new LinkedHashMap<>();
    private final Map<Expression, List<Expression>> values = new LinkedHashMap<>();
    private final Map<ColumnReference, List<StoredColumn>> selected = new LinkedHashMap<>();
    private final List<AssignedForm> assigned = new ArrayList<>();
    private final List<FormChoice> chosen = new ArrayList<>();

    /**
     * A further form that is chosen as the first one is.
     *
     * @param target null for a value of a row
     * @param operands by what stands for them, in text order
     */
    private record FormChoice(
            @Nullable ColumnReference target,
            Expression value,
            Map<Expression, Operand> operands,
            StoredColumn column) {}

    /**
     * @param stored of a value; null for a column
     * @param column null for a value
     */
    private record Operand(
            @Nullable Expression stored, @Nullable StoredColumn column) {}

    /**
     * @param stored the value in the second form; null where a column is copied
     * @param copied the column that the value is, or null
     */
    private record AssignedForm(
            ColumnReference target,
            Expression value,
            @Nullable Expression stored,
            @Nullable CopiedColumn copied,
            StoredColumn column) {}

    /** A column whose values are copied, and where it is named. */
    private record CopiedColumn(Identifier name, StoredColumn column) {}

    SecondForms(WrittenValues written, StoredNames names) {
        this.written = written;
        this.names = names;
    }

    /** A column in the list of an INSERT. */
    void list(Identifier name, StoredColumn column) {
        if (!column.furtherForms().isEmpty()) {
            listed.put(name, column.furtherForms());
        }
    }

    /** A value of a row: a parameter, a literal or DEFAULT. */
    void value(Expression value, StoredColumn column) {
        List<Expression> forms = new ArrayList<>();
        column.furtherForms().forEach(form -> forms.add(written.stored(value, form)));
        values.put(value, forms);
    }

    /** An assignment of such a value. */
    void assign(ColumnReference target, Expression value, StoredColumn column) {
        for (StoredColumn form : column.furtherForms()) {
            assigned.add(new AssignedForm(target, value, written.stored(value, form), null, form));
        }
    }

    /**
     * An assignment of a column that is stored alike.
     *
     * @param name where the value names it
     */
    void copy(ColumnReference target, Expression value, Identifier name, StoredColumn copied, StoredColumn column) {
        List<StoredColumn> forms = column.furtherForms();
        List<StoredColumn> from = copied.furtherForms();
        for (int i = 0; i < forms.size(); i++) {
            assigned.add(new AssignedForm(target, value, null, new CopiedColumn(name, from.get(i)), forms.get(i)));
        }
    }

    /**
     * A value that is chosen.
     *
     * @param target that it is assigned to; null for a value of a row
     * @param named the column that a reference names; null where it names no such
     */
    void choose(
            @Nullable ColumnReference target,
            Expression value,
            List<Expression> operands,
            Function<ColumnReference, @Nullable StoredColumn> named,
            StoredColumn column) {
        List<StoredColumn> forms = column.furtherForms();
        for (int i = 0; i < forms.size(); i++) {
            Map<Expression, Operand> by = new LinkedHashMap<>();
            for (Expression operand : operands) {
                StoredColumn from = operand instanceof ColumnReference reference ? named.apply(reference) : null;
                by.put(
                        operand,
                        from == null
                                ? new Operand(written.stored(operand, forms.get(i)), null)
                                : new Operand(null, from.furtherForms().get(i)));
            }
            chosen.add(new FormChoice(target, value, by, forms.get(i)));
        }
    }

    /** A column that a query selects to be written. */
    void select(ColumnReference reference, StoredColumn column) {
        selected.put(reference, column.furtherForms());
    }

    void edit(SqlEdits edits, NameQuoting quoting) {
        listed.forEach((name, forms) ->
                forms.forEach(form -> edits.insert(name.span().start(), actualName(form, quoting) + ", ")));
        assigned.forEach(each -> {
            List<Piece> pieces = new ArrayList<>();
            pieces.add(new Piece.Text(actualName(each.column, quoting) + " = "));
            if (each.copied != null) {
                pieces.addAll(copy(each.value, each.copied, quoting));
            } else if (each.stored != null) {
                pieces.add(Piece.Made.of(each.stored));
            }
            insertBefore(each.target, pieces, edits);
        });
        chosen.forEach(each -> {
            List<Piece> pieces = choice(each, quoting);
            if (each.target == null) {
                pieces.add(new Piece.Text(", "));
                edits.insert(each.value.span().start(), pieces.toArray(new Piece[0]));
            } else {
                pieces.add(0, new Piece.Text(actualName(each.column, quoting) + " = "));
                insertBefore(each.target, pieces, edits);
            }
        });
        selected.forEach((reference, forms) -> forms.forEach(form -> {
            List<Piece> pieces = new ArrayList<>();
            pieces.add(new Piece.Text(actualName(form, quoting)));
            insertBefore(reference, pieces, edits);
        }));
        values.forEach((value, forms) ->
                forms.forEach(form -> edits.insert(value.span().start(), Piece.Made.of(form), new Piece.Text(", "))));
    }

    /** Puts pieces and a comma between the qualifier and the name of a reference, and the qualifier once more. */
    private static void insertBefore(ColumnReference reference, List<Piece> pieces, SqlEdits edits) {
        pieces.add(new Piece.Text(", "));
        Span whole = reference.span();
        int name = reference.name().span().start();
        if (name > whole.start()) {
            pieces.add(new Piece.Source(new Span(whole.start(), name)));
        }
        edits.insert(name, pieces.toArray(new Piece[0]));
    }

    /** The choice with the form of each operand in it. */
    private List<Piece> choice(FormChoice each, NameQuoting quoting) {
        List<Piece> pieces = new ArrayList<>();
        int at = each.value.span().start();
        for (Map.Entry<Expression, Operand> operand : each.operands.entrySet()) {
            Span span = operand.getKey().span();
            StoredColumn column = operand.getValue().column();
            Expression stored = operand.getValue().stored();
            int until = column != null
                    ? ((ColumnReference) operand.getKey()).name().span().start()
                    : span.start();
            // what is put before the whole value is no part of it
            Span before = new Span(at, until);
            pieces.add(pieces.isEmpty() ? new Piece.SourceWithoutStart(before) : new Piece.Source(before));
            if (column != null) {
                pieces.add(new Piece.Text(actualName(column, quoting)));
            } else if (stored != null) {
                pieces.add(Piece.Made.of(stored));
            }
            at = span.stop();
        }
        pieces.add(new Piece.Source(new Span(at, each.value.span().stop())));
        return pieces;
    }

    /** The value with the second form's name in it. */
    private List<Piece> copy(Expression value, CopiedColumn copied, NameQuoting quoting) {
        Span whole = value.span();
        Span name = copied.name.span();
        List<Piece> pieces = new ArrayList<>();
        if (name.start() > whole.start()) {
            pieces.add(new Piece.Source(new Span(whole.start(), name.start())));
        }
        pieces.add(new Piece.Text(actualName(copied.column, quoting)));
        if (whole.stop() > name.stop()) {
            pieces.add(new Piece.Source(new Span(name.stop(), whole.stop())));
        }
        return pieces;
    }

    private String actualName(StoredColumn column, NameQuoting quoting) {
        return quoting.column(names.actualName(column));
    }
}
