package org.shardingjdbc.dialect.internal;

/** How two values of a column compare, as the database compares them; chosen by the planner, never guessed per row. */
public enum ValueOrder {
    /**
     * Chosen by the first shard's column type when the first row is read; text of unknown collation is refused then.
     */
    BY_TYPE,
    /** Numbers of any class by value: -0.0 equals 0.0, NaN greatest. */
    NUMBER,
    /**
     * Text by code points, which is the order of its UTF-8 bytes: PostgreSQL's "C", MySQL's utf8mb4_0900_bin and NOPAD
     * collations.
     */
    CODE_POINTS,
    /**
     * As CODE_POINTS, the shorter text padded with blanks: {@code _bin} collations with PAD SPACE, which utf8mb4_bin
     * is. Texts that differ in trailing blanks only are equal.
     */
    CODE_POINTS_PADDED,
    /** As CODE_POINTS, trailing blanks left out: PostgreSQL's {@code character(n)} with a binary collation. */
    CODE_POINTS_TRIMMED,
    /** Text by UTF-16 code units: H2 without a collation. */
    UTF16,
    /** As UTF16, trailing blanks left out: H2's CHAR. */
    UTF16_TRIMMED,
    /** As UTF16, without regard to case: H2's VARCHAR_IGNORECASE. */
    UTF16_IGNORE_CASE,
    /**
     * byte[] of weights that go on in those of blanks: collations with PAD SPACE that are not binary. The weights of
     * blanks come first, four bytes of them.
     */
    WEIGHTS_PADDED,
    /** byte[] as unsigned bytes, a shorter prefix first: binary columns, and WEIGHT_STRING keys. */
    BYTES,
    /** Dates, times, timestamps; those with a zone by their instant. */
    TEMPORAL,
    /** false before true. */
    BOOLEAN,
    /** UUID as PostgreSQL and H2 order it: 128 unsigned bits. */
    UUID,
    /**
     * Only equality is known (by the text's bytes; of MySQL's floating numbers with the sign of zero): for grouping and
     * DISTINCT in memory, never for a sorted merge.
     */
    EQUALITY_ONLY
}
