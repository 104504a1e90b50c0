package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code left JOIN right ON on | USING (using) AS usingAlias}, or with a name for the whole {@code (left JOIN right ..)
 * AS alias (columnAliases)}.
 *
 * @param on may be null
 * @param using may be empty
 * @param usingAlias what the columns of {@code using} are called together, beside the names of both sides; or null
 * @param alias hides the names of both sides; or null
 * @param straight whether it is written as STRAIGHT_JOIN
 */
public record JoinedTable(
        Span span,
        JoinKind kind,
        boolean natural,
        TableReference left,
        TableReference right,
        Expression on,
        List<Identifier> using,
        Identifier usingAlias,
        Identifier alias,
        List<Identifier> columnAliases,
        boolean straight)
        implements TableReference {
    public JoinedTable {
        using = List.copyOf(using);
        columnAliases = List.copyOf(columnAliases);
    }

    /** A join whose sides keep their names. */
    public JoinedTable(
            Span span,
            JoinKind kind,
            boolean natural,
            TableReference left,
            TableReference right,
            Expression on,
            List<Identifier> using) {
        this(span, kind, natural, left, right, on, using, null, null, List.of(), false);
    }

    /** The same join with a name for the whole. */
    public JoinedTable named(Span whole, Identifier name, List<Identifier> columns) {
        return new JoinedTable(whole, kind, natural, left, right, on, using, usingAlias, name, columns, straight);
    }

    @Override
    public void accept(TableVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(left, right, on, using, usingAlias, alias, columnAliases);
    }

    @Override
    public JoinedTable mapped(NodeMapper mapper) {
        return new JoinedTable(
                mapper.span(span),
                kind,
                natural,
                mapper.node(left),
                mapper.node(right),
                mapper.node(on),
                mapper.nodes(using),
                mapper.node(usingAlias),
                mapper.node(alias),
                mapper.nodes(columnAliases),
                straight);
    }
}
