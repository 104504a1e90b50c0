package org.shardingjdbc.rule.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Collects the mistakes of a configuration, so that all are told at once, and each once. Not thread-safe. */
public final class Problems {
    /** Whoever makes more mistakes hears of the others when these are corrected. */
    private static final int MAX_PROBLEMS = 500;

    private final List<Problem> all = new ArrayList<>();

    /**
     * A mistake.
     *
     * @param path where
     * @param message what, and what to do; complete without the place in a file
     * @param atKey whether the key is wrong rather than its value
     */
    public record Problem(ConfigPath path, String message, boolean atKey) {}

    /** A mistake at a place. */
    public void add(ConfigPath path, String what) {
        add(new Problem(path, what + " at " + path, false));
    }

    /** A mistake at a key, or in the map that it has. */
    public void addAtKey(ConfigPath path, String what) {
        add(new Problem(path, what + " at " + path, true));
    }

    /** A name that nothing has. */
    public void unknown(ConfigPath path, String kind, String name, Collection<String> known) {
        String nearest = Nearest.to(name, known);
        String hint = nearest != null
                ? "; did you mean '" + nearest + "'?"
                : known.isEmpty() ? "; none is configured" : "; known are " + String.join(", ", known);
        add(new Problem(path, "unknown " + kind + " '" + name + "' at " + path + hint, false));
    }

    /** A key that nothing reads. */
    public void unknownKey(ConfigPath path, Collection<String> known) {
        String key = String.valueOf(path.steps().get(path.steps().size() - 1));
        String nearest = Nearest.to(key, known);
        String hint = nearest != null
                ? "; did you mean '" + nearest + "'?"
                : known.isEmpty() ? "" : "; known are " + String.join(", ", known);
        add(new Problem(path, "unknown key '" + key + "' under " + path.parent() + hint, true));
    }

    private void add(Problem problem) {
        if (all.size() >= MAX_PROBLEMS) {
            return;
        }
        for (Problem other : all) {
            if (other.path().equals(problem.path()) && other.message().equals(problem.message())) {
                return;
            }
        }
        all.add(problem);
    }

    /** Whether none was found so far. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** What was found so far, in the order of finding. */
    public List<Problem> all() {
        return List.copyOf(all);
    }

    /**
     * Raises what was collected.
     *
     * @throws ShardingException with all of it, when there is any
     */
    public void raise() {
        raise((a, b) -> 0, Problem::message);
    }

    /**
     * As {@link #raise()}.
     *
     * @param order of the lines
     * @param rendering the line for a mistake
     */
    public void raise(Comparator<Problem> order, Function<Problem, String> rendering) {
        if (all.isEmpty()) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        all.sort(order);
        for (Problem problem : all) {
            lines.append("\n  ").append(rendering.apply(problem));
        }
        String count = all.size() == 1 ? "a mistake" : all.size() + " mistakes";
        throw new ShardingException(ErrorCode.CONFIGURATION_INVALID, count, lines.append("\n"));
    }
}
