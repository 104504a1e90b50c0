package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.proof.SingleValues;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteKind;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/**
 * What the making of one plan works with.
 *
 * @param bound the statement
 * @param statementClass what it means for transactions and results
 * @param shape its routes
 * @param tableNames the configured name of each bound table, by index
 * @param naming edits that put actual names and nothing else; copied before more is added
 * @param addedParameters how many placeholders there are besides the statement's, before those of generated keys
 * @param part what it is planned as
 * @param union which executions go to a data source as one statement
 */
public record Compilation(
        BoundStatement bound,
        StatementClass statementClass,
        RouteShape shape,
        Dialect dialect,
        Catalog catalog,
        NameQuoting names,
        List<String> tableNames,
        SqlEdits naming,
        int addedParameters,
        NestedPart part,
        UnionBounds union) {
    public Compilation {
        boolean settings = bound.parsed().settings() != null;
        if (settings || statementClass == StatementClass.WRITE) {
            // settings stand once before a statement, not before its branches; what writes is no branch
            union = UnionBounds.NEVER;
        }
    }

    /** Whether the first rows of each data node are wanted, in any order, rather than the first of all. */
    public boolean eachNode() {
        return part == NestedPart.FIRST_ROWS;
    }

    /** A unit that an execution may choose, to be asked for columns. */
    RouteUnit sampleUnit() {
        return shape.units().get(Math.max(shape.firstUnit(-1), 0));
    }

    /** What is known of the values of columns. */
    SingleValues values() {
        return new SingleValues(bound, catalog, dialect);
    }

    public SourcePositions positions() {
        return new SourcePositions(bound.parsed().sql());
    }

    /** What a proof says, with its place in the text where it refuses. */
    Decision<List<Evidence>> decided(Verdict verdict) {
        return verdict instanceof Verdict.Refused refused
                ? new Decision.Refused<>(refused.reason(positions()))
                : new Decision.Proved<>(((Verdict.Proved) verdict).evidence());
    }

    /** Whether it is a query that is the same for each data source, and writes the copies of broadcast tables there. */
    public boolean writesCopies() {
        return bound.parsed().statement() instanceof QueryStatement && shape.kind() == RouteKind.BROADCAST;
    }

    /** Keeps the labels of items whose text the edits change. */
    public void label(SqlEdits edits) {
        if (dialect.queries().labelsAreTexts()) {
            new Labels(bound, names).edit(edits);
        }
    }

    /** Each unit gets the elements of a list that can be its own. */
    public void splitLists(SqlEdits edits) {
        List<Node> splits = shape.splits();
        for (int i = 0; i < splits.size(); i++) {
            List<Span> spans = new ArrayList<>();
            elements(splits.get(i)).forEach(element -> spans.add(element.span()));
            Span all = splits.get(i) instanceof InList in
                    ? in.itemsSpan()
                    : new Span(spans.get(0).start(), spans.get(spans.size() - 1).stop());
            edits.replace(all, new Piece.Elements(i, spans));
        }
    }

    private static List<? extends Node> elements(Node split) {
        if (split instanceof InList in) {
            return in.items();
        }
        return split instanceof ValuesBody body ? body.rows() : ((ValuesSource) split).rows();
    }
}
