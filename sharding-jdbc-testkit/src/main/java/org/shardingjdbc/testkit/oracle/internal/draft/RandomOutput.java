package org.shardingjdbc.testkit.oracle.internal.draft;

/**
 * A column of a select list.
 *
 * @param expr what it shows
 * @param name its name in the result
 * @param alias whether the name is given by AS
 * @param column the column of FROM that it is, or null
 */
public record RandomOutput(Expr expr, String name, boolean alias, RandomScope.Column column) {

    public String sql() {
        return alias ? expr.sql() + " AS " + name : expr.sql();
    }

    public Field field() {
        return column == null ? Field.computed(name, expr) : column.field().named(name);
    }
}
