package org.shardingjdbc.plan.internal.operator;

/** What a nested statement is planned as, which its text does not say. */
public enum NestedPart {
    /** As a statement of the application. */
    WHOLE(""),
    /** The first rows of each data node are wanted, in any order, rather than the first of all. */
    FIRST_ROWS("/*\0 of each data node */ "),
    /** No other data node has a row with the unique keys of this INSERT. */
    KEYS_LOOKED_UP("/*\0 keys looked up */ ");

    /** A comment that nobody writes, in front of the text. */
    private final String mark;

    NestedPart(String mark) {
        this.mark = mark;
    }

    public String mark() {
        return mark;
    }
}
