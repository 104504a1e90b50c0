package org.shardingjdbc.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * The names of the data sources: those of the configuration, and further ones that rules give them. Immutable, for all
 * threads.
 */
public final class DataSourceNames {
    /** What {@link Problems} calls a name that does not exist. */
    public static final String KIND = "data source";

    private final List<String> placed;
    private final List<String> all;
    private final Map<String, Integer> indexes;

    private DataSourceNames(List<String> placed, List<String> all, Map<String, Integer> indexes) {
        this.placed = List.copyOf(placed);
        this.all = List.copyOf(all);
        // in order, as messages list them
        this.indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
    }

    /** Data sources that all hold tables and have no other names, in configured order. */
    public static DataSourceNames of(String... configured) {
        return of(List.of(configured), Map.of(), Set.of());
    }

    /**
     * Puts data sources into the order of their indexes: those that hold tables, in configured order, and after them
     * those that are only chosen.
     *
     * @param configured in configured order
     * @param given names that rules give, with the name that each stands for
     * @param chosen those that are only chosen, by any of their names
     */
    public static DataSourceNames of(List<String> configured, Map<String, String> given, Set<String> chosen) {
        Set<String> onlyChosen = new HashSet<>();
        chosen.forEach(name -> onlyChosen.add(configuredName(name, configured, given)));
        List<String> all = new ArrayList<>(configured);
        all.removeAll(onlyChosen);
        List<String> placed = new ArrayList<>(all);
        configured.stream().filter(onlyChosen::contains).forEach(all::add);
        Map<String, Integer> indexes = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            indexes.put(all.get(i), i);
        }
        given.forEach((name, other) -> {
            int index = all.indexOf(configuredName(name, configured, given));
            if (index >= 0) {
                indexes.put(name, index);
                if (index < placed.size() && !given.containsValue(name)) {
                    placed.set(index, name);
                }
            }
        });
        return new DataSourceNames(placed, all, indexes);
    }

    /** The name itself where it is not a given one, or leads back to itself. */
    private static String configuredName(String name, List<String> configured, Map<String, String> given) {
        String current = name;
        for (int steps = 0; steps <= given.size(); steps++) {
            String next = given.get(current);
            if (next == null || next.equals(current)) {
                return current;
            }
            current = next;
        }
        return name;
    }

    /**
     * Those that hold tables, by index, as other rules and users call them: by the name that a rule gave, else by the
     * configured one.
     */
    public List<String> placed() {
        return placed;
    }

    /** All by their configured names: those that hold tables, and after them those that are only chosen. */
    public List<String> all() {
        return all;
    }

    /**
     * The index of a data source that holds tables.
     *
     * @param at where its name stands
     * @return -1 after a mistake
     */
    public int placed(String name, ConfigPath at, Problems problems) {
        int index = placed.indexOf(name);
        if (index >= 0) {
            return index;
        }
        Integer known = indexes.get(name);
        if (known == null) {
            problems.unknown(at, KIND, name, placed);
        } else if (known < placed.size()) {
            problems.add(at, "a rule calls data source '" + name + "' " + placed.get(known) + "; write that name");
        } else {
            problems.add(
                    at,
                    "data source '" + name
                            + "' is only chosen, by a rule, in place of another; name that one, known are "
                            + String.join(", ", placed));
        }
        return -1;
    }

    /** As {@link #placed(String, ConfigPath, Problems)}, among all of them and by any of their names. */
    public int any(String name, ConfigPath at, Problems problems) {
        Integer index = indexes.get(name);
        if (index == null) {
            problems.unknown(at, KIND, name, indexes.keySet());
            return -1;
        }
        return index;
    }
}
