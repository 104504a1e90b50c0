package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Literal;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.SetSource;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.ValuesSource;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The steps of an INSERT with VALUES that only a database can compute and that decide the data node, or must be the
 * same in each copy: they are asked for first. One per statement; not thread-safe.
 */
final class EvaluatedInsert {
    private final StepSource source;
    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final LogicTable table;
    private final TableSchema schema;
    private final List<Expression> evaluated = new ArrayList<>();
    private final List<ColumnSchema> columns = new ArrayList<>();

    EvaluatedInsert(StepSource source, ParsedSql parsed, InsertStatement insert) {
        this.source = source;
        this.parsed = parsed;
        this.insert = insert;
        this.table = source.ruledTable(parsed, insert.table());
        this.schema = table == null ? null : source.catalog().table(table);
    }

    /** @return null when there are none that do the same */
    SteppedExecution find(Object[] parameters) {
        if (schema == null || insert.with() != null) {
            return null;
        }
        collect();
        for (Expression expression : evaluated) {
            boolean bound = Tree.any(
                    expression,
                    node -> node instanceof ColumnReference
                            || node instanceof FunctionCall call && Functions.isSession(call));
            if (bound) {
                return null;
            }
        }
        if (evaluated.isEmpty()) {
            return null;
        }
        StepTemplate.Builder find = new StepTemplate.Builder(parsed);
        StepTemplate.Builder write = new StepTemplate.Builder(parsed);
        int from = insert.span().start();
        for (int i = 0; i < evaluated.size(); i++) {
            Span span = evaluated.get(i).span();
            source.addFound(find.text(i == 0 ? "SELECT " : ", "), evaluated.get(i), columns.get(i));
            write.copy(new Span(from, span.start())).own(i);
            from = span.stop();
        }
        write.copy(new Span(from, insert.span().stop()));
        NestedStatement asked = find.build().fill();
        return source.answers(asked, parameters, true)
                ? new WriteByKey(
                        table.name(),
                        asked,
                        0,
                        List.of(),
                        write.build(),
                        source.returned(parsed, insert.returning(), insert.table()),
                        null)
                : null;
    }

    private void collect() {
        if (insert.source() instanceof ValuesSource values) {
            for (InsertRow row : values.rows()) {
                for (int i = 0; i < row.values().size(); i++) {
                    add(row.values().get(i), shardingColumn(i));
                }
            }
        } else if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                String column = assignment.columns().get(0).name().text();
                add(assignment.value(), isSharding(column) ? column : null);
            }
        }
    }

    /** @param shardingColumn the column that it is put into when that one decides the data node, else null */
    private void add(Expression value, String shardingColumn) {
        boolean constant = value instanceof Literal || value instanceof Parameter || value instanceof DefaultValue;
        if (!constant && (shardingColumn != null || table instanceof ReplicatedTable && differs(value))) {
            evaluated.add(value);
            columns.add(shardingColumn == null ? null : schema.column(shardingColumn));
        }
    }

    /** The sharding column at that position of a row, or null. */
    private String shardingColumn(int position) {
        if (table instanceof PartitionedTable sharded) {
            for (String column : sharded.shardingColumns()) {
                if (InsertColumns.position(insert, schema, column) == position) {
                    return column;
                }
            }
        }
        return null;
    }

    private boolean isSharding(String column) {
        return table instanceof PartitionedTable sharded
                && sharded.shardingColumns().stream().anyMatch(column::equalsIgnoreCase);
    }

    private boolean differs(Expression value) {
        return Tree.any(
                value,
                node -> node instanceof FunctionCall call
                        && (source.tools().functions().isVolatile(call) || Functions.isClock(call)));
    }
}
