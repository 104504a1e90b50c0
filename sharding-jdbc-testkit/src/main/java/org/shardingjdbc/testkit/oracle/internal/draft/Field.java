package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/**
 * A column of something that stands in FROM.
 *
 * @param name its name there
 * @param type what it holds
 * @param canonical as for {@link Expr}
 * @param bound as for {@link Expr}
 * @param samples literals that occur in it, empty for computed columns
 * @param model the column of a table that it is, or null
 */
public record Field(
        String name, ValueType type, boolean canonical, double bound, List<String> samples, ColumnModel model) {
    public Field {
        samples = List.copyOf(samples);
    }

    public static Field computed(String name, Expr expr) {
        return new Field(name, expr.type(), expr.canonical(), expr.bound(), List.of(), null);
    }

    public Field named(String other) {
        return new Field(other, type, canonical, bound, samples, model);
    }
}
