package org.shardingjdbc.cli.internal.draw;

/**
 * A column of a result. Immutable.
 *
 * @param label what it is called
 * @param type the database's name of its type
 * @param numeric whether its values are numbers, which stand at the right
 */
public record DrawingColumn(String label, String type, boolean numeric) {
    /** A column of texts. */
    public static DrawingColumn text(String label) {
        return new DrawingColumn(label, "VARCHAR", false);
    }

    /** A column of numbers. */
    public static DrawingColumn number(String label) {
        return new DrawingColumn(label, "BIGINT", true);
    }
}
