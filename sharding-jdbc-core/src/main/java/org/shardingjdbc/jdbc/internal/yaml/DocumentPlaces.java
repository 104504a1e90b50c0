package org.shardingjdbc.jdbc.internal.yaml;

import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.yaml.snakeyaml.error.Mark;

/**
 * Where the parts of a configuration stand in its document, so that a mistake which is found when a data source is
 * opened is reported with line and column. Immutable; a configuration that was built in Java has none.
 */
public final class DocumentPlaces {
    /** Of a configuration that stands in no document. */
    public static final DocumentPlaces NONE = new DocumentPlaces(null, Map.of(), null);

    /** Null of a configuration that stands in no document. */
    private final @Nullable String name;

    private final Map<ConfigPath, Spot> spots;
    /** Null where it has no names of its own for places. */
    private final @Nullable PlaceholderValues source;

    /**
     * Where a part stands, which is all that is kept of the parser's marks: those hold pieces of the text. Lines and
     * columns count from 0.
     *
     * @param keyLine of its key; -1 where it has none
     * @param line of its value
     */
    record Spot(int keyLine, int keyColumn, int line, int column) {
        static Spot of(@Nullable Mark key, Mark value) {
            return new Spot(
                    key == null ? -1 : key.getLine(),
                    key == null ? -1 : key.getColumn(),
                    value.getLine(),
                    value.getColumn());
        }

        /** That of its key alone. */
        Spot ofKey() {
            return new Spot(keyLine, keyColumn, keyLine, keyColumn);
        }
    }

    DocumentPlaces(@Nullable String name, Map<ConfigPath, Spot> spots, @Nullable PlaceholderValues source) {
        this.source = source;
        this.name = name;
        this.spots = Map.copyOf(spots);
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
        Comparator<Problems.Problem> inOrder = Comparator.comparingLong(problem -> {
            Spot spot = spot(problem);
            return spot == null ? 0 : ((long) spot.line << Integer.SIZE) + spot.column;
        });
        problems.raise(
                inOrder,
                problem -> {
                    String called = source == null ? null : source.place(problem.path());
                    Spot spot = spot(problem);
                    String place = spot == null ? name + ":1:1" : position(name, spot.line, spot.column);
                    return (called == null ? place : called) + ": " + problem.message();
                },
                path -> {
                    Spot spot = spot(path, false);
                    return spot == null ? path.toString() : spot.line + 1 + ":" + (spot.column + 1);
                });
    }

    /** Whether the document has that key. */
    public boolean has(ConfigPath path) {
        return hasKey(path);
    }

    private boolean hasKey(ConfigPath path) {
        Spot spot = spots.get(path);
        return spot != null && spot.keyLine >= 0;
    }

    /** Where it stands, or what it is missing in; null for the document. */
    private @Nullable Spot spot(Problems.Problem problem) {
        return spot(problem.path(), problem.atKey());
    }

    private @Nullable Spot spot(ConfigPath place, boolean atKey) {
        ConfigPath path = place;
        Spot spot = spots.get(path);
        if (atKey && spot != null && spot.keyLine >= 0) {
            return spot.ofKey();
        }
        while (spot == null && !path.steps().isEmpty()) {
            path = path.parent();
            spot = spots.get(path);
            if (spot != null && spot.keyLine >= 0) {
                return spot.ofKey();
            }
        }
        return spot;
    }

    private static String position(String name, int line, int column) {
        return name + ":" + (line + 1) + ":" + (column + 1);
    }

    @Override
    public String toString() {
        return name == null ? "built in Java" : name;
    }
}
