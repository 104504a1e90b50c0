package org.shardingjdbc.route.internal.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.rule.schema.TableSchema;

/** Where the values of a column stand in the rows of an INSERT. */
public final class InsertColumns {
    private InsertColumns() {}

    /**
     * The 0-based position of a column's value in each row.
     *
     * @param schema of the table, or null
     * @return -1 when the rows have no value for it, or that cannot be said without the schema
     */
    public static int position(InsertStatement insert, @Nullable TableSchema schema, String column) {
        return position(insert.columns(), schema, column);
    }

    /**
     * The 0-based position of a column's value in the row that a MERGE inserts.
     *
     * @param schema of the table, or null
     * @return -1 when the row has no value for it, or that cannot be said without the schema
     */
    public static int position(MergeAction insert, @Nullable TableSchema schema, String column) {
        int position = position(insert.columns(), schema, column);
        return position < insert.values().size() ? position : -1;
    }

    private static int position(List<Identifier> columns, @Nullable TableSchema schema, String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).text().equalsIgnoreCase(column)) {
                return i;
            }
        }
        if (columns.isEmpty() && schema != null) {
            for (int i = 0; i < schema.columns().size(); i++) {
                if (schema.columns().get(i).name().equalsIgnoreCase(column)) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Whether a column is of the row that an upsert was given: {@code EXCLUDED}, or its alias. */
    public static boolean isOfGivenRow(ColumnReference reference, InsertStatement insert) {
        if (reference.qualifier().size() != 1) {
            return false;
        }
        Identifier qualifier = reference.qualifier().get(0);
        return qualifier.text().equalsIgnoreCase("excluded")
                || insert.rowAlias() != null
                        && qualifier.text().equalsIgnoreCase(insert.rowAlias().text());
    }
}
