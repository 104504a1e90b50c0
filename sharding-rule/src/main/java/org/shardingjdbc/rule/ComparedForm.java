package org.shardingjdbc.rule;

import java.util.function.UnaryOperator;

/**
 * An actual column that has a second form of a {@link TransformedColumn}'s values, by which they are compared: two
 * values are equal exactly when these forms are, or one is another of the {@link SeveralForms} of the same. It is
 * written whenever the column is, and never read.
 *
 * @param stored the actual column's name, compared without case; statements cannot name it
 * @param write makes the form of a value, as {@link TransformedColumn#write} does
 * @param kept {@link StoredProperty#EQUALITY}, {@link StoredProperty#LOOKUP} where there are several forms, or
 *     {@link StoredProperty#NULLS} where nothing else may be told
 */
public record ComparedForm(String stored, UnaryOperator<Object> write, StoredProperty kept) {
    /** A form by which values may be compared. */
    public ComparedForm(String stored, UnaryOperator<Object> write) {
        this(stored, write, StoredProperty.EQUALITY);
    }
}
