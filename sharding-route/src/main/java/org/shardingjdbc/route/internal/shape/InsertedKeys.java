package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Reads the sharding values of the rows of an INSERT from its text: constants, parameters, and keys that are made.
 * Immutable.
 *
 * @param sharded the table that the rows are for
 * @param catalog of the data sources that are written
 */
record InsertedKeys(BoundStatement bound, InsertStatement insert, PartitionedTable sharded, Catalog catalog) {
    private BoundTable target() {
        return bound.target(insert.table());
    }

    /**
     * The sharding columns; null entries where they are not known.
     *
     * @throws ShardingException when one must be, or the table is not there
     */
    ColumnSchema[] schemas() {
        TableSchema table = target().schema();
        ColumnSchema[] schemas = new ColumnSchema[sharded.shardingColumns().size()];
        for (int i = 0; i < schemas.length; i++) {
            String column = sharded.shardingColumns().get(i);
            schemas[i] = table == null ? null : table.column(column);
            if (table == null && sharded.dataNodes().size() > 1) {
                // the columns are read from the first data node
                DataNode first = sharded.dataNodes().get(0);
                throw new ShardingException(
                        ErrorCode.ACTUAL_TABLE_MISSING, first.table(), sharded.name(), first.dataSourceName());
            }
            if (schemas[i] == null && sharded.dataNodes().size() > 1) {
                // without the column's type a value could be placed otherwise than it is stored
                throw new ShardingException(
                        ErrorCode.SHARDING_COLUMN_UNKNOWN,
                        column,
                        sharded.name(),
                        Refusal.line(bound.parsed().sql(), insert.table().span()),
                        Refusal.column(bound.parsed().sql(), insert.table().span()));
            }
        }
        return schemas;
    }

    /** The sharding values of each row. */
    List<InsertedRow> rows() {
        List<InsertedRow> rows = new ArrayList<>();
        KeyGeneration generation = sharded.keyGeneration();
        if (insert.source() instanceof ValuesSource values) {
            int keys = 0;
            for (InsertRow row : values.rows()) {
                boolean needsKey = generation != null && isWanted(generation, valueIn(row, generation.column()));
                rows.add(row(row, needsKey ? keys++ : -1));
            }
        } else {
            boolean needsKey = generation != null && isWanted(generation, assignedTo(generation.column()));
            rows.add(row(insert.source(), needsKey ? 0 : -1));
        }
        return rows;
    }

    private boolean isWanted(KeyGeneration generation, @Nullable Expression value) {
        TableSchema table = target().schema();
        String column = generation.column();
        return KeyRequest.of(catalog, table == null ? null : table.column(column), insert.overriding())
                .isAlways(value);
    }

    private InsertedRow row(Node row, int key) {
        List<Operand> operands = new ArrayList<>();
        KeyGeneration generation = key < 0 ? null : sharded.keyGeneration();
        for (String column : sharded.shardingColumns()) {
            Expression value = row instanceof InsertRow values ? valueIn(values, column) : assignedTo(column);
            boolean generated = generation != null && column.equalsIgnoreCase(generation.column());
            if (generated) {
                operands.add(Operand.Slot.of(bound.parsed().parameters().size() + key));
            } else if (sharded.dataNodes().size() > 1) {
                operands.add(operand(column, value, row));
            } else {
                Operand known = value == null ? null : Operand.of(value);
                operands.add(known == null ? new Operand.Constant(null) : known);
            }
        }
        String sql = bound.parsed().sql();
        return new InsertedRow(operands, Refusal.line(sql, row.span()), Refusal.column(sql, row.span()));
    }

    private Operand operand(String column, @Nullable Expression value, Node row) {
        String sql = bound.parsed().sql();
        if (value == null || value instanceof DefaultValue) {
            throw new ShardingException(
                            ErrorCode.SHARDING_VALUE_MISSING,
                            column,
                            sharded.name(),
                            Refusal.line(sql, row.span()),
                            Refusal.column(sql, row.span()))
                    .again(missingRemedy(column));
        }
        Operand operand = Operand.of(value);
        if (operand == null) {
            throw new ShardingException(
                    ErrorCode.SHARDING_VALUE_NOT_CONSTANT,
                    column,
                    sharded.name(),
                    Refusal.line(sql, value.span()),
                    Refusal.column(sql, value.span()));
        }
        return operand;
    }

    private String missingRemedy(String column) {
        KeyGeneration generation = sharded.keyGeneration();
        if (generation == null) {
            return "Or configure a key generator for it.";
        }
        return "The key generator of the table makes values for " + generation.column() + " alone.";
    }

    private @Nullable Expression valueIn(InsertRow row, String column) {
        int position = InsertColumns.position(insert, target().schema(), column);
        return position < 0 || position >= row.values().size()
                ? null
                : row.values().get(position);
    }

    private @Nullable Expression assignedTo(String column) {
        if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                if (assignment.columns().get(0).name().text().equalsIgnoreCase(column)) {
                    return assignment.value();
                }
            }
        }
        return null;
    }
}
