package org.shardingjdbc.plan.internal.write;

import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.shape.Operand;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The steps of an INSERT with VALUES that only a database can compute and that decide the data node, or must be the
 * same in each copy: they are asked for first. Immutable.
 */
final class EvaluatedInsert {
    private final StepSource source;
    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final LogicTable table;
    private final TableSchema schema;

    /**
     * What is asked for.
     *
     * @param shardingColumn the column that it is put into when that one decides the data node, else null
     */
    private record Value(Expression expression, @Nullable String shardingColumn) {}

    private EvaluatedInsert(
            StepSource source, ParsedSql parsed, InsertStatement insert, LogicTable table, TableSchema schema) {
        this.source = source;
        this.parsed = parsed;
        this.insert = insert;
        this.table = table;
        this.schema = schema;
    }

    /**
     * Those that do the same.
     *
     * @param uncertain whether constants may tell no data node: which of them are asked for depends on their values
     */
    static ChooseSteps plan(StepSource source, ParsedSql parsed, InsertStatement insert, boolean uncertain) {
        LogicTable table = source.ruledTable(parsed, insert.table());
        TableSchema schema = table == null ? null : source.catalog().table(table);
        return table == null || schema == null || insert.with() != null
                ? ChooseSteps.NONE
                : new EvaluatedInsert(source, parsed, insert, table, schema).plan(uncertain);
    }

    private ChooseSteps plan(boolean uncertain) {
        if (uncertain) {
            return ChooseSteps.of(List.of(new ByUncertainValues(this, new Variants<>())));
        }
        List<Value> evaluated = collected(new Object[0], false);
        return mayBeAsked(evaluated) ? ChooseSteps.of(List.of(asking(evaluated))) : ChooseSteps.NONE;
    }

    /**
     * What is asked for where constants may tell no data node.
     *
     * @param kept the steps that were made, by what they ask for
     */
    private record ByUncertainValues(EvaluatedInsert insert, Variants<List<Value>, StepChoice.OnAnswers> kept)
            implements StepChoice.ByValues {
        @Override
        public @Nullable StepChoice chosen(Object[] parameters) {
            List<Value> evaluated = insert.collected(parameters, true);
            return mayBeAsked(evaluated) ? kept.get(evaluated, insert::asking) : null;
        }
    }

    private static boolean mayBeAsked(List<Value> evaluated) {
        return !evaluated.isEmpty()
                && evaluated.stream()
                        .noneMatch(value -> Tree.any(
                                value.expression,
                                node -> node instanceof ColumnReference
                                        || node instanceof FunctionCall call
                                                && !LastStatement.isLastKey(call)
                                                && Functions.isSession(call)));
    }

    private StepChoice.OnAnswers asking(List<Value> evaluated) {
        SqlParser parser = source.tools().parser();
        List<SelectItem> items = new ArrayList<>();
        TreeEdits edits = new TreeEdits(parsed);
        for (int i = 0; i < evaluated.size(); i++) {
            Expression expression = evaluated.get(i).expression;
            ColumnSchema column = column(evaluated.get(i));
            String moment = isConstant(expression) ? momentCast(column) : null;
            items.add(MadeNodes.item(
                    moment == null ? source.found(expression, column) : MadeNodes.cast(expression, moment)));
            edits.replace(expression, new SqlPrinter(parser.dialect()).made(StepTemplate.own(i), null));
        }
        NestedStatement asked = source.template(
                        MadeNodes.statement(MadeNodes.select(items, List.of(), null), null, List.of()), parsed)
                .fill();
        StepTemplate write = StepTemplate.of(edits.renumbered(parser), NestedPart.WHOLE, parser);
        WriteByKey steps = new WriteByKey(
                table.name(),
                asked,
                0,
                0,
                null,
                null,
                List.of(),
                write,
                source.returned(parsed, insert.returning(), insert.table()),
                null);
        return source.onAnswer(steps, asked, true);
    }

    private List<Value> collected(Object[] parameters, boolean uncertain) {
        List<Value> evaluated = new ArrayList<>();
        if (insert.source() instanceof ValuesSource values) {
            for (InsertRow row : values.rows()) {
                for (int i = 0; i < row.values().size(); i++) {
                    Value value = new Value(row.values().get(i), shardingColumn(i));
                    if (isAsked(value, parameters, uncertain)) {
                        evaluated.add(value);
                    }
                }
            }
        } else if (insert.source() instanceof SetSource set) {
            for (Assignment assignment : set.assignments()) {
                String column = assignment.columns().get(0).name().text();
                Value value = new Value(assignment.value(), isSharding(column) ? column : null);
                if (isAsked(value, parameters, uncertain)) {
                    evaluated.add(value);
                }
            }
        }
        return evaluated;
    }

    private @Nullable ColumnSchema column(Value value) {
        return value.shardingColumn == null ? null : schema.column(value.shardingColumn);
    }

    private boolean isAsked(Value value, Object[] parameters, boolean uncertain) {
        ColumnSchema column = column(value);
        return isConstant(value.expression)
                ? uncertain && column != null && isUncertainMoment(value.expression, column, parameters)
                : value.shardingColumn != null || table.isReplicated() && differs(value.expression);
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

    private @Nullable String momentCast(@Nullable ColumnSchema column) {
        return column != null && ShardingValues.isMoment(column)
                ? source.dialect().types().momentCast(column.jdbcType(), column.typeName(), column.scale())
                : null;
    }

    /** The sharding column at that position of a row, or null. */
    private @Nullable String shardingColumn(int position) {
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
