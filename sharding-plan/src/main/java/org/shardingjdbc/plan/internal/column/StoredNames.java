package org.shardingjdbc.plan.internal.column;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Puts the names of actual columns in place of those that statements use. One per planning of a statement. */
final class StoredNames {
    private final ParsedSql parsed;
    private final BoundStatement bound;
    private final Catalog catalog;
    private final Map<Identifier, StoredColumn> names = new LinkedHashMap<>();
    private final Map<ExpressionItem, Identifier> labels = new LinkedHashMap<>();

    StoredNames(BoundStatement bound, Catalog catalog) {
        this.parsed = bound.parsed();
        this.bound = bound;
        this.catalog = catalog;
    }

    /** Adds a place where a statement names a column. */
    void add(Identifier written, StoredColumn column) {
        if (column.column().isRenamed()) {
            names.put(written, column);
        }
    }

    /** Adds a select item, which keeps its label. */
    void label(ExpressionItem item, Queries queries) {
        Expression labelling = item.expression();
        // where labels are texts, they are put behind what is no column
        while (labelling instanceof CaseExpression choice && !queries.labelsAreTexts()) {
            labelling = choice.otherwise();
        }
        if (item.alias() == null
                && labelling instanceof ColumnReference reference
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
        String stored = column.column().stored();
        for (BoundTable table : bound.tables()) {
            if (table.table().name().equals(column.table())) {
                TableSchema schema = catalog.table(table.table());
                ColumnSchema actual = schema == null ? null : schema.column(stored);
                return actual == null ? stored : actual.name();
            }
        }
        return stored;
    }
}
