package org.shardingjdbc.parser.ast;

import java.util.List;

/** {@code DEFAULT VALUES}. */
public record DefaultRow(Span span) implements InsertSource {
    @Override
    public List<Node> children() {
        return List.of();
    }
}
