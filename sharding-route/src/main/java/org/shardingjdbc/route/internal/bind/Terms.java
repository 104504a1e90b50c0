package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The things that facts are about: columns of table uses, output columns of queries, constants. Each is a number from
 * 0. Mutable while its statement is bound, read-only afterwards.
 */
public final class Terms {
    private record Constant(Object kind, @Nullable Object value) {
        /** By hand, as most statements ask: a record's own is made of method handles when it is called first. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Constant constant
                    && kind.equals(constant.kind)
                    && Objects.equals(value, constant.value);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + Objects.hashCode(value);
        }
    }

    /** Of columns by their names, those of each table use by its id. */
    private final List<Map<String, Integer>> columns = new ArrayList<>();
    /** Of constants. */
    private final Map<Constant, Integer> numbers = new HashMap<>();

    private final List<ColumnSchema> schemas = new ArrayList<>();
    private final List<Boolean> constants = new ArrayList<>();

    /** The term of a column, by its name in lower case. */
    public int column(TableUse use, String column) {
        ColumnSchema schema =
                use.table().schema() == null ? null : use.table().schema().column(column);
        return column(use, column, schema);
    }

    /** As the other one, of a column that is known; {@code schema} is null where it is not. */
    int column(TableUse use, String column, @Nullable ColumnSchema schema) {
        Map<String, Integer> known = columns(use.id());
        Integer number = known.get(column);
        if (number == null) {
            number = add(schema, false);
            known.put(column, number);
        }
        return number;
    }

    /** The term of a column that is known already, or -1. */
    int find(TableUse use, String column) {
        return use.id() < columns.size() ? columns.get(use.id()).getOrDefault(column, -1) : -1;
    }

    private Map<String, Integer> columns(int use) {
        while (columns.size() <= use) {
            columns.add(new HashMap<>());
        }
        return columns.get(use);
    }

    /** A new term for an output column; {@code schema} is that of the column which it passes through, or null. */
    public int output(@Nullable ColumnSchema schema) {
        return add(schema, false);
    }

    /** The term of a constant: equal ones have the same. */
    int constant(Object kind, @Nullable Object value) {
        Constant constant = new Constant(kind, value);
        Integer number = numbers.get(constant);
        if (number == null) {
            number = add(null, true);
            numbers.put(constant, number);
        }
        return number;
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

    private int add(@Nullable ColumnSchema schema, boolean constant) {
        schemas.add(schema);
        constants.add(constant);
        return schemas.size() - 1;
    }
}
