package org.shardingjdbc.parser.internal.ast;

/** How a cast is written. */
public enum CastForm {
    /** {@code CAST(value AS type)}. */
    CAST,
    /** {@code TRY_CAST(value AS type)}. */
    TRY_CAST,
    /** {@code CONVERT(value, type)}. */
    CONVERT,
    /** {@code {fn CONVERT(value, type)}}, which the driver translates. */
    ESCAPED_CONVERT,
    /** {@code value::type}. */
    OPERATOR
}
