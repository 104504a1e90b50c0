package org.shardingjdbc.rule.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Collects the mistakes of a configuration, so that all of them are reported together, and each of them once. A name
 * that is wrong in several places is one mistake, and what follows from another mistake is left out. Not thread-safe.
 */
public final class Problems {
    /** Further mistakes are reported when these have been corrected. */
    private static final int MAX_PROBLEMS = 500;

    private final List<Mistake> found = new ArrayList<>();
    private final Set<String> untold = new HashSet<>();

    /**
     * A mistake.
     *
     * @param path where
     * @param message what, and what to do; complete without the place in a file
     * @param atKey whether the key is wrong rather than its value
     * @param also where the same is wrong once more
     */
    public record Problem(ConfigPath path, String message, boolean atKey, List<ConfigPath> also) {
        public Problem {
            also = List.copyOf(also);
        }
    }

    /**
     * What one is about, by which others are found that follow from it.
     *
     * @param what a kind of names, or of keys
     * @param name the name or key; null where the mistake is of another kind
     * @param meant the name that is probably meant, or null
     */
    private record Subject(
            String what, @Nullable String name, @Nullable String meant) {
        static final String KEY = "key";
        static final String MISSING = "missing key";
        static final Subject NONE = new Subject("", null, null);
    }

    private record Mistake(ConfigPath path, String message, boolean atKey, Subject subject, List<ConfigPath> also) {
        Problem told() {
            return new Problem(path, message, atKey, also);
        }
    }

    /** A mistake at a place. */
    public void add(ConfigPath path, String what) {
        add(new Mistake(path, at(path, what), false, Subject.NONE, new ArrayList<>()));
    }

    /** A mistake at a key, or in the map that it has. */
    public void addAtKey(ConfigPath path, String what) {
        add(new Mistake(path, at(path, what), true, Subject.NONE, new ArrayList<>()));
    }

    private static String at(ConfigPath path, String what) {
        return path.steps().isEmpty() ? what : what + " (" + path + ")";
    }

    /**
     * A key is missing in a map. Not reported if the map has a misspelled key that is probably meant for it, since that
     * is reported.
     */
    public void missing(ConfigPath map, String key, String further) {
        Subject subject = new Subject(Subject.MISSING, key, null);
        add(new Mistake(map, at(map, "key '" + key + "' is missing" + further), true, subject, new ArrayList<>()));
    }

    /**
     * A property of an algorithm is missing or wrong.
     *
     * @param entry the place of the algorithm, whose {@code props} has the property
     * @param given the properties that are configured
     * @param message what is wrong with it
     */
    public void property(ConfigPath entry, Map<String, ?> given, String property, String message) {
        ConfigPath props = entry.key("props");
        String misspelt = Nearest.misspelling(property, given.keySet());
        if (given.containsKey(property)) {
            add(props.key(property), message);
        } else if (misspelt != null) {
            unknownKey(props.key(misspelt), List.of(property));
        } else {
            Subject subject = new Subject(Subject.MISSING, property, null);
            add(new Mistake(entry, at(entry, message), false, subject, new ArrayList<>()));
        }
    }

    /** A name that does not exist. The same name of the same kind is reported once, with all of its places. */
    public void unknown(ConfigPath path, String kind, String name, Collection<String> known) {
        String nearest = Nearest.to(name, known);
        String hint = nearest != null
                ? "; did you mean '" + nearest + "'?"
                : known.isEmpty() ? "; none is configured" : "; known are " + String.join(", ", known);
        String lowerCase = name.toLowerCase(Locale.ROOT);
        Subject subject = new Subject(kind, lowerCase, nearest);
        for (Mistake other : found) {
            boolean same = other.subject.what.equals(kind) && lowerCase.equals(other.subject.name);
            if (same && !other.path.equals(path)) {
                other.also.add(path);
            }
            if (same || other.subject.what.equals(kind) && other.path.equals(path)) {
                // the names that one expression makes are one mistake
                return;
            }
        }
        String message = at(path, "unknown " + kind + " '" + name + "'" + hint);
        add(new Mistake(path, message, false, subject, new ArrayList<>()));
    }

    /** A key that nothing reads. */
    public void unknownKey(ConfigPath path, Collection<String> known) {
        String key = String.valueOf(path.steps().get(path.steps().size() - 1));
        String nearest = Nearest.to(key, known);
        String hint = nearest != null
                ? "; did you mean '" + nearest + "'?"
                : known.isEmpty() ? "" : "; known are " + String.join(", ", known);
        String message = "unknown key '" + key + "' under " + path.parent() + hint;
        add(new Mistake(path, message, true, new Subject(Subject.KEY, key, nearest), new ArrayList<>()));
    }

    /**
     * What would have made names of this kind could not be read, which has been reported: unknown names of the kind are
     * consequences of that.
     *
     * @param kind as it is passed to {@link #unknown}
     */
    public void leaveOut(String kind) {
        untold.add(kind);
    }

    /** Whether there is a mistake at this place or below it. */
    public boolean isWrong(ConfigPath place) {
        List<Object> steps = place.steps();
        return found.stream()
                .map(each -> each.path.steps())
                .anyMatch(each -> each.size() >= steps.size()
                        && each.subList(0, steps.size()).equals(steps));
    }

    private void add(Mistake problem) {
        if (found.size() >= MAX_PROBLEMS) {
            return;
        }
        for (Mistake other : found) {
            boolean same = problem.atKey
                    ? other.message.equals(problem.message)
                    : unquoted(other.message).equals(unquoted(problem.message));
            if (same && other.path.equals(problem.path)) {
                return;
            }
        }
        found.add(problem);
    }

    /** The message without names: a place is reported once for the same mistake. */
    private static String unquoted(String message) {
        StringBuilder text = new StringBuilder(message.length());
        boolean quoted = false;
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            quoted ^= c == '\'';
            if (!quoted) {
                text.append(c);
            }
        }
        return text.toString();
    }

    private boolean follows(Mistake problem) {
        if (problem.subject.name == null) {
            return false;
        }
        if (!problem.subject.what.equals(Subject.MISSING)) {
            return untold.contains(problem.subject.what);
        }
        return found.stream()
                .filter(other -> other.subject.what.equals(Subject.KEY))
                .filter(other -> other.path.parent().equals(problem.path))
                .anyMatch(other -> problem.subject.name.equals(other.subject.meant)
                        || problem.subject.name.equals(other.subject.name));
    }

    /** Whether no mistake was found so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** The mistakes found so far, in the order in which they were found, without consequences of other mistakes. */
    public List<Problem> all() {
        List<Problem> all = new ArrayList<>();
        for (Mistake each : found) {
            if (!follows(each)) {
                all.add(each.told());
            }
        }
        return all;
    }

    /**
     * Throws what was collected.
     *
     * @throws ShardingException with all of it, when there is any
     */
    public void raise() {
        raise((a, b) -> 0, Problem::message, ConfigPath::toString);
    }

    /**
     * As {@link #raise()}.
     *
     * @param order of the lines
     * @param rendering the line for a mistake
     * @param place how a further place of a mistake is called
     */
    public void raise(
            Comparator<Problem> order, Function<Problem, String> rendering, Function<ConfigPath, String> place) {
        List<Problem> all = all();
        if (all.isEmpty()) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        all.sort(order);
        for (Problem problem : all) {
            lines.append("\n  ").append(rendering.apply(problem));
            if (!problem.also().isEmpty()) {
                lines.append("; the same at ").append(listed(problem.also(), place));
            }
        }
        String count = all.size() == 1 ? "a mistake" : all.size() + " mistakes";
        throw new ShardingException(ErrorCode.CONFIGURATION_INVALID, count, lines.append("\n"));
    }

    private static String listed(List<ConfigPath> places, Function<ConfigPath, String> name) {
        int most = 4;
        List<String> names = places.stream().limit(most).map(name).toList();
        int further = places.size() - names.size();
        return String.join(", ", names) + (further == 0 ? "" : " and " + further + " more places");
    }
}
