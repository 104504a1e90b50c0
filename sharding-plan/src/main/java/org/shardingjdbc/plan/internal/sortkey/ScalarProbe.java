package org.shardingjdbc.plan.internal.sortkey;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Asks a database what an expression of the outermost block is, without reading rows: its type, and whether it is an
 * aggregate. Placeholders are asked as NULL, or as they are where NULLs hide the type. One per plan; not thread-safe.
 */
public final class ScalarProbe {
    private final Query query;
    private final Select block;
    private final SqlEdits names;
    private final Catalog catalog;
    private final ColumnTypes types;
    private final RouteUnit unit;
    private final List<String> tableNames;

    /**
     * @param names edits that put actual names, and nothing else
     * @param unit whose database is asked
     */
    public ScalarProbe(
            Query query,
            Select block,
            SqlEdits names,
            Catalog catalog,
            ColumnTypes types,
            RouteUnit unit,
            List<String> tableNames) {
        this.query = query;
        this.block = block;
        this.names = names;
        this.catalog = catalog;
        this.types = types;
        this.unit = unit;
        this.tableNames = tableNames;
    }

    /** The type of an expression; null when the database cannot tell. */
    @Nullable
    ColumnSchema describe(Expression expression) {
        List<ColumnSchema> columns = ask(List.of(
                new Piece.Text("SELECT ("),
                new Piece.Source(expression.span()),
                new Piece.Text(") AS probe "),
                from()));
        return columns.size() == 1 ? columns.get(0) : null;
    }

    /** Whether the expression is certainly no aggregate: a database accepts it in WHERE. */
    public boolean isScalar(Expression expression) {
        Piece tested = new Piece.Source(expression.span());
        return !ask(List.of(
                        new Piece.Text("SELECT 1 AS probe "),
                        from(),
                        new Piece.Text(" WHERE ("),
                        tested,
                        new Piece.Text(") IS NULL")))
                .isEmpty();
    }

    private List<ColumnSchema> ask(List<Piece> pieces) {
        List<Piece> all = new ArrayList<>();
        if (query.with() != null) {
            all.add(new Piece.Source(query.with().span()));
            all.add(new Piece.Text(" "));
        }
        all.addAll(pieces);
        Piece[] asked = all.toArray(new Piece[0]);
        List<ColumnSchema> typed = types.nullsHideTypes() ? describe(names.copy(), asked) : List.of();
        return typed.isEmpty() ? describe(names.copy().nullParameters(), asked) : typed;
    }

    private List<ColumnSchema> describe(SqlEdits edits, Piece[] asked) {
        SqlTemplate template = edits.template(asked);
        return catalog.describe(
                unit.dataSource(),
                template.render(tableNames, unit.actualTables(), null).sql());
    }

    private Piece from() {
        return block.fromSpan() == null ? new Piece.Text("") : new Piece.SourceWithEnd(block.fromSpan());
    }
}
