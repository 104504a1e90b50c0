package io.shardingjdbc.parser.ast;

import java.util.List;

/**
 * {@code SELECT items FROM from WHERE ...}. Several elements of {@code from} are joined by commas. {@code fromSpan}
 * includes the keyword and is null without a FROM; {@code where}, {@code groupBy}, {@code having}, {@code qualify} and
 * {@code into} (the span of an INTO clause) may be null.
 */
public record Select(
        Span span,
        Quantifier quantifier,
        List<Expression> distinctOn,
        List<SelectItem> items,
        Span itemsSpan,
        List<TableReference> from,
        Span fromSpan,
        Clause where,
        GroupBy groupBy,
        Clause having,
        List<NamedWindow> windows,
        Clause qualify,
        Span into)
        implements QueryBody {
    public Select {
        distinctOn = List.copyOf(distinctOn);
        items = List.copyOf(items);
        from = List.copyOf(from);
        windows = List.copyOf(windows);
    }

    @Override
    public List<Node> children() {
        return Children.of(distinctOn, items, from, where, groupBy, having, windows, qualify);
    }
}
