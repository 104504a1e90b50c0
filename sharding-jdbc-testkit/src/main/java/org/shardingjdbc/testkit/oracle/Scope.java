package org.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns that an expression may name: those of FROM, and those of the queries around it.
 *
 * @param sources what FROM holds
 * @param qualified whether columns are written with the name of their source
 * @param outer the scope of the query around, or null
 */
record Scope(List<Source> sources, boolean qualified, Scope outer) {
    Scope {
        sources = List.copyOf(sources);
    }

    /** A column and where it comes from. */
    record Column(Source source, Field field) {}

    List<Column> columns() {
        List<Column> all = new ArrayList<>();
        for (Source source : sources) {
            for (Field field : source.fields()) {
                all.add(new Column(source, field));
            }
        }
        return all;
    }

    List<Column> columns(ValueType type) {
        List<Column> found = new ArrayList<>();
        for (Column column : columns()) {
            if (column.field().type() == type) {
                found.add(column);
            }
        }
        return found;
    }

    boolean has(ValueType type) {
        return !columns(type).isEmpty();
    }

    Expr reference(Column column) {
        Field field = column.field();
        String sql = qualified ? column.source().name() + "." + field.name() : field.name();
        return new Expr(sql, Expr.ATOM, field.type(), field.canonical(), field.bound());
    }

    /** Without the columns of the queries around: an aggregate of those alone would be theirs. */
    Scope alone() {
        return new Scope(sources, qualified, null);
    }

    /** The column as a query inside names it, whose own columns may have the same name. */
    Expr outerReference(Column column) {
        Field field = column.field();
        String sql = column.source().name() + "." + field.name();
        return new Expr(sql, Expr.ATOM, field.type(), field.canonical(), field.bound());
    }

    /** The columns that make each row of FROM unique, or null if nothing does for sure. */
    List<Column> key() {
        List<Column> key = new ArrayList<>();
        for (Source source : sources) {
            if (!source.keyed()) {
                return null;
            }
            for (String name : source.key()) {
                key.add(new Column(source, source.field(name)));
            }
        }
        return key;
    }
}
