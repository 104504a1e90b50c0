package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.Identifier;
import io.shardingjdbc.parser.ast.NamedTable;
import io.shardingjdbc.parser.ast.Span;
import io.shardingjdbc.parser.ast.StarItem;
import io.shardingjdbc.parser.ast.TableBody;
import io.shardingjdbc.rewrite.Piece;
import io.shardingjdbc.rewrite.SqlEdits;
import io.shardingjdbc.rewrite.UnitSql;
import io.shardingjdbc.route.internal.bind.BoundStatement;
import io.shardingjdbc.route.internal.bind.BoundTable;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Splits a query that no rule proves: the rows of every table that it names are pulled into a temporary table, and its
 * text, with these in their place, is left to one data source. A temporary table has the exposed name of the table as
 * its alias, so that the rest of the text stays as it is. One per plan; not thread-safe.
 */
final class Pulling {
    private static final String TABLE = "shd_leaf_";

    private final BoundStatement bound;
    private final ActualTables tables;
    private final String sql;
    private final SqlEdits edits;
    private final List<Draft> drafts = new ArrayList<>();

    /** A leaf before it is known where it is combined. */
    private record Draft(BoundTable table, String columns, NestedStatement rows) {}

    Pulling(BoundStatement bound, ActualTables tables) {
        this.bound = bound;
        this.tables = tables;
        this.sql = bound.parsed().sql();
        this.edits = new SqlEdits(bound.parsed(), tables.names());
    }

    /** The query in steps; null when it does not give the same answer that way. */
    PulledQuery query() {
        if (!new Pullable(bound, tables).test()) {
            return null;
        }
        LeafColumns columns = new LeafColumns(bound);
        LeafFilters filters = new LeafFilters(bound, tables);
        for (BoundTable table : bound.tables()) {
            add(table, columns.of(table, tables.schema(table)), filters.of(table));
        }
        for (TableBody body : Tree.all(bound.parsed().statement(), TableBody.class)) {
            Span word = new Span(body.span().start(), body.table().span().start());
            edits.replace(word, new Piece.Text("SELECT * FROM "));
        }
        dropSchemas();
        if (tables.dialect().mySqlFamily()) {
            new Labels(bound).edit(edits);
        }
        int dataSource = dataSource();
        List<Leaf> leaves = new ArrayList<>();
        for (Draft draft : drafts) {
            leaves.add(leaf(draft, leaves.size(), dataSource));
        }
        UnitSql combining = edits.template().render(List.of(), List.of(), null);
        return new PulledQuery(leaves, dataSource, new NestedStatement(combining.sql(), combining.sources()));
    }

    private void add(BoundTable table, List<ColumnSchema> columns, List<UnitSql> filters) {
        NamedTable node = table.node();
        String list = tables.list(columns);
        drafts.add(new Draft(table, list, rows(node, list, filters)));
        StringBuilder put = new StringBuilder(TABLE).append(drafts.size() - 1).append(" AS ");
        put.append(node.exposedName().span().of(sql));
        if (!node.columnAliases().isEmpty()) {
            String separator = "(";
            for (Identifier alias : node.columnAliases()) {
                put.append(separator).append(alias.span().of(sql));
                separator = ", ";
            }
            put.append(')');
        }
        edits.replace(node.span(), new Piece.Text(put.toString()));
    }

    private NestedStatement rows(NamedTable node, String columns, List<UnitSql> filters) {
        StringBuilder rows = new StringBuilder("SELECT ").append(columns);
        rows.append(isOnly(node) ? " FROM ONLY " : " FROM ")
                .append(node.name().span().of(sql));
        IntStream sources = IntStream.empty();
        String separator = " WHERE ";
        for (UnitSql filter : filters) {
            rows.append(separator).append(filter.sql());
            sources = IntStream.concat(sources, IntStream.of(filter.sources()));
            separator = " AND ";
        }
        return new NestedStatement(rows.toString(), sources.toArray());
    }

    private boolean isOnly(NamedTable node) {
        int end = node.name().span().start();
        return sql.substring(node.span().start(), end).toUpperCase(Locale.ROOT).startsWith("ONLY");
    }

    /** {@code s.t.c} does not name the column of a table that has an alias. */
    private void dropSchemas() {
        for (ColumnReference reference : Tree.all(bound.parsed().statement(), ColumnReference.class)) {
            dropSchema(reference.qualifier());
        }
        for (StarItem star : Tree.all(bound.parsed().statement(), StarItem.class)) {
            if (star.qualifier() != null) {
                dropSchema(star.qualifier().parts());
            }
        }
    }

    private void dropSchema(List<Identifier> qualifier) {
        if (qualifier.size() > 1) {
            Identifier last = qualifier.get(qualifier.size() - 1);
            edits.delete(new Span(qualifier.get(0).span().start(), last.span().start()));
        }
    }

    /** The data source that has most of the tables, so that it can tell the types of their columns. */
    private int dataSource() {
        int best = 0;
        int most = -1;
        for (int dataSource = 0; dataSource < tables.dataSources(); dataSource++) {
            int known = 0;
            for (Draft draft : drafts) {
                known += tables.onDataSource(draft.table(), dataSource, sql) == null ? 0 : 1;
            }
            if (known > most) {
                most = known;
                best = dataSource;
            }
        }
        return best;
    }

    private Leaf leaf(Draft draft, int number, int dataSource) {
        int told = dataSource;
        String actual = tables.onDataSource(draft.table(), told, sql);
        for (int other = 0; actual == null; other++) {
            told = other;
            actual = tables.onDataSource(draft.table(), told, sql);
        }
        return new Leaf(
                draft.table().node().name().last().text(),
                TABLE + number,
                draft.rows(),
                "SELECT " + draft.columns() + " FROM " + actual + " WHERE 1 = 0",
                told);
    }
}
