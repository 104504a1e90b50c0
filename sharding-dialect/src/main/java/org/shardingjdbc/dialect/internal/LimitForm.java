package org.shardingjdbc.dialect.internal;

/** How the first rows of a result are asked for. */
public enum LimitForm {
    /** As standard SQL does. */
    FETCH_FIRST("FETCH FIRST ", " ROWS ONLY"),
    /** As nearly all do. */
    LIMIT("LIMIT ", "");

    private final String before;
    private final String after;

    LimitForm(String before, String after) {
        this.before = before;
        this.after = after;
    }

    /** What stands before the number. */
    public String before() {
        return before;
    }

    /** What stands behind the number. */
    public String after() {
        return after;
    }
}
