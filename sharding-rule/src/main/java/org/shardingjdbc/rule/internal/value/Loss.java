package org.shardingjdbc.rule.internal.value;

/** What becomes of a value that has more digits than its column. */
enum Loss {
    /** It is unknown. */
    REFUSED,
    /** The next smaller value that the column can hold. */
    DOWN,
    /** The next larger value that the column can hold. */
    UP,
    /** The value that every database stores of it; unknown where they differ. */
    STORED
}
