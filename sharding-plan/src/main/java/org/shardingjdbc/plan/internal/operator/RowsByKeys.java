package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
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
 * Both columns are whole numbers of one size. Immutable.
 *
 * @param leaf position of the leaf that has the keys
 * @param column position of the keys among its columns, 0-based
 * @param placed whether the keys may tell where the rows are
 * @param array the type of an array of keys, where the database takes them so; null where they are listed
 * @param sought the column that has to have one of the keys
 * @param rows reads the leaf but for that condition
 * @param made makes statements
 * @param byCount those that were made before, by how many own values they have
 */
public record RowsByKeys(
        int leaf,
        int column,
        boolean placed,
        @Nullable String array,
        ColumnReference sought,
        Select rows,
        Pull.RowLocks.LockingRead made,
        Variants<Integer, NestedStatement> byCount) {
    /** With more keys the whole leaf is read; a power of two. */
    public static final int MOST_KEYS = 1_024;

    public RowsByKeys(
            int leaf,
            int column,
            boolean placed,
            @Nullable String array,
            ColumnReference sought,
            Select rows,
            Pull.RowLocks.LockingRead made) {
        this(leaf, column, placed, array, sought, rows, made, new Variants<>());
    }

    /** The statement for so many own values: the keys, or one array of all of them. */
    public NestedStatement of(int values) {
        return byCount.get(values, many -> made.of(withKeys(many)).by(this).fill());
    }

    private Select withKeys(int keys) {
        List<Expression> conditions = new ArrayList<>();
        conditions.add(array == null ? inList(keys) : inArray(array));
        if (rows.where() != null) {
            conditions.add(rows.where().condition());
        }
        Select select = MadeNodes.select(rows.items(), rows.from(), MadeNodes.where(conditions));
        return rows.quantifier() == Quantifier.DISTINCT ? MadeNodes.distinct(select) : select;
    }

    private Expression inList(int keys) {
        List<Expression> values = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            values.add(StepTemplate.own(i));
        }
        return new InList(Span.NONE, MadeStatement.again(sought), false, values, Span.NONE);
    }

    private Expression inArray(String type) {
        Expression keys = MadeNodes.cast(StepTemplate.own(0), type);
        return new Quantified(Span.NONE, MadeStatement.again(sought), "=", false, null, keys);
    }
}
