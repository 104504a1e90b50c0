package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * An operator that routing does not look into: arithmetic, concatenation, JSON and array operators, subscripts
 * ({@code []}), {@code ARRAY}, {@code INTERVAL}, {@code COLLATE}, {@code AT TIME ZONE}. {@code operator} is upper case;
 * operands are in text order.
 */
public record Operation(Span span, String operator, List<Expression> operands) implements Expression {
    public Operation {
        operands = List.copyOf(operands);
    }

    @Override
    public List<Node> children() {
        return Children.of(operands);
    }
}
