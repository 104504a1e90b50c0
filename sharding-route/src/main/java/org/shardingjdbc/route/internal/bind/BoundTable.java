package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * One place of the statement that names a table (not a common table expression).
 *
 * @param index its position among the statement's bound tables, in text order; the slot of the SQL template and of
 *     {@link org.shardingjdbc.route.internal.shape.RouteUnit#actualTables()}
 * @param node where it stands
 * @param table what it names
 * @param schema its columns; null while the table does not exist or nothing needed them
 */
public record BoundTable(
        int index,
        NamedTable node,
        LogicTable table,
        @Nullable TableSchema schema) {}
