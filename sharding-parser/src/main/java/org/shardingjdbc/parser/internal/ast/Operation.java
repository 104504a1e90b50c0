package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * An operator that routing does not look into: arithmetic, concatenation, JSON and array operators, subscripts
 * ({@code []}), {@code ARRAY}, {@code INTERVAL}, {@code COLLATE}, {@code AT TIME ZONE}. {@code operator} is upper case;
 * operands are in text order. {@code detail} is what is written beside them and is no value, else empty: the unit of an
 * INTERVAL, the name behind COLLATE, {@code LOCAL} behind AT, the mode of a MATCH, the fields behind {@code .}, QUERY
 * where an ARRAY is made of a query, and for {@code []} where its values stand around the colon: {@code n:n},
 * {@code n:}, {@code :n}, {@code :}.
 */
public record Operation(Span span, String operator, List<Expression> operands, String detail) implements Expression {
    public Operation {
        operands = List.copyOf(operands);
    }

    /** An operator that its operands tell all about. */
    public Operation(Span span, String operator, List<Expression> operands) {
        this(span, operator, operands, "");
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(operands);
    }

    @Override
    public Operation mapped(NodeMapper mapper) {
        return new Operation(mapper.span(span), operator, mapper.nodes(operands), detail);
    }
}
