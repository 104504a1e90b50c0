package org.shardingjdbc.jdbc.config;

import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.yaml.snakeyaml.error.Mark;

/**
 * Where the parts of a configuration stand in its document, so that a mistake which is found when a data source is
 * opened is told with line and column. Immutable; a configuration that was built in Java has none.
 */
public final class DocumentPlaces {
    /** Of a configuration that stands in no document. */
    static final DocumentPlaces NONE = new DocumentPlaces(null, Map.of(), Map.of(), null);

    /** Null of a configuration that stands in no document. */
    private final @Nullable String name;

    private final Map<ConfigPath, Mark> keys;
    private final Map<ConfigPath, Mark> values;
    /** Null where it has no names of its own for places. */
    private final @Nullable PlaceholderSource source;

    DocumentPlaces(
            @Nullable String name,
            Map<ConfigPath, Mark> keys,
            Map<ConfigPath, Mark> values,
            @Nullable PlaceholderSource source) {
        this.source = source;
        this.name = name;
        this.keys = Map.copyOf(keys);
        this.values = Map.copyOf(values);
    }

    /**
     * Raises mistakes, each with its place, in the document's order.
     *
     * @throws org.shardingjdbc.error.ShardingException when there are any
     */
    public void raise(Problems problems) {
        if (name == null) {
            problems.raise();
            return;
        }
        Comparator<Problems.Problem> inOrder = Comparator.comparingInt(problem -> {
            Mark mark = mark(problem);
            return mark == null ? 0 : mark.getIndex();
        });
        problems.raise(
                inOrder,
                problem -> {
                    String called = source == null ? null : source.place(problem.path());
                    Mark mark = mark(problem);
                    String place = mark == null ? name + ":1:1" : position(name, mark);
                    return (called == null ? place : called) + ": " + problem.message();
                },
                path -> {
                    Mark mark = mark(path, false);
                    return mark == null ? path.toString() : mark.getLine() + 1 + ":" + (mark.getColumn() + 1);
                });
    }

    /** Whether the document has that key. */
    boolean has(ConfigPath path) {
        return keys.containsKey(path);
    }

    /** Where it stands, or what it is missing in; null for the document. */
    private @Nullable Mark mark(Problems.Problem problem) {
        return mark(problem.path(), problem.atKey());
    }

    private @Nullable Mark mark(ConfigPath place, boolean atKey) {
        ConfigPath path = place;
        if (atKey && keys.containsKey(path)) {
            return keys.get(path);
        }
        while (!values.containsKey(path) && !path.steps().isEmpty()) {
            path = path.parent();
            if (keys.containsKey(path)) {
                return keys.get(path);
            }
        }
        return values.get(path);
    }

    static String position(String name, Mark mark) {
        return name + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }

    /** Two configurations are equal wherever they stand. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentPlaces;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public String toString() {
        return name == null ? "built in Java" : name;
    }
}
