package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

/**
 * How the rows of a leaf are read of which the statement needs those only that have, in one of their columns, a value
 * that a column of another leaf has: when the other leaf was read before, and has few values there, they are asked for.
 * Both columns are whole numbers of one type. Immutable.
 *
 * @param leaf position of the leaf that has the keys
 * @param column position of the keys among its columns, 0-based
 * @param placed whether the keys may tell where the rows are
 * @param sought the column that has to have one of the keys
 * @param rows reads the leaf but for that condition
 * @param made makes statements
 * @param byCount those that were made before, by how many keys they have
 */
public record RowsByKeys(
        int leaf,
        int column,
        boolean placed,
        ColumnReference sought,
        Select rows,
        Pull.RowLocks.LockingRead made,
        Variants<Integer, NestedStatement> byCount) {
    /** With more keys the whole leaf is read; a power of two. */
    public static final int MOST_KEYS = 1_024;

    public RowsByKeys(
            int leaf, int column, boolean placed, ColumnReference sought, Select rows, Pull.RowLocks.LockingRead made) {
        this(leaf, column, placed, sought, rows, made, new Variants<>());
    }

    /** The statement for so many keys, which are its own values. */
    public NestedStatement of(int keys) {
        return byCount.get(keys, many -> made.of(withKeys(many)).by(this).fill());
    }

    private Select withKeys(int keys) {
        List<Expression> values = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            values.add(StepTemplate.own(i));
        }
        List<Expression> conditions = new ArrayList<>();
        conditions.add(new InList(Span.NONE, MadeStatement.again(sought), false, values, Span.NONE));
        if (rows.where() != null) {
            conditions.add(rows.where().condition());
        }
        Select select = MadeNodes.select(rows.items(), rows.from(), MadeNodes.where(conditions));
        return rows.quantifier() == Quantifier.DISTINCT ? MadeNodes.distinct(select) : select;
    }
}
