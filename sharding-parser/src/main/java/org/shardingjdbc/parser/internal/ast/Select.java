package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code SELECT items FROM from WHERE ...}. Several elements of {@code from} are joined by commas. {@code fromSpan}
 * includes the keyword and is null without a FROM; {@code where}, {@code groupBy}, {@code having}, {@code qualify} and
 * {@code into} may be null. {@code quantifierSpan} is that of its only ALL or DISTINCT, null when there is none, or
 * several; {@code modifiers} are further words behind SELECT, such as SQL_CALC_FOUND_ROWS, in upper case;
 * {@code optimizerHint} is the comment {@code /*+ ... *}{@code /} there, or empty. The spans of its clauses say where
 * its text is edited; what stands in a clause is told by the tree alone.
 */
public record Select(
        Span span,
        Quantifier quantifier,
        Span quantifierSpan,
        List<String> modifiers,
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
        Into into,
        String optimizerHint)
        implements QueryBody {
    public Select {
        modifiers = List.copyOf(modifiers);
        distinctOn = List.copyOf(distinctOn);
        items = List.copyOf(items);
        from = List.copyOf(from);
        windows = List.copyOf(windows);
    }

    @Override
    public void accept(BodyVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(distinctOn, items, from, where, groupBy, having, windows, qualify);
    }

    @Override
    public Select mapped(NodeMapper mapper) {
        return new Select(
                mapper.span(span),
                quantifier,
                mapper.span(quantifierSpan),
                modifiers,
                mapper.nodes(distinctOn),
                mapper.nodes(items),
                mapper.span(itemsSpan),
                mapper.nodes(from),
                mapper.span(fromSpan),
                mapper.node(where),
                mapper.node(groupBy),
                mapper.node(having),
                mapper.nodes(windows),
                mapper.node(qualify),
                into,
                optimizerHint);
    }
}
