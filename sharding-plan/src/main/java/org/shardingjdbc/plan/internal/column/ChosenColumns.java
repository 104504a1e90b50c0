package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.rule.column.PlainValueUse;

/**
 * Proves that what an expression chooses from is stored alike, as the values of one column: transformed columns, NULL,
 * and values that the statement gives. One per planning of a statement.
 */
final class ChosenColumns {
    private final TransformedTables tables;
    private final WrittenValues written;
    private final Map<Expression, Boolean> proved = new IdentityHashMap<>();

    ChosenColumns(TransformedTables tables, WrittenValues written) {
        this.tables = tables;
        this.written = written;
    }

    /**
     * Whether it is proved.
     *
     * @param shown whether the value is a result, seen as those of the column are
     * @param equal whether values are asked whether they are equal
     */
    boolean prove(Expression choice, boolean shown, boolean equal) {
        Boolean known = proved.get(choice);
        if (known == null) {
            known = alike(choice, shown, equal || Choices.compares(choice));
            proved.put(choice, known);
        }
        return known;
    }

    private boolean alike(Expression choice, boolean shown, boolean equal) {
        StoredColumn first = null;
        List<Expression> values = new ArrayList<>();
        for (Expression operand : Choices.operands(choice)) {
            StoredColumn column = operand instanceof ColumnReference reference ? tables.named(reference) : null;
            if (column == null) {
                values.add(operand);
            } else if (first != null && !(first.isStoredLike(column) && first.isSeenLike(column))) {
                return false;
            }
            first = first == null ? column : first;
        }
        return first != null && (!equal || first.column().kept().tellsEquality()) && areWritten(values, first, shown);
    }

    /** A value that is not seen as it was written must not be seen here either. */
    private boolean areWritten(List<Expression> values, StoredColumn column, boolean shown) {
        boolean writable = column.writes() && !(shown && column.column().use() == PlainValueUse.SHOWN);
        for (Expression value : values) {
            boolean isNull = value instanceof Literal literal && literal.kind() == LiteralKind.NULL;
            if (!isNull && !(writable && !written.isLeft(value, column) && written.add(value, column))) {
                return false;
            }
        }
        return true;
    }
}
