package org.shardingjdbc.plan.internal.beside;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Names that rules give columns, as statements write them. Stateless. */
final class ColumnNames {
    private ColumnNames() {}

    /**
     * A column by its name.
     *
     * @param table null where no rule places it
     */
    static Identifier of(PlanTools tools, @Nullable LogicTable table, String name) {
        TableSchema schema = table == null ? null : tools.catalog().table(table);
        ColumnSchema column = schema == null ? null : schema.column(name);
        return column == null ? plain(name) : tools.names().columnName(column.name());
    }

    /** A name as an application writes it. */
    static Identifier plain(String name) {
        return new Identifier(Span.NONE, name, false);
    }
}
