package org.shardingjdbc.plan.internal.naming;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.write.GeneratedKeyEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Writes the column list of an INSERT that has none: actual tables may have their columns in different orders (one was
 * altered, another made anew), and each would take the values in its own. The order is that of the catalog. One per
 * plan; not thread-safe.
 */
public final class UnlistedColumns {
    private final BoundStatement bound;
    private final InsertStatement insert;
    private final BoundTable target;
    private final Catalog catalog;

    public UnlistedColumns(BoundStatement bound, InsertStatement insert, Catalog catalog) {
        this.bound = bound;
        this.catalog = catalog;
        this.insert = insert;
        this.target = bound.target(insert.table());
    }

    public void edit(Dialect dialect, NameQuoting names, SqlEdits edits) {
        boolean listed = insert.columnsSpan() != null
                || !insert.columns().isEmpty()
                || insert.table().restricted();
        int values = listed || target.table().isPinned() ? 0 : width();
        if (values == 0 || keyIsListed(values)) {
            return;
        }
        TableSchema schema = target.schema() == null ? catalog.table(target.table()) : target.schema();
        List<ColumnSchema> columns = schema == null ? List.of() : schema.columns();
        // of a wrong number of values the database complains
        boolean fits = values == columns.size()
                || values < columns.size() && dialect.writes().fewerValuesThanColumns();
        if (!fits) {
            return;
        }
        StringBuilder list = new StringBuilder(" (");
        for (int i = 0; i < values; i++) {
            list.append(i == 0 ? "" : ", ").append(names.column(columns.get(i).name()));
        }
        Identifier alias = insert.table().alias();
        Span name = alias == null ? insert.table().name().span() : alias.span();
        edits.insert(name.stop(), list.append(')').toString());
    }

    /** How many values each row has; 0 where that is not known or not the same. */
    private int width() {
        if (insert.source() instanceof ValuesSource source) {
            int width = source.rows().get(0).values().size();
            return source.rows().stream().allMatch(row -> row.values().size() == width) ? width : 0;
        }
        if (insert.source() instanceof QuerySource source) {
            List<OutputColumn> outputs = bound.outputs(source.query());
            return outputs == null ? 0 : outputs.size();
        }
        return 0;
    }

    /** Whether {@link GeneratedKeyEdits} writes a list, to put the key behind the others. */
    private boolean keyIsListed(int width) {
        KeyGeneration generation = target.table().keyGeneration();
        if (generation == null || !(insert.source() instanceof ValuesSource)) {
            return false;
        }
        int position = InsertColumns.position(insert, target.schema(), generation.column());
        return position < 0 || position >= width;
    }
}
