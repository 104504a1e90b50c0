package org.shardingjdbc.plan.internal.pull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.plan.internal.merge.InheritedOrder;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * The text of a query with temporary tables in place of its leaves. That of a table has its exposed name as an alias,
 * so that the rest of the text stays as it is. Immutable.
 *
 * @param sql the statement
 */
record CombiningText(BoundStatement bound, ActualTables tables, String sql) {
    /** The name of the temporary table of a leaf, by its place. */
    static String table(int number) {
        return "shd_leaf_" + number;
    }

    /**
     * The statement that combines the leaves.
     *
     * @param copies of the common table expressions, where a temporary table is read but once
     * @return null when these would be too many
     */
    @Nullable
    NestedStatement statement(List<LeafDraft> drafts, CommonTableCopies copies) {
        boolean readOnce = CommonTableCopies.areNeeded(tables.dialect());
        SqlEdits edits = readOnce ? copies.edits() : edits(drafts, "");
        if (edits == null) {
            return null;
        }
        UnitSql combining = edits.template().render(List.of(), List.of(), null);
        return new NestedStatement(combining.sql(), combining.sources());
    }

    /**
     * The edits of it.
     *
     * @param suffix what the names of the temporary tables end with
     */
    SqlEdits edits(List<LeafDraft> drafts, String suffix) {
        SqlEdits edits = new SqlEdits(bound.parsed(), tables.names());
        SameNameTables twins = new SameNameTables(bound);
        String end = keepingRows();
        for (int i = 0; i < drafts.size(); i++) {
            LeafDraft draft = drafts.get(i);
            String put = draft instanceof LeafDraft.OfTable table
                    ? table(i) + suffix + alias(table.table().node(), twins)
                    : "SELECT * FROM " + table(i) + suffix + order(draft.node()) + (isTable(draft.node()) ? end : "");
            edits.replace(draft.node().span(), new Piece.Text(put));
        }
        for (TableBody body : bound.parsed().analysis().all(TableBody.class)) {
            edits.replace(body.span(), Piece.Made.of(MadeNodes.all(body.table())));
        }
        keepComputedValues(drafts, edits);
        dropSchemas(twins, edits);
        // where they are combined nobody else reads them
        bound.parsed().analysis().all(Locking.class).forEach(locking -> edits.delete(locking.span()));
        if (tables.dialect().queries().labelsAreTexts()) {
            new Labels(bound, tables.names()).edit(edits);
        }
        return edits;
    }

    /** What a query that only names rows must end with, where one that computed them stood. */
    private String keepingRows() {
        Analysis analysis = bound.parsed().analysis();
        String end = tables.dialect().queries().keepingRowsOfAll();
        boolean needed = !end.isEmpty() && analysis.has(Quantified.class) && analysis.has(Window.class);
        return needed ? end : "";
    }

    /**
     * Ends the queries of derived tables and common table expressions that compute something and have an order of their
     * own or stand beside an outer join.
     */
    private void keepComputedValues(List<LeafDraft> drafts, SqlEdits edits) {
        Analysis analysis = bound.parsed().analysis();
        String end = tables.dialect().queries().keepingComputedValues();
        if (end.isEmpty()) {
            return;
        }
        boolean outer = analysis.any(JoinedTable.class, CombiningText::isOuterJoin);
        for (Query query : analysis.all(Query.class)) {
            boolean pulled = drafts.stream().anyMatch(draft -> Tree.isWithin(query, draft.node()));
            if (!pulled && (outer || query.orderBy() != null) && computes(query) && isTable(query)) {
                edits.insert(query.span().stop(), end);
            }
        }
    }

    private static boolean isOuterJoin(JoinedTable join) {
        return join.kind() != JoinKind.INNER && join.kind() != JoinKind.CROSS;
    }

    /** Whether it has no limit and an item that is no column. */
    private static boolean computes(Query query) {
        return query.limit() == null
                && query.locking().isEmpty()
                && query.body() instanceof Select block
                && block.items().stream()
                        .anyMatch(item -> item instanceof ExpressionItem computed
                                && !(computed.expression() instanceof ColumnReference));
    }

    /** Whether its rows are those of a derived table or a common table expression. */
    private boolean isTable(Node leaf) {
        return bound.parsed()
                .analysis()
                .any(node -> node instanceof DerivedTable derived && derived.query() == leaf
                        || node instanceof CommonTable common
                                && common.statement() instanceof QueryStatement statement
                                && statement.query() == leaf);
    }

    /** The rows of a derived table keep their order. */
    private String order(Node leaf) {
        OrderBy order = isTable(leaf)
                ? new InheritedOrder(bound, tables.names(), tables.dialect(), new SourcePositions(sql))
                        .byPositions((Query) leaf)
                : null;
        return order == null
                ? ""
                : " " + new SqlPrinter(tables.dialect()).made(order, null).text();
    }

    private String alias(NamedTable node, SameNameTables twins) {
        StringBuilder alias = new StringBuilder(" AS ");
        String own = twins.alias(node);
        alias.append(own == null ? node.exposedName().span().of(sql) : own);
        if (!node.columnAliases().isEmpty()) {
            String separator = "(";
            for (Identifier column : node.columnAliases()) {
                alias.append(separator).append(column.span().of(sql));
                separator = ", ";
            }
            alias.append(')');
        }
        return alias.toString();
    }

    /** {@code s.t.c} does not name the column of a table that has an alias. */
    private void dropSchemas(SameNameTables twins, SqlEdits edits) {
        for (ColumnReference reference : bound.parsed().analysis().all(ColumnReference.class)) {
            replace(reference.qualifier(), twins.alias(reference), edits);
        }
        for (StarItem star : bound.parsed().analysis().all(StarItem.class)) {
            if (star.qualifier() != null) {
                replace(star.qualifier().parts(), twins.alias(star), edits);
            }
        }
    }

    /** @param own what stands in its place; null for its last name */
    private static void replace(List<Identifier> qualifier, @Nullable String own, SqlEdits edits) {
        if (own == null) {
            dropSchema(qualifier, edits);
            return;
        }
        Identifier last = qualifier.get(qualifier.size() - 1);
        edits.replace(new Span(qualifier.get(0).span().start(), last.span().stop()), new Piece.Text(own));
    }

    private static void dropSchema(List<Identifier> qualifier, SqlEdits edits) {
        if (qualifier.size() > 1) {
            Identifier last = qualifier.get(qualifier.size() - 1);
            edits.delete(new Span(qualifier.get(0).span().start(), last.span().start()));
        }
    }
}
