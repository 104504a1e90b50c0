package org.shardingjdbc.plan.internal.nested;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * A subquery that is executed before the statement around it, and what then stands in its place. Immutable.
 *
 * @param kind what the statement makes of its rows
 * @param place where its values are put
 * @param node the whole expression; of IN with the value on its left
 * @param list of IN the parentheses with the query, which the values replace; else null
 * @param negated whether an IN is a NOT IN
 * @param columns how many columns it must have, so many as the row that it is compared with; 0 for one
 * @param keepsText whether a text may be bound as a parameter and is still compared as the column that it comes from
 * @param item of a select list whose label the replacement would change, else null
 * @param rows the subquery itself
 */
public record Subquery(
        Kind kind,
        Place place,
        Expression node,
        @Nullable Span list,
        boolean negated,
        int columns,
        boolean keepsText,
        @Nullable ExpressionItem item,
        NestedStatement rows) {
    /** What the statement makes of the rows. */
    public enum Kind {
        /** The value, or the row of values, of its only row; NULL without a row. */
        SCALAR,
        /** Whether a value is among them. */
        IN,
        /** Whether there is one. */
        EXISTS
    }

    /** Where a value is put, which decides how exactly its type must be kept. */
    public enum Place {
        /** Compared with something: the class of its type decides the comparison. */
        COMPARED,
        /** Stored into a column, which converts it. */
        ASSIGNED,
        /** A count of LIMIT or OFFSET. */
        COUNT,
        /** An operand of an expression whose type nobody sees: its width does not matter. */
        USED,
        /** Shown, or an operand of an expression that is: all of its type matters. */
        SHOWN
    }

    /** Whether its value is an operand of an expression or is shown, so that its type goes on. */
    public boolean isOperand() {
        return place == Place.USED || place == Place.SHOWN;
    }

    /** Of an IN the parentheses with the query. */
    Span listOfIn() {
        return Objects.requireNonNull(list, "an IN has a list");
    }

    /** How many columns its rows must have. */
    public int width() {
        return Math.max(1, columns);
    }

    /**
     * What a subquery found, as far as the statement around it shows that. Immutable.
     *
     * @param any whether there is a row
     * @param rows how many rows of values stand in its place; of a scalar one two that make the database raise its
     *     error
     * @param forms how the values of a row are written
     * @param label what the item of a select list gets as its label; null where it keeps its own
     */
    public record Answer(
            boolean any,
            int rows,
            List<ValueForm> forms,
            @Nullable String label) {
        public Answer {
            forms = List.copyOf(forms);
        }
    }
}
