package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A call, aggregate or not. {@code star} for {@code COUNT(*)}; {@code orderBy} is that inside the parentheses or of
 * WITHIN GROUP; {@code limit} is that inside the parentheses. {@code orderBy}, {@code limit}, {@code filter} and
 * {@code over} may be null. EXTRACT, SUBSTRING, TRIM and the like with keywords between their arguments are calls too,
 * with their value arguments only; {@code form} has the keywords.
 */
public record FunctionCall(
        Span span,
        QualifiedName name,
        boolean distinct,
        boolean star,
        List<Expression> arguments,
        OrderBy orderBy,
        Limit limit,
        Expression filter,
        Window over,
        CallForm form)
        implements Expression {
    public FunctionCall {
        arguments = List.copyOf(arguments);
    }

    /** The same call in {@code {fn ...}}. */
    public FunctionCall inEscape() {
        return new FunctionCall(span, name, distinct, star, arguments, orderBy, limit, filter, over, form.inEscape());
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(name, arguments, orderBy, limit, filter, over);
    }

    @Override
    public FunctionCall mapped(NodeMapper mapper) {
        return new FunctionCall(
                mapper.span(span),
                mapper.node(name),
                distinct,
                star,
                mapper.nodes(arguments),
                mapper.node(orderBy),
                mapper.node(limit),
                mapper.node(filter),
                mapper.node(over),
                form);
    }
}
