package org.shardingjdbc.testkit.oracle;

/**
 * A column of a select list.
 *
 * @param expr what it shows
 * @param name its name in the result
 * @param alias whether the name is given by AS
 * @param column the column of FROM that it is, or null
 */
record Output(Expr expr, String name, boolean alias, Scope.Column column) {

    String sql() {
        return alias ? expr.sql() + " AS " + name : expr.sql();
    }

    Field field() {
        return column == null ? Field.computed(name, expr) : column.field().named(name);
    }
}
