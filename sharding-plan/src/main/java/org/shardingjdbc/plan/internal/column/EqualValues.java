package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * Proves comparisons for equality: transformed columns that are stored alike, with each other and with values that the
 * statement gives, also where columns and values are chosen. One per planning of a statement.
 */
final class EqualValues {
    private final TransformedTables tables;
    private final WrittenValues written;
    private final Map<Node, Map<Integer, Proof>> proofs = new IdentityHashMap<>();

    /** By which form the columns of a comparison are compared. */
    private enum Proof {
        /** The one that comparisons use. */
        COMPARED,
        /** That which is read. */
        STORED,
        NONE
    }

    EqualValues(TransformedTables tables, WrittenValues written) {
        this.tables = tables;
        this.written = written;
    }

    /** The form of a column that a comparison needs; null where it is not proved. */
    @Nullable
    StoredColumn form(ColumnReference reference, StoredColumn column, ComparedPlace place) {
        Map<Integer, Proof> places = proofs.computeIfAbsent(place.comparison(), node -> new HashMap<>());
        Proof proof = places.get(place.place());
        if (proof == null) {
            proof = prove(place);
            places.put(place.place(), proof);
        }
        if (proof == Proof.NONE) {
            return null;
        }
        return proof == Proof.COMPARED ? tables.asCompared(reference, column) : column;
    }

    private Proof prove(ComparedPlace place) {
        List<Expression> operands = place.operands();
        if (operands == null) {
            return Proof.NONE;
        }
        List<StoredColumn> compared = new ArrayList<>();
        List<StoredColumn> stored = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        ColumnReference first = null;
        for (Expression operand : operands) {
            for (Expression each : Choices.operands(operand)) {
                StoredColumn column = each instanceof ColumnReference reference ? tables.named(reference) : null;
                if (column == null) {
                    values.add(each);
                } else {
                    first = first == null ? (ColumnReference) each : first;
                    compared.add(tables.asCompared((ColumnReference) each, column));
                    stored.add(column);
                }
            }
        }
        if (values.stream().anyMatch(value -> written.isLeft(value, stored.get(0)))) {
            return Proof.NONE;
        }
        if (first != null && isInSeveralForms(compared, operands, values)) {
            return look(place, first, compared.get(0), values) ? Proof.COMPARED : Proof.NONE;
        }
        if (areAlike(compared)) {
            return write(values, compared.get(0)) ? Proof.COMPARED : Proof.NONE;
        }
        return areAlike(stored) && write(values, stored.get(0)) ? Proof.STORED : Proof.NONE;
    }

    private static boolean areAlike(List<StoredColumn> columns) {
        StoredColumn first = columns.get(0);
        return columns.stream().allMatch(first::isComparableWith);
    }

    private boolean write(List<Expression> values, StoredColumn form) {
        boolean all = values.isEmpty() || form.column().kept() == StoredProperty.EQUALITY;
        for (Expression value : values) {
            all = all && written.add(value, form);
        }
        return all;
    }

    /** Whether one column, by itself, is compared with values that may be stored in several forms. */
    private static boolean isInSeveralForms(
            List<StoredColumn> compared, List<Expression> operands, List<Expression> values) {
        return compared.size() == 1
                && compared.get(0).column().kept() == StoredProperty.LOOKUP
                && operands.size() == values.size() + 1;
    }

    private boolean look(ComparedPlace place, ColumnReference reference, StoredColumn form, List<Expression> values) {
        boolean answered = place.place() < 0 && OtherForms.answer(place.comparison(), reference);
        for (Expression value : values) {
            answered = answered && written.add(value, form);
        }
        if (answered) {
            written.others().look(place.comparison(), reference, values, form);
        }
        return answered;
    }
}
