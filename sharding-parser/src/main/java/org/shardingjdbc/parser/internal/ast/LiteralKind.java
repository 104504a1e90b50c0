package org.shardingjdbc.parser.internal.ast;

/** What a literal is; each constant says the Java type of {@link Literal#value()}. */
public enum LiteralKind {
    /** Value is a Long, else a BigInteger; never negative, for a sign is an operation. */
    INTEGER,
    /** Value is a BigDecimal: written with a point and without an exponent. */
    DECIMAL,
    /** Value is a BigDecimal: written with an exponent, approximate to the database. */
    APPROXIMATE,
    /** Value is the String with its escapes undone. */
    STRING,
    /** Value is a Boolean. */
    BOOLEAN,
    /** Value is null. */
    NULL,
    /** Value is the String between the quotes of {@code DATE '...'}. */
    DATE,
    /** Value is the String between the quotes of {@code TIME '...'}. */
    TIME,
    /** Value is the String between the quotes of {@code TIMESTAMP '...'}. */
    TIMESTAMP,
    /** Value is a byte[]-free String of hexadecimal digits: {@code X'..'}, {@code 0x..}. */
    BINARY,
    /**
     * Anything else that is constant ({@code B'01'}, {@code N'..'}, {@code UUID '..'}): value is the text as written.
     */
    OTHER
}
