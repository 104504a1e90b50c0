package org.shardingjdbc.jdbc.order;

import java.util.List;

/**
 * A column of a type, or an expression over columns, and what it is filled with.
 *
 * @param name the column's name, or the expression's text
 * @param definition its type and collation as CREATE TABLE has it; null for an expression
 * @param values literals, repeated row by row; NULL is added to them
 * @param oneForm whether equal values look the same; else a database may show any of them for a group
 */
record TypedColumn(String name, String definition, List<String> values, boolean oneForm) {

    static TypedColumn exact(String name, String definition, String... values) {
        return new TypedColumn(name, definition, List.of(values), true);
    }

    /** A column whose equal values may look different: other case, other scale, other zone. */
    static TypedColumn loose(String name, String definition, String... values) {
        return new TypedColumn(name, definition, List.of(values), false);
    }

    static TypedColumn expression(String text) {
        return new TypedColumn(text, null, List.of(), true);
    }

    static TypedColumn looseExpression(String text) {
        return new TypedColumn(text, null, List.of(), false);
    }

    /** The literal of a row. */
    String literal(int row) {
        int index = row % (values.size() + 1);
        return index == values.size() ? "NULL" : values.get(index);
    }

    /** The same without one of its values. */
    TypedColumn without(String literal) {
        return new TypedColumn(
                name,
                definition,
                values.stream().filter(value -> !value.equals(literal)).toList(),
                oneForm);
    }

    boolean isColumn() {
        return definition != null;
    }
}
