package org.shardingjdbc.plan.internal.column;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.plan.internal.unit.StoredColumn;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Puts the names of actual columns in place of those that statements use. One per planning of a statement. */
final class StoredNames {
    private final ParsedSql parsed;
    private final Catalog catalog;
    private final Map<Identifier, StoredColumn> names = new LinkedHashMap<>();
    private final Map<ExpressionItem, Identifier> labels = new LinkedHashMap<>();

    StoredNames(ParsedSql parsed, Catalog catalog) {
        this.parsed = parsed;
        this.catalog = catalog;
    }

    /** Adds a place where a statement names a column. */
    void add(Identifier written, StoredColumn column) {
        if (column.column().isRenamed()) {
            names.put(written, column);
        }
    }

    /** Adds a select item, which keeps its label. */
    void label(ExpressionItem item) {
        if (item.alias() == null
                && item.expression() instanceof ColumnReference reference
                && names.containsKey(reference.name())) {
            labels.put(item, reference.name());
        }
    }

    void edit(SqlEdits edits, NameQuoting quoting) {
        names.forEach(
                (written, column) -> edits.replace(written.span(), new Piece.Text(quoting.column(actualName(column)))));
        labels.forEach((item, written) ->
                edits.insert(item.span().stop(), " AS " + written.span().of(parsed.sql())));
    }

    /** As the data source tells it, else as the rule does. */
    String actualName(StoredColumn column) {
        TableSchema schema = catalog.table(column.table());
        ColumnSchema actual =
                schema == null ? null : schema.column(column.column().stored());
        return actual == null ? column.column().stored() : actual.name();
    }
}
