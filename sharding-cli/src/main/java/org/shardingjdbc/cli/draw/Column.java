package org.shardingjdbc.cli.draw;

/**
 * A column of a result. Immutable.
 *
 * @param label what it is called
 * @param type the database's name of its type
 * @param numeric whether its values are numbers, which stand at the right
 */
public record Column(String label, String type, boolean numeric) {
    /** A column of texts. */
    public static Column text(String label) {
        return new Column(label, "VARCHAR", false);
    }

    /** A column of numbers. */
    public static Column number(String label) {
        return new Column(label, "BIGINT", true);
    }
}
