package org.shardingjdbc.plan.internal.write;

import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
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
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.shape.Operand;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.LogicTable;
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
    private final boolean uncertain;

    /** @param refusal that the steps shall overcome; null for none */
    EvaluatedInsert(StepSource source, ParsedSql parsed, InsertStatement insert, ShardingException refusal) {
        this.source = source;
        this.parsed = parsed;
        this.insert = insert;
        this.table = source.ruledTable(parsed, insert.table());
        this.schema = table == null ? null : source.catalog().table(table);
        this.uncertain = refusal != null && refusal.code() == ErrorCode.SHARDING_VALUE_NOT_PLACED;
    }

    /** @return null when there are none that do the same */
    SteppedExecution find(Object[] parameters) {
        if (schema == null || insert.with() != null) {
            return null;
        }
        collect(parameters);
        for (Expression expression : evaluated) {
            boolean bound = Tree.any(
                    expression,
                    node -> node instanceof ColumnReference
                            || node instanceof FunctionCall call
                                    && !LastStatement.isLastKey(call)
                                    && Functions.isSession(call));
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
            find.text(i == 0 ? "SELECT " : ", ");
            String moment = isConstant(evaluated.get(i)) ? momentCast(columns.get(i)) : null;
            if (moment == null) {
                source.addFound(find, evaluated.get(i), columns.get(i));
            } else {
                find.text("CAST(").copy(span).text(" AS " + moment + ")");
            }
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
                        0,
                        null,
                        null,
                        List.of(),
                        write.build(),
                        source.returned(parsed, insert.returning(), insert.table()),
                        null)
                : null;
    }

    private void collect(Object[] parameters) {
        if (insert.source() instanceof ValuesSource values) {
            for (InsertRow row : values.rows()) {
                for (int i = 0; i < row.values().size(); i++) {
                    add(row.values().get(i), shardingColumn(i), parameters);
                }
            }
        } else if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                String column = assignment.columns().get(0).name().text();
                add(assignment.value(), isSharding(column) ? column : null, parameters);
            }
        }
    }

    /** @param shardingColumn the column that it is put into when that one decides the data node, else null */
    private void add(Expression value, String shardingColumn, Object[] parameters) {
        ColumnSchema column = shardingColumn == null ? null : schema.column(shardingColumn);
        boolean asked = isConstant(value)
                ? uncertain && column != null && isUncertainMoment(value, column, parameters)
                : shardingColumn != null || table.isReplicated() && differs(value);
        if (asked) {
            evaluated.add(value);
            columns.add(column);
        }
    }

    private static boolean isConstant(Expression value) {
        return value instanceof DefaultValue
                || value instanceof Parameter
                || value instanceof Literal && Operand.of(value) != null;
    }

    /**
     * Whether the session's zone, or the driver, makes of it what the column stores; a database casts that as it stores
     * it. A java.util.Date is none: it is what the answer would be.
     */
    private boolean isUncertainMoment(Expression value, ColumnSchema column, Object[] parameters) {
        Operand operand = momentCast(column) == null ? null : Operand.of(value);
        Object given = operand == null ? null : operand.value(parameters);
        boolean text =
                given instanceof String && source.dialect().types().castsTextsAsStored(value instanceof Parameter);
        return (text || given instanceof Temporal) && ShardingValues.written(given, column) == null;
    }

    private String momentCast(ColumnSchema column) {
        return ShardingValues.isMoment(column)
                ? source.dialect().types().momentCast(column.jdbcType(), column.typeName(), column.scale())
                : null;
    }

    /** The sharding column at that position of a row, or null. */
    private String shardingColumn(int position) {
        for (String column : table.shardingColumns()) {
            if (InsertColumns.position(insert, schema, column) == position) {
                return column;
            }
        }
        return null;
    }

    private boolean isSharding(String column) {
        return table.isShardingColumn(column);
    }

    private boolean differs(Expression value) {
        return Tree.any(
                value,
                node -> node instanceof FunctionCall call
                        && (source.tools().functions().isVolatile(call) || Functions.isClock(call)));
    }
}
