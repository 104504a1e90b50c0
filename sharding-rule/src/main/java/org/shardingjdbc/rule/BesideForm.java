package org.shardingjdbc.rule;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An actual column that is written whenever a {@link TransformedColumn} is, and never read: by which LIKE is answered,
 * or, while a table goes from one form of its values to another, the form that other instances still read, or will.
 *
 * @param stored the actual column's name, compared without case; unless it is the logic name, statements cannot name it
 * @param write makes the form of a value, as {@link TransformedColumn#write} does
 * @param patterns what LIKE compares it with, for each way in which a value may be stored; empty where nothing asks it
 */
public record BesideForm(String stored, UnaryOperator<Object> write, List<LikePatterns> patterns) {
    public BesideForm {
        patterns = List.copyOf(patterns);
    }

    /** A form that nothing asks. */
    public BesideForm(String stored, UnaryOperator<Object> write) {
        this(stored, write, List.of());
    }
}
