package org.shardingjdbc.rule.column;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The form in which values of a {@link TransformedColumn} are stored, and the actual column that holds it. Two columns
 * whose forms have equal operators are stored alike, so that they can be compared with each other. Immutable.
 *
 * @param stored the actual column's name, compared without case
 * @param write makes the stored value of a value as a setter was given it, or of a text literal; null where values are
 *     stored as they are
 * @param otherForms makes each of the other forms in which a value may be stored, under former keys for example. A
 *     value that a column of {@link StoredProperty#LOOKUP} is compared with is looked for in each of them. Mostly empty
 * @param kept what a statement may ask of the stored values: what they tell, or less where they must not tell it
 */
public record WrittenForm(
        String stored,
        @Nullable UnaryOperator<Object> write,
        List<UnaryOperator<Object>> otherForms,
        StoredProperty kept) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when parts contradict each other: values are stored in another form that are
     *     declared to be the same, or values that are stored as they are have several forms
     */
    public WrittenForm {
        otherForms = List.copyOf(otherForms);
        if (write != null && kept == StoredProperty.EVERYTHING) {
            throw new IllegalArgumentException("a column keeps everything only when it is stored as it is written");
        }
        if (write == null && (kept == StoredProperty.EQUALITY || kept == StoredProperty.LOOKUP)) {
            throw new IllegalArgumentException("a column that is stored as it is written keeps everything or nulls");
        }
        if (write == null && !otherForms.isEmpty()) {
            throw new IllegalArgumentException("values that are stored as they are written have one form");
        }
    }

    /** The only form of the values. */
    public WrittenForm(String stored, UnaryOperator<Object> write, StoredProperty kept) {
        this(stored, write, List.of(), kept);
    }

    /** Values are stored as the application writes them; statements may ask everything of them. */
    public static WrittenForm unchanged(String stored) {
        return new WrittenForm(stored, null, List.of(), StoredProperty.EVERYTHING);
    }

    /** The same where statements may ask something else of the stored values. */
    public WrittenForm keeping(StoredProperty property) {
        return new WrittenForm(stored, write, otherForms, property);
    }
}
