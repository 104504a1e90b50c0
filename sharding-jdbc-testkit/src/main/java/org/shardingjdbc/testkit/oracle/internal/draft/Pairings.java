package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.ArrayList;
import java.util.List;

/** Which columns of two sources are compared when they are joined or correlated. One for each statement. */
public final class Pairings {
    private final RandomDraft draft;

    public Pairings(RandomDraft draft) {
        this.draft = draft;
    }

    /** A column of each side. */
    public record Pair(Field left, Field right) {}

    /** Columns to be equal; empty where the sources have nothing in common. */
    public List<Pair> equalities(Source left, Source right, boolean selective) {
        List<Pair> aligned = aligned(left, right);
        if (!aligned.isEmpty() && draft.weighted(6, 4) == 0) {
            boolean partial = aligned.size() > 1 && draft.chance(25);
            List<Pair> used = new ArrayList<>(partial ? aligned.subList(0, 1) : aligned);
            if (draft.chance(20)) {
                used.addAll(some(typed(left, right)));
            }
            return used;
        }
        List<Pair> keyed = keyed(left, right);
        if (!keyed.isEmpty() && (selective || draft.chance(60))) {
            return List.of(draft.pick(keyed));
        }
        List<Pair> named = named(left, right);
        if (!named.isEmpty() && draft.weighted(5, 5) == 0) {
            return some(named);
        }
        return some(typed(left, right));
    }

    /** The sharding columns of both, in order, where their number and types agree. */
    List<Pair> aligned(Source left, Source right) {
        if (!left.sharded() || !right.sharded()) {
            return List.of();
        }
        List<String> first = left.table().shardingColumns();
        List<String> second = right.table().shardingColumns();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            if (!left.has(first.get(i)) || !right.has(second.get(i))) {
                return List.of();
            }
            Pair pair = new Pair(left.field(first.get(i)), right.field(second.get(i)));
            if (!alike(pair)) {
                return List.of();
            }
            pairs.add(pair);
        }
        return pairs;
    }

    /** Columns of the same name and kind. */
    public List<Pair> named(Source left, Source right) {
        List<Pair> pairs = new ArrayList<>();
        for (Field field : left.fields()) {
            if (right.has(field.name())) {
                Pair pair = new Pair(field, right.field(field.name()));
                if (alike(pair)) {
                    pairs.add(pair);
                }
            }
        }
        return pairs;
    }

    /** The single key column of one side with any of the other. */
    private List<Pair> keyed(Source left, Source right) {
        List<Pair> pairs = new ArrayList<>();
        for (Pair pair : typed(left, right)) {
            if (left.key().equals(List.of(pair.left().name()))
                    || right.key().equals(List.of(pair.right().name()))) {
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private static List<Pair> typed(Source left, Source right) {
        List<Pair> pairs = new ArrayList<>();
        for (Field first : left.fields()) {
            for (Field second : right.fields()) {
                Pair pair = new Pair(first, second);
                if (alike(pair)) {
                    pairs.add(pair);
                }
            }
        }
        return pairs;
    }

    private List<Pair> some(List<Pair> pairs) {
        return pairs.isEmpty() ? List.of() : List.of(draft.pick(pairs));
    }

    private static boolean alike(Pair pair) {
        Field left = pair.left();
        Field right = pair.right();
        if (left.type() != right.type()) {
            return false;
        }
        return switch (left.type()) {
            case INTEGER, TEXT, DATE, TIMESTAMP -> true;
            case DECIMAL -> left.model() != null && right.model() != null;
            case OPAQUE ->
                left.model() != null
                        && right.model() != null
                        && left.model().kind() == right.model().kind();
            case DOUBLE, BOOLEAN, DOCUMENT -> false;
        };
    }

    public static String text(Source left, Source right, List<Pair> pairs) {
        List<String> parts = new ArrayList<>();
        for (Pair pair : pairs) {
            parts.add(left.name() + "." + pair.left().name() + " = " + right.name() + "."
                    + pair.right().name());
        }
        return String.join(" AND ", parts);
    }
}
