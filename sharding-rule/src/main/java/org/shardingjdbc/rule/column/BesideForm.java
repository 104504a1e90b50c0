package org.shardingjdbc.rule.column;

import java.util.List;
import java.util.function.UnaryOperator;
import org.shardingjdbc.Incubating;

/**
 * An actual column that is written whenever a {@link TransformedColumn} is, and never read: the one that answers LIKE,
 * or, while a table goes from one form of its values to another, the form that other instances still read, or will.
 * Immutable.
 *
 * @param stored the actual column's name, compared without case; unless it is the logic name, statements cannot name it
 * @param write makes the form of a value, as {@link WrittenForm#write} does
 * @param patterns what LIKE compares it with, for each way in which a value may be stored; empty where nothing asks it
 */
@Incubating
public record BesideForm(String stored, UnaryOperator<Object> write, List<LikePatterns> patterns) {
    /** Copies the list. */
    public BesideForm {
        patterns = List.copyOf(patterns);
    }

    /** A form that nothing asks. */
    public BesideForm(String stored, UnaryOperator<Object> write) {
        this(stored, write, List.of());
    }
}
