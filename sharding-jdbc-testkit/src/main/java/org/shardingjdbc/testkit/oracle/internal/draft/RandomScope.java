package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/**
 * The columns that an expression may name: those of FROM, and those of the queries around it.
 *
 * @param sources what FROM holds
 * @param qualified whether columns are written with the name of their source
 * @param outer the scope of the query around, or null
 */
public record RandomScope(List<Source> sources, boolean qualified, RandomScope outer) {
    public RandomScope {
        sources = List.copyOf(sources);
    }

    /** A column and where it comes from. */
    public record Column(Source source, Field field) {}

    public List<Column> columns() {
        List<Column> all = new ArrayList<>();
        for (Source source : sources) {
            for (Field field : source.fields()) {
                all.add(new Column(source, field));
            }
        }
        return all;
    }

    public List<Column> columns(ValueType type) {
        List<Column> found = new ArrayList<>();
        for (Column column : columns()) {
            if (column.field().type() == type) {
                found.add(column);
            }
        }
        return found;
    }

    public boolean has(ValueType type) {
        return !columns(type).isEmpty();
    }

    public Expr reference(Column column) {
        Field field = column.field();
        String sql = qualified ? column.source().name() + "." + field.name() : field.name();
        return new Expr(sql, Expr.ATOM, field.type(), field.canonical(), field.bound());
    }

    /** Without the columns of the queries around: an aggregate of those alone would be theirs. */
    public RandomScope alone() {
        return new RandomScope(sources, qualified, null);
    }

    /** The column as a query inside names it, whose own columns may have the same name. */
    public Expr outerReference(Column column) {
        Field field = column.field();
        String sql = column.source().name() + "." + field.name();
        return new Expr(sql, Expr.ATOM, field.type(), field.canonical(), field.bound());
    }

    /** The columns that make each row of FROM unique, or null if nothing does for sure. */
    public List<Column> key() {
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
