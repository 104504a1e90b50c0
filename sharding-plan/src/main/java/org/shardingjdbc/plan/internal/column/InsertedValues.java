package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.shape.Operand;
import org.shardingjdbc.rule.schema.TableSchema;
import org.shardingjdbc.rule.side.ColumnValueSet;
import org.shardingjdbc.rule.side.ColumnValueSet.Kind;
import org.shardingjdbc.rule.side.ColumnValueSet.SaidValue;

/** The values that an INSERT or an assignment gives a column. DEFAULT is said to be none. Stateless. */
final class InsertedValues {
    private InsertedValues() {}

    /** @param schema of the table, or null */
    static ColumnValueSet of(InsertStatement insert, @Nullable TableSchema schema, String column) {
        if (insert.source() instanceof SetSource set) {
            return ofSet(set, column);
        }
        int position = InsertColumns.position(insert, schema, column);
        boolean unknown = insert.columns().isEmpty() && schema == null;
        List<Expression> expressions = new ArrayList<>();
        if (insert.source() instanceof ValuesSource source) {
            for (InsertRow row : source.rows()) {
                if (position >= row.values().size()) {
                    return ColumnValueSet.UNCLEAR;
                }
                if (position >= 0) {
                    expressions.add(row.values().get(position));
                }
            }
        } else if (insert.source() instanceof QuerySource query && position >= 0) {
            Expression selected = selected(query, position);
            if (selected == null) {
                return ColumnValueSet.UNCLEAR;
            }
            expressions.add(selected);
        } else if (!(insert.source() instanceof QuerySource)) {
            return ColumnValueSet.UNSAID;
        }
        return unknown ? ColumnValueSet.UNCLEAR : ofAll(expressions);
    }

    private static @Nullable Expression selected(QuerySource source, int position) {
        boolean plain = source.query().body() instanceof Select select
                && position < select.items().size()
                && select.items().stream().allMatch(ExpressionItem.class::isInstance);
        return plain
                ? ((ExpressionItem) ((Select) source.query().body()).items().get(position)).expression()
                : null;
    }

    private static ColumnValueSet ofSet(SetSource set, String column) {
        List<Expression> expressions = new ArrayList<>();
        for (Assignment assignment : set.assignments()) {
            for (ColumnReference target : assignment.columns()) {
                if (target.name().text().equalsIgnoreCase(column)) {
                    expressions.add(assignment.value());
                }
            }
        }
        return ofAll(expressions);
    }

    private static ColumnValueSet ofAll(List<Expression> expressions) {
        List<SaidValue> values = values(expressions);
        if (values == null) {
            return ColumnValueSet.UNCLEAR;
        }
        return values.isEmpty() ? ColumnValueSet.UNSAID : new ColumnValueSet(Kind.VALUES, values);
    }

    private static @Nullable List<SaidValue> values(List<Expression> expressions) {
        List<SaidValue> values = new ArrayList<>();
        for (Expression expression : expressions) {
            Operand operand = expression instanceof DefaultValue ? new Operand.Constant(null) : Operand.of(expression);
            if (operand == null) {
                return null;
            }
            values.add(operand::value);
        }
        return values;
    }

    /** What an assignment to rows that are there says of a column; null where it keeps its value. */
    static @Nullable ColumnValueSet set(Assignment assignment, String column) {
        Expression value = assignment.value();
        Expression kept = value instanceof FunctionCall call
                        && call.name().last().text().equalsIgnoreCase("VALUES")
                        && call.arguments().size() == 1
                ? call.arguments().get(0)
                : value;
        if (kept instanceof ColumnReference reference && reference.name().text().equalsIgnoreCase(column)) {
            return null;
        }
        List<SaidValue> values = assignment.columns().size() == 1 ? values(List.of(value)) : null;
        return values == null ? ColumnValueSet.UNCLEAR : new ColumnValueSet(Kind.VALUES, values);
    }
}
