package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The things that facts are about: columns of table uses, output columns of queries, constants. Each is a number from
 * 0. Mutable while its statement is bound, read-only afterwards.
 */
public final class Terms {
    private record ColumnOfUse(int use, String column) {}

    private record Constant(Object kind, Object value) {}

    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<ColumnSchema> schemas = new ArrayList<>();
    private final List<Boolean> constants = new ArrayList<>();

    /** The term of a column, by its name in lower case. */
    public int column(TableUse use, String column) {
        ColumnSchema schema =
                use.table().schema() == null ? null : use.table().schema().column(column);
        return number(new ColumnOfUse(use.id(), column), schema, false);
    }

    /** The term of a column that is known already, or -1. */
    int find(TableUse use, String column) {
        return numbers.getOrDefault(new ColumnOfUse(use.id(), column), -1);
    }

    /** A new term for an output column; {@code schema} is that of the column which it passes through, or null. */
    public int output(@Nullable ColumnSchema schema) {
        return add(schema, false);
    }

    /** The term of a constant: equal ones have the same. */
    int constant(Object kind, Object value) {
        return number(new Constant(kind, value), null, true);
    }

    boolean isConstant(int term) {
        return constants.get(term);
    }

    /** The type of a column's term, or null where it is not known or the term is a constant. */
    public @Nullable ColumnSchema schema(int term) {
        return schemas.get(term);
    }

    int count() {
        return schemas.size();
    }

    private int number(Object key, @Nullable ColumnSchema schema, boolean constant) {
        Integer number = numbers.get(key);
        if (number == null) {
            number = add(schema, constant);
            numbers.put(key, number);
        }
        return number;
    }

    private int add(@Nullable ColumnSchema schema, boolean constant) {
        schemas.add(schema);
        constants.add(constant);
        return schemas.size() - 1;
    }
}
