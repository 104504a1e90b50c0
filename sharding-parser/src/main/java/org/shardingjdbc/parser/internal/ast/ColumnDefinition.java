package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A column of CREATE TABLE; {@code type} is as written. {@code autoIncrement} for AUTO_INCREMENT, SERIAL types and
 * identity columns.
 */
public record ColumnDefinition(Span span, Identifier name, String type, boolean autoIncrement, boolean primaryKey)
        implements Node {
    @Override
    public List<Node> children() {
        return Children.of(name);
    }

    @Override
    public ColumnDefinition mapped(NodeMapper mapper) {
        return new ColumnDefinition(mapper.span(span), mapper.node(name), type, autoIncrement, primaryKey);
    }
}
