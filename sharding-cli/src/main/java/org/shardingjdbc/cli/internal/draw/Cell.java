package org.shardingjdbc.cli.internal.draw;

/**
 * A value of a row. Immutable.
 *
 * @param text null for NULL
 * @param whole how many characters or bytes the value has; more than the text where that was cut
 */
public record Cell(String text, long whole) {
    /** NULL. */
    public static final Cell NULL = new Cell(null, 0);

    /** A value that is whole. */
    public static Cell of(String text) {
        return text == null ? NULL : new Cell(text, text.length());
    }

    /** Whether it is NULL. */
    public boolean isNull() {
        return text == null;
    }
}
