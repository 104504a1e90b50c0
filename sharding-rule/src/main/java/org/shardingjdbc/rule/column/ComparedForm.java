package org.shardingjdbc.rule.column;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An actual column that has a second form of a {@link TransformedColumn}'s values, by which they are compared: two
 * values are equal exactly when these forms are, or one is another form of the same. It is written whenever the column
 * is, and never read. Immutable.
 *
 * @param stored the actual column's name, compared without case; statements cannot name it
 * @param write makes the form of a value, as {@link WrittenForm#write} does
 * @param otherForms makes each of the other forms that may be stored; mostly empty
 * @param kept {@link StoredProperty#EQUALITY}, {@link StoredProperty#LOOKUP} where there are several forms, or
 *     {@link StoredProperty#NULLS} where nothing else is known of them
 */
public record ComparedForm(
        String stored, UnaryOperator<Object> write, List<UnaryOperator<Object>> otherForms, StoredProperty kept) {
    /** Copies the list. */
    public ComparedForm {
        otherForms = List.copyOf(otherForms);
    }

    /** A form by which values may be compared, and the only one. */
    public ComparedForm(String stored, UnaryOperator<Object> write) {
        this(stored, write, List.of(), StoredProperty.EQUALITY);
    }
}
