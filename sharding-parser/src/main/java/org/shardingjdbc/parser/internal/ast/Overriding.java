package org.shardingjdbc.parser.internal.ast;

/**
 * {@code OVERRIDING ... VALUE} of an INSERT: what becomes of values for columns that make their own.
 *
 * @param user whether they are ignored, and the columns make their own; else they are stored, also where a column
 *     always makes its own
 */
public record Overriding(Span span, boolean user) {
    Overriding mapped(NodeMapper mapper) {
        return new Overriding(mapper.span(span), user);
    }
}
